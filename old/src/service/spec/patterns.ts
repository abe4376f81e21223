// Finds files by patterns such as `docs/**/PRD-009*.md`. Links are not followed, and what tools made is passed over.

import path from 'node:path';
import { entriesIn } from '../../disk/folders.js';
import { patternTest } from '../../rules/text/file-patterns.js';
import { isInside } from './inside.js';

/** How many files and folders are looked at; a repository's documents are far fewer. */
const maxEntries = 50_000;
const skipped = new Set(['.git', 'node_modules', '.pawl']);

/** What a search found. */
export interface PatternMatches {
  /** Paths from the root, with forward slashes, sorted. */
  readonly files: readonly string[];
  /** Whether there was too much to look at all of it. */
  readonly isCut: boolean;
}

/**
 * Finds files by patterns. `*` and `?` stand for parts of a name, `**` for any folders; all else is taken literally.
 * @param root the folder that patterns begin at
 * @param patterns the patterns; those that lead out of the root find nothing
 * @param isExact whether case matters
 * @returns the files
 */
export function matchFiles(root: string, patterns: readonly string[], isExact = false): PatternMatches {
  const found = new Set<string>();
  let left = maxEntries;
  for (const pattern of patterns) {
    const steps = pattern.split('/').filter((step) => step !== '' && step !== '.');
    const plain = steps.findIndex((step) => /[*?]/.test(step));
    const start = steps.slice(0, plain < 0 ? Math.max(0, steps.length - 1) : plain);
    if (steps.includes('..')) continue;
    const wanted = patternTest(steps, isExact);
    const rest = steps.slice(start.length);
    const isDeep = rest.length > 1 || rest.includes('**');
    for (const file of filesBelow(root, start.join('/'), isDeep, () => left-- > 0)) {
      if (wanted.test(file)) found.add(file);
    }
  }
  return { files: [...found].sort(), isCut: left < 0 };
}

function* filesBelow(root: string, start: string, isDeep: boolean, mayGoOn: () => boolean): Generator<string> {
  const first = path.join(root, start);
  if (!isInside(root, first)) return;
  const folders = [start];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const entry of entriesIn(path.join(root, folder))) {
      if (!mayGoOn()) return;
      const file = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isFile()) yield file;
      else if (isDeep && entry.isDirectory() && !skipped.has(entry.name)) folders.push(file);
    }
  }
}
