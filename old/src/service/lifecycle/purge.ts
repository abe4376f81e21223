// Leaves no trace of a run: no file, no history, no code, no hand-off, no lease.

import fs from 'node:fs';
import path from 'node:path';
import { diskError, removeFile } from '../../disk/files.js';
import { ensureFolder } from '../../disk/folders.js';
import { failedFolder, ownFolder, publishedFolders } from '../../disk/layout.js';
import { ignoreAll } from '../../disk/prepare-folders.js';
import { isPawlError } from '../../rules/errors.js';
import { type Key, refOf } from '../../rules/names.js';
import { collectCode, dropCode } from '../code/collect.js';
import { dropHandoffs } from '../handoff/files.js';
import { forgetLease } from '../lease/leases.js';
import { takeJournal } from '../journal/journal.js';
import { forgetSessions } from '../session/binding.js';
import type { Workbench } from '../workbench.js';
import { type MoveOptions, refuseHeld } from './move.js';

export interface Purged {
  readonly ref: string;
  /** False when nothing was there. */
  readonly purged: boolean;
  /** How many snapshots of its code went with it. */
  readonly code: number;
  /** Why snapshots of its code may still be there: git could not be asked. */
  readonly codeLeft?: string;
}

/**
 * Takes a run away for good, history included. The refs of its code go; git forgets their objects in its own time.
 * @param bench the store and the circumstances
 * @param key the run
 * @param options whether someone else's work on it counts
 * @returns what went
 */
export async function purgeRun(
  bench: Workbench,
  key: Key,
  options: Pick<MoveOptions, 'evenIfHeld'> = {},
): Promise<Purged> {
  if (options.evenIfHeld !== true) refuseHeld(bench, key, 'deleted');
  // Code and hand-offs go first: while the run is there, a purge that was cut off can be repeated.
  const code = await dropCodeIfGit(bench, key);
  dropHandoffs(bench.root, key);
  const purged = await bench.store.purge(key);
  forgetLease(bench, key);
  forgetSessions(bench.root, key);
  takeJournal(bench.root, key)?.done();
  return { ref: refOf(key), purged, ...code };
}

/**
 * Takes the snapshots of worktrees that are gone away, when nothing of any run is to be left.
 * @param bench the store and the circumstances
 * @returns how many went; none where git does not work
 */
export async function purgeOrphans(bench: Workbench): Promise<number> {
  try {
    return (await collectCode(bench, ({ isOrphan }) => isOrphan)).length;
  } catch (error) {
    if (!isPawlError(error, 'git-failed')) throw error;
    return 0; // which the runs' own snapshots have told
  }
}

/**
 * Takes away what is no run's, when nothing of any run is to be left.
 * @param root the project's root
 * @param strays the files, from the root
 */
export function purgeStrays(root: string, strays: readonly string[]): void {
  for (const stray of strays) removeFile(path.join(root, stray));
}

/**
 * Takes pawl's own folder away, and those of the runs where nothing else stands in them. No run may be left.
 * @param root the project's root
 */
export function removeOwnFolders(root: string): void {
  if (ensureFolder(root, ownFolder, null)) {
    const folder = path.join(root, ownFolder);
    try {
      fs.rmSync(folder, { recursive: true, force: true });
    } catch (error) {
      throw diskError(error, 'empty', folder);
    }
  }
  const { command, pipeline, workflow } = publishedFolders;
  for (const folder of [failedFolder, workflow, command, pipeline]) removeIfEmpty(root, folder);
}

/** The file that lets git ignore a folder is nothing in it. Folders above that are left empty go as well. */
function removeIfEmpty(root: string, folder: string): void {
  try {
    if (!ensureFolder(root, folder, null)) return;
    const ignore = path.join(root, folder, '.gitignore');
    const names = fs.readdirSync(path.join(root, folder));
    if (names.length === 1 && names[0] === '.gitignore' && fs.readFileSync(ignore, 'utf8') === ignoreAll)
      removeFile(ignore);
    for (let at = folder; at !== '.'; at = path.dirname(at)) fs.rmdirSync(path.join(root, at));
  } catch {
    // Someone needs it, or it cannot be taken away: an empty folder tells nothing.
  }
}

/** Where git does not work the rest goes all the same, and a person is told what is left to do. */
async function dropCodeIfGit(bench: Workbench, key: Key): Promise<Pick<Purged, 'code' | 'codeLeft'>> {
  try {
    return { code: (await dropCode(bench, key)).length };
  } catch (error) {
    if (!isPawlError(error, 'git-failed')) throw error;
    const left = `code that was kept with ${refOf(key)} may still be there: ${error.message}`;
    bench.remark?.(`${left}. Its refs are below refs/pawl.`);
    return { code: 0, codeLeft: error.message };
  }
}
