// Where the hooks that init writes find pawl: the same places as in templates/pawl-hook.cjs.

import fs from 'node:fs';
import path from 'node:path';

/**
 * Looks for a program in PATH.
 * @param name its name
 * @param env the environment
 * @returns whether one is there that can be run
 */
export function isInPath(name: string, env: NodeJS.ProcessEnv = process.env): boolean {
  const folders = (env['PATH'] ?? '').split(path.delimiter).filter((folder) => path.isAbsolute(folder));
  const endings = process.platform === 'win32' ? ['.cmd', '.exe'] : [''];
  return folders.some((folder) => endings.some((ending) => fs.existsSync(path.join(folder, name + ending))));
}

const isInstalled = (home: string): boolean => fs.existsSync(path.join(home, 'node_modules', 'pawl'));

/**
 * Tells whether hooks find pawl.
 * @param root the project's root
 * @param env the environment
 * @returns true when it is in the project, in the checkout that a linked worktree belongs to, or in PATH
 */
export function canFindPawl(root: string, env: NodeJS.ProcessEnv = process.env): boolean {
  return isInstalled(root) || homeOf(root).some(isInstalled) || isInPath('pawl', env);
}

function homeOf(worktree: string): readonly string[] {
  try {
    const link = /^gitdir: (.+?)\s*$/.exec(fs.readFileSync(path.join(worktree, '.git'), 'utf8'))?.[1];
    return link === undefined ? [] : [path.resolve(worktree, link, '..', '..', '..')];
  } catch {
    return []; // .git is a folder, or not there
  }
}
