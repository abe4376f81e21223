// When a build was killed: its watchdog leaves a file once it has ended what the build ran. What changed until then changed in the
// build's time, and nobody else has to answer for it.

import fs from 'node:fs';
import path from 'node:path';
import { removeFile } from '../../disk/files.js';
import { ensureFolder } from '../../disk/folders.js';
import { ownFolder } from '../../disk/layout.js';

/** Where runs keep what they know of their children. */
export const rollFolder = `${ownFolder}/children`;

const suffix = '.killed';

/**
 * Names the file that a watchdog leaves.
 * @param root the project's root
 * @param mark of the run's children
 * @returns its path
 */
export function killedFile(root: string, mark: string): string {
  return path.join(root, rollFolder, `${mark}${suffix}`);
}

function filesOf(root: string, id: string): readonly string[] {
  try {
    if (!ensureFolder(root, rollFolder, null)) return [];
    const folder = path.join(root, rollFolder);
    const files = fs.readdirSync(folder).filter((name) => name.endsWith(suffix));
    const all = files.map((name) => path.join(folder, name));
    return all.filter((file) => fs.readFileSync(file, 'utf8') === `pipeline:${id}`);
  } catch {
    return []; // as without a watchdog
  }
}

/**
 * Finds when a build of a run was last killed.
 * @param root the project's root
 * @param id the run
 * @returns the time at which nothing of it ran any more, in nanoseconds; null when none was
 */
export function killedAt(root: string, id: string): bigint | null {
  const times = filesOf(root, id).flatMap(
    (file) => fs.lstatSync(file, { bigint: true, throwIfNoEntry: false })?.mtimeNs ?? [],
  );
  return times.reduce<bigint | null>((last, time) => (last === null || time > last ? time : last), null);
}

/**
 * Forgets that builds were killed: a later one has ended by itself, and has taken over what they left.
 * @param root the project's root
 * @param id the run
 */
export function forgetKilled(root: string, id: string): void {
  for (const file of filesOf(root, id)) removeFile(file);
}

/**
 * Tells whether a file changed, or was removed, before a certain time.
 * @param root the project's root
 * @param file its path from the root
 * @param time in nanoseconds
 * @returns false also when that is not known
 */
export function changedBefore(root: string, file: string, time: bigint): boolean {
  for (let at = path.join(root, file); at.length >= root.length; at = path.dirname(at)) {
    const stat = fs.lstatSync(at, { bigint: true, throwIfNoEntry: false });
    // What is not there was removed when its folder changed last, or before.
    if (stat !== undefined) return stat.ctimeNs < time;
  }
  return false;
}
