// Brings kept code back beside the user's own: as a new branch, as a new worktree, or both. Never over anything.

import fs from 'node:fs';
import path from 'node:path';
import { PawlError } from '../../rules/errors.js';
import { type Key, refOf } from '../../rules/names.js';
import type { Workbench } from '../workbench.js';
import { gitText, runGit } from './git-process.js';
import { type CodeSnapshot, findCode, isOf, listCode } from './list.js';
import { codeRef, readRepository } from './repository.js';

/** Where kept code is brought back to; at least one of them. */
export interface CodeTarget {
  /** The name of a branch that does not exist yet. */
  readonly branch?: string | undefined;
  /** The folder of a worktree that does not exist yet; relative to the project's root. */
  readonly worktree?: string | undefined;
}

/** Code that was brought back. */
export interface RestoredCode {
  readonly snapshot: CodeSnapshot;
  readonly branch: string | null;
  /** An absolute path. */
  readonly worktree: string | null;
}

/**
 * Brings back the code that was kept with a revision.
 * @param bench the store and the circumstances
 * @param key the checkpoint
 * @param revision the revision
 * @param target a new branch, a new worktree (without a branch its HEAD is detached), or both
 * @returns where the code is now; throws `not-found` when none was kept, `not-allowed` when a name is taken
 */
export async function restoreCode(
  bench: Workbench,
  key: Key,
  revision: number,
  target: CodeTarget,
): Promise<RestoredCode> {
  const repository = await readRepository(bench.root);
  const { top } = repository;
  const branch = target.branch ?? null;
  const worktree = target.worktree === undefined ? null : path.resolve(bench.root, target.worktree);
  if (branch === null && worktree === null)
    throw new PawlError('bad-usage', 'code is brought back as a branch or as a worktree; neither was named');
  const snapshot = await findCode(repository, codeRef(repository, key, revision));
  const [saved] = await bench.store.history(key, { before: revision + 1, limit: 1 });
  const isItsOwn = snapshot !== null && (saved?.revision !== revision || isOf(snapshot, saved));
  if (!isItsOwn) throw await noCode(bench, key, revision);
  if (branch !== null) await refuseBranch(top, branch);
  if (worktree !== null && isThere(worktree)) throw taken(`${worktree} exists already`);
  if (branch !== null) await makeBranch(top, branch, snapshot.commit);
  if (worktree !== null) await addWorktree(top, worktree, branch, snapshot.commit);
  return { snapshot, branch, worktree };
}

function isThere(file: string): boolean {
  if (file.includes('\0')) throw new PawlError('bad-name', 'the path of a worktree cannot contain a NUL character');
  try {
    return fs.lstatSync(file, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false; // no folder can be there: git says why
  }
}

async function noCode(bench: Workbench, key: Key, revision: number): Promise<PawlError> {
  const times = new Map((await bench.store.history(key)).map((one) => [one.revision, one]));
  if (!times.has(revision)) return new PawlError('not-found', `${refOf(key)} has no revision ${revision}`);
  const isItsOwn = (one: CodeSnapshot): boolean => isOf(one, times.get(one.revision) ?? { at: '' });
  const kept = (await listCode(bench, key)).filter(isItsOwn).map((one) => one.revision);
  const which =
    kept.length === 0
      ? 'None is kept of any revision: it comes with --code, and `pawl clean` collects it after a while.'
      : `It is kept with ${kept.length === 1 ? 'revision' : 'revisions'} ${kept.join(', ')}.`;
  return new PawlError('not-found', `no code is kept with revision ${revision} of ${refOf(key)}`, {
    hint: which,
    data: { revisions: kept },
  });
}

async function refuseBranch(top: string, branch: string): Promise<void> {
  const full = `refs/heads/${branch}`;
  const isPlain = !branch.startsWith('-') && !/^(?:HEAD|@|refs\/.*)$/.test(branch) && !branch.includes('\0');
  if (!isPlain || (await runGit(top, ['check-ref-format', full], { allow: [1] })).code !== 0) {
    throw new PawlError('bad-name', `${JSON.stringify(branch)} cannot be the name of a branch`, {
      hint: 'Choose a name of letters, digits, "-", "_", "." and "/".',
    });
  }
  const { code } = await runGit(top, ['show-ref', '--verify', '--quiet', '--', full], { allow: [1] });
  // A branch without commits has no ref, but it is checked out: a ref would put this commit under someone's work.
  const worktrees = (await gitText(top, ['worktree', 'list', '--porcelain'])).split('\n');
  if (code === 0 || worktrees.includes(`branch ${full}`)) throw taken(`there is a branch ${branch} already`);
}

/** Succeeds only if the branch still does not exist. */
async function makeBranch(top: string, branch: string, commit: string): Promise<void> {
  await runGit(top, ['update-ref', '--no-deref', `refs/heads/${branch}`, commit, '0'.repeat(commit.length)]);
}

async function addWorktree(top: string, folder: string, branch: string | null, commit: string): Promise<void> {
  const what = branch === null ? ['--detach', '--', folder, commit] : ['--', folder, branch];
  try {
    await runGit(top, ['worktree', 'add', '--quiet', ...what]);
  } catch (error) {
    // The branch was made a moment ago and nobody has seen it; it goes only if it still is what it was.
    if (branch !== null) await runGit(top, ['update-ref', '--no-deref', '-d', `refs/heads/${branch}`, commit]);
    throw error;
  }
}

function taken(message: string): PawlError {
  return new PawlError('not-allowed', `${message}; nothing was changed`, {
    hint: 'Choose another name: code is only ever brought back beside what is there.',
  });
}
