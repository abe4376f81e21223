// Whether a path leads to a place inside the project, links followed.

import fs from 'node:fs';
import { wayInside } from '../../disk/inside.js';

/**
 * Follows a path to where it really leads.
 * @param file the path
 * @returns the real path; null when nothing is there
 */
export function realPath(file: string): string | null {
  try {
    return fs.realpathSync.native(file);
  } catch {
    return null;
  }
}

/**
 * Tells whether a path leads inside a folder.
 * @param root the folder
 * @param file the path; it must exist
 * @returns true when it is the folder or below it, wherever links lead
 */
export function isInside(root: string, file: string): boolean {
  const [from, to] = [realPath(root), realPath(file)];
  if (from === null || to === null) return false;
  return wayInside(from, to) !== null;
}
