// Where the configuration stands. Loads nothing else: a status asks only whether there is anything to read.

import fs from 'node:fs';
import path from 'node:path';
import { errnoOf } from '../../rules/errno.js';

/** In the repository, where it comes with a clone. */
export const repositoryFile = '.claude/config/pawl.json';

/**
 * Finds the user's own file.
 * @param env the environment
 * @param platform the system
 * @returns its path, whether it is there or not; null when the system does not say where
 */
export function userFile(env: NodeJS.ProcessEnv, platform: NodeJS.Platform = process.platform): string | null {
  const home = env['HOME'] || env['USERPROFILE'];
  const folder =
    env['XDG_CONFIG_HOME'] ||
    (platform === 'win32' ? env['APPDATA'] : undefined) ||
    (home === undefined || home === ''
      ? undefined
      : path.join(home, ...(platform === 'darwin' ? ['Library', 'Application Support'] : ['.config'])));
  return folder === undefined || !path.isAbsolute(folder) ? null : path.join(folder, 'pawl', 'config.json');
}

/**
 * Tells whether a setting may be set anywhere, without reading what it is.
 * @param root the project's root
 * @param name the setting's own name, e.g. `max_age_days`
 * @param env the environment
 * @returns false when no file names it
 */
export function mayBeSet(root: string, name: string, env: NodeJS.ProcessEnv = process.env): boolean {
  return [path.join(root, repositoryFile), userFile(env)].some((file) => file !== null && holds(file, name));
}

/**
 * Tells whether there is a file of the configuration.
 * @param root the project's root
 * @param env the environment
 * @returns true also for one that cannot be looked at
 */
export function hasFiles(root: string, env: NodeJS.ProcessEnv): boolean {
  return [path.join(root, repositoryFile), userFile(env)].some((file) => file !== null && mayBeThere(file));
}

function mayBeThere(file: string): boolean {
  try {
    return fs.lstatSync(file, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return true;
  }
}

/** What cannot be read may hold anything; what is not there holds nothing. */
function holds(file: string, name: string): boolean {
  try {
    const stat = fs.statSync(file, { throwIfNoEntry: false });
    return stat !== undefined && (!stat.isFile() || fs.readFileSync(file, 'utf8').includes(name));
  } catch (error) {
    return errnoOf(error) !== 'ENOTDIR';
  }
}
