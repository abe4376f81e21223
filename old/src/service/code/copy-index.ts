// A copy of the user's index, for work that must not touch it.

import fs from 'node:fs';

/**
 * Copies an index for one that is thrown away.
 * @param from the user's
 * @param to the copy
 */
export function copyIndex(from: string, to: string): void {
  const stat = fs.statSync(from, { throwIfNoEntry: false });
  if (stat === undefined) return; // nothing was ever staged
  fs.copyFileSync(from, to);
  // git trusts entries that are older than their index. The copy is newer than the original, so it is dated back, or
  // a file that changed in the same moment as the original would be taken for unchanged.
  const seconds = Math.floor(stat.mtimeMs / 1000) - 1;
  fs.utimesSync(to, seconds, seconds);
}
