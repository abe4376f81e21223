// The mark by which compiled code is found again: `src/surfaces/compiled.ts` reads it.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { globSync } from '../glob.mjs';
import { out } from './settings.mjs';

/** Gives every part of the program and the hook, and what they share with the library, a first line that tells its content. Entries are compiled by Node itself. */
export function markParts() {
  for (const file of ['cli', 'hook', 'shared'].flatMap((folder) => globSync(`${out}/${folder}`, '.cjs'))) {
    const code = readFileSync(file, 'utf8');
    const mark = createHash('sha256').update(code).digest('hex').slice(0, 16);
    if (!code.startsWith('#!')) writeFileSync(file, `//${mark}\n${code}`);
  }
}
