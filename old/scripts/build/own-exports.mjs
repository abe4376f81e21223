// The bundler lists a module's exports by `for … in`, which also finds what somebody put on Object.prototype: loading would throw.
import { readFileSync, writeFileSync } from 'node:fs';
import { globSync } from '../glob.mjs';
import { out } from './settings.mjs';

const listing = /for\s*\(\s*var\s+(\w+)\s+in\s+(\w+)\s*\)(?=\s*\w+\(\s*\w+\s*,\s*\1\s*,\s*\{\s*get:\s*\2\[\1\])/g;

/** Makes every built file list its own exports only. */
export function ownExports() {
  for (const file of globSync(out, '.cjs')) {
    const text = readFileSync(file, 'utf8');
    const next = text.replace(listing, 'for(var $1 of Object.keys($2))');
    if (next !== text) writeFileSync(file, next);
  }
}
