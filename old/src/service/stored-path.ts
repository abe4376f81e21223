// Paths that a call names, as checkpoints store them: from the project's root, with forward slashes.

import fs from 'node:fs';
import path from 'node:path';
import { wayInside } from '../disk/inside.js';
import { badUsage } from '../rules/errors.js';
import { isNowhere, worktreeAt } from './worktrees.js';

/**
 * Writes a path from the project's root. One that exists from the current folder is meant from there; any other is taken
 * as it stands, from the root.
 * @param root the project's root
 * @param typed the path as it was typed
 * @param cwd the current folder
 * @returns the path as it is stored; throws `bad-usage` for an empty one, e.g. of a shell variable that is not set
 */
export function storedPath(root: string, typed: string, cwd: string = process.cwd()): string {
  if (typed.trim() === '') throw badUsage('an empty path names no file', 'Name a file, or leave it out.');
  const full = path.resolve(cwd, typed);
  const from = pathFrom(root, full);
  const isMeant = from !== null && (path.isAbsolute(typed) || fs.existsSync(full));
  return isMeant ? from : path.normalize(typed).replaceAll(path.sep, '/');
}

/**
 * Writes an absolute path from the project's root. Either may be spelt with links in it. A file in a linked worktree of the
 * project's repository has the name that it has there: it is the same file on another branch.
 * @param root the project's root
 * @param full the path, of a file that need not be there
 * @returns the path, with forward slashes; null for what is not inside
 */
export function pathFrom(root: string, full: string): string | null {
  const worktree = worktreeAt(root, path.dirname(full));
  if (worktree !== null) return pathFrom(worktree, full);
  const from =
    wayInside(root, full) || wayInside(really(root), path.join(really(path.dirname(full)), path.basename(full)));
  return from === null || from === '' ? null : from.replaceAll(path.sep, '/');
}

/** The real name of a folder, as far as it is there: the first file in a new folder may be gone again with it. */
function really(folder: string): string {
  try {
    return fs.realpathSync(folder);
  } catch {
    const above = path.dirname(folder);
    return above === folder ? folder : path.join(really(above), path.basename(folder));
  }
}

/**
 * Finds the files that are not there.
 * @param root the project's root
 * @param files stored paths
 * @returns those that lead nowhere, in no working tree of its repository
 */
export function missingFrom(root: string, files: readonly string[]): readonly string[] {
  return files.filter((file) => isNowhere(root, file));
}
