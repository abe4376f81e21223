// Whether a run's state came with a clone. Asks git, and only about files that are there.

import path from 'node:path';
import { logFile } from '../../disk/layout.js';
import type { Key } from '../../rules/names.js';
import type { Stored } from '../../store/store.js';
import { isAsCommitted, mayBeTracked } from '../git-files.js';
import type { Workbench } from '../workbench.js';

/**
 * Tells whether an event records what was found, not what was done here.
 * @param event its name
 * @returns true for what people or git put there
 */
export function wasFound(event: string): boolean {
  return event === 'adopted' || event === 'switched';
}

/**
 * Tells whether a run's log was committed along with it.
 * @param root the project's root
 * @param key the run
 * @returns true when it stands as it was checked out
 */
export function isLogCommitted(root: string, key: Key): boolean {
  return isAsCommitted(root, logFile(key));
}

/**
 * Tells whether a run may have come with the repository, without asking git: all else is left to `isFromClone`.
 * @param root the project's root
 * @param key the run, of a family whose files nobody switches
 * @param file the absolute path of its published file
 * @param revision its newest revision: what was worked on here has more than the one that was found
 * @returns false when it surely did not
 */
export function mayBeFromClone(root: string, key: Key, file: string, revision: number): boolean {
  return mayBeTracked(root, logFile(key)) || (revision === 1 && mayBeTracked(root, relative(root, file)));
}

/**
 * Tells whether a run came with the repository: a tracked file that nobody has worked on here, or a log that was
 * committed along with it. Such a run is never taken up by itself.
 * @param bench the store and the circumstances
 * @param stored the run's newest revision
 * @returns false as soon as something was done about it here
 */
export async function isFromClone(bench: Workbench, { key, event }: Stored): Promise<boolean> {
  const file = bench.store.pathOf?.(key);
  if (file === undefined || file === null) return false;
  if (isLogCommitted(bench.root, key)) return true;
  if (!wasFound(event.name) || !isAsCommitted(bench.root, relative(bench.root, file))) return false;
  return (await bench.store.history(key)).every((revision) => wasFound(revision.event.name));
}

/** git names paths with slashes. */
function relative(root: string, file: string): string {
  return path.relative(root, file).replaceAll('\\', '/');
}
