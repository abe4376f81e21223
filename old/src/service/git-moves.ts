// What git did to a working tree since a moment, by the log of its HEAD: a commit leaves files as they are, a switch of
// branches does not.

import { loadBytes } from '../disk/files.js';
import { layoutOf, runGit } from './git.js';

/** `unknown` where git keeps no log. A commit that finishes a merge is a move: the merge wrote the file. */
type Moves = 'none' | 'committed' | 'moved' | 'unknown';

const entry = /^([0-9a-f]{40,64}) ([0-9a-f]{40,64}) .*> (\d+) [-+]\d{4}\t(.*)$/;
/** git asks a coarse clock, which may be behind the one that files get their times from. */
const lagMs = 100;
const ownCommit = /^commit(?: \((?:amend|initial)\))?: /;

/**
 * Tells what git did since a moment.
 * @param root the project's root
 * @param relativePath the file that it is about, from the root
 * @param sinceMs the moment; git counts in seconds, and the whole second counts
 * @returns `moved` when HEAD moved to other content of the file, or the working tree was reset
 */
export function movesSince(root: string, relativePath: string, sinceMs: number): Moves {
  const layout = layoutOf(root);
  const log = layout === null ? null : loadBytes(`${layout.gitDir}/logs/HEAD`);
  if (log === null) return 'unknown';
  let found: Moves = 'none';
  for (const line of log.toString('utf8').trimEnd().split('\n').toReversed()) {
    const [, from = '', to = '', seconds = '', what = ''] = entry.exec(line) ?? [];
    if (Number(seconds) * 1000 + 999 + lagMs < sinceMs) break;
    if (ownCommit.test(what)) found = 'committed';
    else if (what.startsWith('reset: ') || isChanged(root, relativePath, from, to)) return 'moved';
  }
  return found;
}

/** A new branch of the same commit, or one that has the same file, leaves it as it is. */
function isChanged(root: string, relativePath: string, from: string, to: string): boolean {
  return from !== to && runGit(root, ['diff', '--name-only', from, to, '--', relativePath]) !== null;
}

/**
 * Gives what a switch of branches, or a stash, has put into a file since a moment.
 * @param root the project's root
 * @param relativePath the file, from the root
 * @param sinceMs the moment
 * @returns HEAD's version; null when there was no such thing, or HEAD has no such file
 */
export function switchedTo(root: string, relativePath: string, sinceMs: number): Buffer | null {
  if (movesSince(root, relativePath, sinceMs) !== 'moved') return null;
  const text = runGit(root, ['cat-file', 'blob', `HEAD:./${relativePath}`]);
  return text === null ? null : Buffer.from(text);
}
