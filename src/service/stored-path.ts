// Paths that a call names, as checkpoints store them: from the project's root, with forward slashes.

import fs from 'node:fs';
import path from 'node:path';
import { badUsage } from '../rules/errors.js';

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
  const full = path.isAbsolute(typed) ? really(path.resolve(typed)) : path.resolve(cwd, typed);
  const from = path.relative(root, full);
  const isInside = from !== '' && !from.startsWith('..') && !path.isAbsolute(from);
  const isMeant = isInside && (path.isAbsolute(typed) || fs.existsSync(full));
  return (isMeant ? from : path.normalize(typed)).replaceAll(path.sep, '/');
}

/** An absolute path may lead into the project by links, as the root does not; the file itself may be one, or be missing. */
function really(full: string): string {
  try {
    return path.join(fs.realpathSync(path.dirname(full)), path.basename(full));
  } catch {
    return full;
  }
}

/**
 * Finds the files that are not there.
 * @param root the project's root
 * @param files stored paths
 * @returns those that lead nowhere
 */
export function missingFrom(root: string, files: readonly string[]): readonly string[] {
  return files.filter((file) => !fs.existsSync(path.resolve(root, file)));
}
