// The helpers of the seeds' utils.cjs: small, silent, and on the same idea of the project's root as everything else.

import fs from 'node:fs';
import path from 'node:path';
import { tempName } from '../../disk/temp-name.js';
import { errnoOf } from '../../rules/errno.js';
import { findGitRoot, projectRoot } from '../../service/git.js';
import { logError } from '../../service/log-error.js';

export { logError };

/** None of these throws, whatever it is given: one line to stderr, and the answer for a failure. */
function silently<T>(doing: string, given: unknown, failed: T, work: () => T): T {
  try {
    return work();
  } catch (error) {
    logError(`Failed to ${doing} ${typeof given === 'string' ? given : `a ${typeof given}`}`, error);
    return failed;
  }
}

/**
 * Reads a text file.
 * @param file its path
 * @returns the text, or null when it is absent or unreadable
 */
export function readFile(file: string): string | null {
  return silently('read', file, null, () => {
    const given: unknown = file;
    // Node would take it for an open file, and wait for whoever writes into it.
    if (typeof given === 'number') throw new TypeError('a number is no path');
    try {
      return fs.readFileSync(file, 'utf8');
    } catch (error) {
      if (errnoOf(error) === 'ENOENT') return null;
      throw error;
    }
  });
}

/**
 * Writes a text file in one step: readers see the old text or the new one, never half of it.
 * @param file its path
 * @param content the text
 * @returns true when it was written
 */
export function writeFile(file: string, content: string): boolean {
  return silently('write', file, false, () => {
    const folder = path.dirname(file);
    if (!ensureDir(folder)) return false;
    // Not longer for a long name: what can be written at all is written.
    const temp = path.join(folder, tempName());
    const fd = fs.openSync(temp, 'wx');
    try {
      try {
        fs.writeFileSync(fd, content);
        fs.fsyncSync(fd);
      } finally {
        fs.closeSync(fd);
      }
      fs.renameSync(temp, file);
    } catch (error) {
      silently('remove', temp, undefined, () => fs.rmSync(temp, { force: true }));
      throw error;
    }
    return true;
  });
}

/**
 * Makes sure that a folder exists.
 * @param folder its path
 * @returns true when it is there
 */
export function ensureDir(folder: string): boolean {
  return silently('create', folder, false, () => {
    makeFolders(path.resolve(folder));
    return true;
  });
}

/** Step by step: Node's own `recursive` never ends where a folder cannot be made although its parent is there (/proc). */
function makeFolders(folder: string): void {
  if (fs.statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true) return;
  if (path.dirname(folder) !== folder) makeFolders(path.dirname(folder));
  try {
    fs.mkdirSync(folder);
  } catch (error) {
    // Another process may have been first.
    if (fs.statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) throw error;
  }
}

/**
 * Finds the git root: `GIT_ROOT`, else the repository of `CLAUDE_PROJECT_DIR` or of the current folder.
 * @returns the root, or null outside any repository
 */
export function getGitRoot(): string | null {
  try {
    return process.env['GIT_ROOT'] ? projectRoot() : findGitRoot(projectRoot());
  } catch (error) {
    logError('Failed to find the git root', error); // the current folder was removed
    return null;
  }
}

/**
 * Gives the folder of command checkpoints.
 * @returns `.claude/state` below the project's root; without that part where no root can be found
 */
export function getStateDir(): string {
  const state = path.join('.claude', 'state');
  try {
    return path.join(projectRoot(), state);
  } catch (error) {
    logError('Failed to find the state folder', error); // the current folder was removed
    return state;
  }
}
