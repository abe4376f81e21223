// The project's root for programs, where a current folder that was removed is an error in words.

import path from 'node:path';
import { PawlError } from '../rules/errors.js';
import { projectRoot } from './git.js';

/**
 * Finds the project's root.
 * @param named the root, when the caller names it
 * @returns an absolute path; throws `not-found` when it would follow from a current folder that is gone
 */
export function rootHere(named?: string): string {
  try {
    return named === undefined ? projectRoot() : path.resolve(named);
  } catch (error) {
    throw isWithoutFolder(error) ? folderGone(error) : error;
  }
}

/**
 * Tells whether an error is Node's word for a current folder that was removed.
 * @param error what was thrown
 * @returns true for that
 */
export function isWithoutFolder(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error && error.syscall === 'uv_cwd';
}

/**
 * Makes the error about it.
 * @param cause what was thrown
 * @returns the error, to be thrown
 */
export function folderGone(cause: unknown): PawlError {
  const hint = 'Change to another folder.';
  return new PawlError('not-found', 'the current folder does not exist any more', { hint, cause });
}
