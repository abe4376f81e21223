// Working trees of one repository: which of them an agent's session keeps its state in, and what a path in another one is.
// Git's worktrees each are a project of their own, but a session that enters one goes on with the run that it has.

import fs from 'node:fs';
import path from 'node:path';
import { parseKey } from '../rules/names.js';
import { commonDirOf, findGitRoot, projectRoot, readBranch } from './git.js';
import { isGone } from './gone-files.js';
import { loadBinding } from './session/binding.js';
import { mayBeElsewhere, sessionRootVariable } from './session/elsewhere.js';

/**
 * Finds the project's root for what is recorded of a run. In a linked worktree, that is where the session's hooks work, when
 * the session's run of a command or a workflow is there: its hooks and its shell calls keep one state. A pipeline is about
 * the files of its own working tree, and so is what a gate looks at: those go by `projectRoot`.
 * @returns an absolute path
 */
export function sessionRoot(): string {
  const { env } = process;
  const root = projectRoot();
  const named = env[sessionRootVariable] ?? '';
  if (!mayBeElsewhere(root, env) || !path.isAbsolute(named) || !isLinkedTo(named, root)) return root;
  const { run = null, isTold = false } = loadBinding(named, env['PAWL_SESSION'] ?? '') ?? {};
  const family = run === null || isTold ? undefined : parseKey(run)?.family;
  return family === 'command' || family === 'workflow' ? named : root;
}

/** Whether a folder is a linked worktree of the repository that a project is in. */
function isLinkedTo(root: string, folder: string): boolean {
  const isLinked = fs.statSync(path.join(folder, '.git'), { throwIfNoEntry: false })?.isFile() === true;
  const common = isLinked ? commonDirOf(folder) : null;
  return common !== null && common === commonDirOf(root);
}

/**
 * Finds the linked worktree of a project's repository that a folder is in.
 * @param root the project's root
 * @param folder the folder, which need not be there
 * @returns the worktree's root; null when the folder is in none
 */
export function worktreeAt(root: string, folder: string): string | null {
  const top = findGitRoot(folder);
  return top !== null && top !== root && isLinkedTo(root, top) ? top : null;
}

/**
 * Lists the linked worktrees of a project's repository.
 * @param root the project's root
 * @returns their roots; none where git's files do not tell
 */
export function linkedWorktrees(root: string): readonly string[] {
  const folder = path.join(commonDirOf(root) ?? '', 'worktrees');
  try {
    return fs.readdirSync(folder).map((name) => {
      const file = fs.readFileSync(path.join(folder, name, 'gitdir'), 'utf8').trim();
      return path.dirname(path.resolve(folder, name, file));
    });
  } catch {
    return [];
  }
}

/**
 * Reads the branch that is checked out where someone works: in the project, or in a linked worktree of its repository.
 * @param root the project's root
 * @param cwd where they work; the current folder unless given
 * @returns its name; null when none is checked out
 */
export function branchAt(root: string, cwd?: string | null): string | null {
  return readBranch(worktreeAt(root, cwd ?? currentFolder() ?? root) ?? root);
}

/**
 * Gives the current folder.
 * @returns its path; null when it was removed under the caller
 */
export function currentFolder(): string | null {
  try {
    return process.cwd();
  } catch {
    return null;
  }
}

/**
 * Tells whether a file is absent in every working tree of a project's repository.
 * @param root the project's root
 * @param file the file, from the root
 * @returns true only when it stands in none
 */
export function isNowhere(root: string, file: string): boolean {
  return isGone(root, file) && linkedWorktrees(root).every((worktree) => isGone(worktree, file));
}
