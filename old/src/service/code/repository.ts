// The git repository around a project, and the names under which it keeps pawl's snapshots.

import fs from 'node:fs';
import path from 'node:path';
import { checksumText } from '../../rules/checksum.js';
import { PawlError } from '../../rules/errors.js';
import { type Key, keyText } from '../../rules/names.js';
import { findGitRoot } from '../git.js';
import { gitText, runGit } from './git-process.js';

/** All snapshots are below this. No branch, no tag: neither `git branch` nor a push shows them. */
export const codeRefs = 'refs/pawl';

export interface Repository {
  /** The top of the working tree. */
  readonly top: string;
  /** From there to the project's root, with a slash at its end; empty when they are the same. */
  readonly prefix: string;
  /** Where refs are, which all worktrees of a repository share. */
  readonly commonDir: string;
  /** Which project of the repository this is: its linked worktree and folder; empty for the main one. */
  readonly scope: string;
}

/**
 * Tells whether the worktree of a project is still there.
 * @param repository any project of the repository
 * @param scope the project's scope
 * @returns false when its linked worktree was removed
 */
export function hasWorktree({ commonDir }: Repository, scope: string): boolean {
  const id = scope.split(':', 1)[0] ?? '';
  return id === '' || fs.existsSync(path.join(commonDir, 'worktrees', id));
}

/**
 * Finds the repository of a project.
 * @param root the project's root
 * @returns the repository, or null when the project is in none
 */
export async function findRepository(root: string): Promise<Repository | null> {
  if (findGitRoot(root) === null) return null;
  const asked = ['--is-inside-work-tree', '--git-dir', '--git-common-dir', '--show-prefix', '--show-toplevel'];
  const told = await gitText(root, ['rev-parse', ...asked]);
  const [isInside, gitDir = '', common = '', prefix = '', ...top] = told.split(/\r?\n/);
  if (isInside !== 'true') return null;
  const commonDir = path.resolve(root, common);
  const worktree = path.resolve(root, gitDir) === commonDir ? '' : path.basename(gitDir);
  const scope = worktree === '' && prefix === '' ? '' : `${worktree}:${prefix}`;
  return { top: top.join('\n'), prefix, commonDir, scope };
}

/**
 * Finds the repository of a project that must be in one.
 * @param root the project's root
 * @returns the repository; throws `not-allowed`
 */
export async function readRepository(root: string): Promise<Repository> {
  const found = await findRepository(root);
  if (found !== null) return found;
  throw new PawlError('not-allowed', `${root} is in no git repository, so its code cannot be kept or brought back`, {
    hint: 'Checkpoints work without one; only --code needs it.',
  });
}

/**
 * Gives the commit that HEAD names.
 * @param top the top of the working tree
 * @returns its id, or null on a branch without commits
 */
export async function headCommit(top: string): Promise<string | null> {
  const args = ['rev-parse', '--verify', '--quiet', '--end-of-options', 'HEAD^{commit}'];
  const { code, out } = await runGit(top, args, { allow: [1] });
  return code === 0 ? out.toString('utf8').trim() : null;
}

/**
 * Gives the folder of a checkpoint's snapshots. Any name can be a checkpoint's, and few can stand in a ref, so it is a
 * slug and a hash; names that differ only in case stay apart where the file system does not tell them apart, and so do
 * the checkpoints of several worktrees, which share their refs.
 * @param repository where
 * @param key the checkpoint
 * @returns e.g. `refs/pawl/command-implement-auth-0f1e2d3c4b5a6978`
 */
export function codeFolder({ scope }: Repository, key: Key): string {
  const text = keyText(key);
  const slug = text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
    .replace(/^-+|-+$/g, '');
  return `${codeRefs}/${slug}-${checksumText(scope === '' ? text : `${text}\n${scope}`)}`;
}

/**
 * Gives the ref of a snapshot.
 * @param repository where
 * @param key the checkpoint
 * @param revision its revision
 * @returns the full ref
 */
export function codeRef(repository: Repository, key: Key, revision: number): string {
  return `${codeFolder(repository, key)}/${revision}`;
}
