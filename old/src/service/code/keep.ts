// Keeps the working tree as a commit of its own. The user's index, branches, HEAD, stash and hooks are not touched: the
// tree is made in an index file that is thrown away, and the commit stands under a ref that nothing else uses.

import fs from 'node:fs';
import path from 'node:path';
import { PawlError } from '../../rules/errors.js';
import { type Key, keyText, refOf } from '../../rules/names.js';
import type { Workbench } from '../workbench.js';
import { copyIndex } from './copy-index.js';
import { findChanges, refuseTooLarge } from './changes.js';
import { gitText, runGit } from './git-process.js';
import { type CodeSnapshot, findCode, isOf } from './list.js';
import { codeRef, headCommit, readRepository, type Repository } from './repository.js';

/** How much changed and new content a snapshot may hold. */
export const maxCodeBytes = 100 * 1024 * 1024;

/** A snapshot that was just made. */
export interface KeptCode extends CodeSnapshot {
  /** What of the working tree is not in it, in words: repositories inside, uncommitted work in submodules. */
  readonly leftOut: readonly string[];
}

export interface KeepOptions {
  /** How much changed and new content is allowed; 100 MiB unless given. */
  readonly maxBytes?: number;
  /** When the revision was saved: tells it from one with its number in a run of the same name that is gone. */
  readonly savedAt?: string;
  /** The save is a repeated one: code that was kept with it then stays as it is. */
  readonly isRepeated?: boolean;
}

/**
 * Keeps the working tree with a revision of a checkpoint, as a git commit under `refs/pawl/`. Ignored files are left out.
 * @param bench the store and the circumstances
 * @param key the checkpoint
 * @param revision the revision that the code belongs to
 * @param options limits
 * @returns the snapshot; throws `not-allowed` outside git, `too-large`, or `git-failed`
 */
export async function keepCode(
  bench: Workbench,
  key: Key,
  revision: number,
  options: KeepOptions = {},
): Promise<KeptCode> {
  const repository = await readRepository(bench.root);
  const { top } = repository;
  const ref = codeRef(repository, key, revision);
  const earlier = await findCode(repository, ref);
  const isSame = earlier !== null && (options.savedAt === undefined || isOf(earlier, { at: options.savedAt }));
  if (options.isRepeated === true) {
    if (isSame) return { ...earlier, leftOut: [] };
    await refusePast(bench, key, revision);
  }
  const { tree, leftOut } = await treeOf(repository, options.maxBytes ?? maxCodeBytes);
  if (isSame && (await gitText(top, ['rev-parse', '--verify', `${earlier.commit}^{tree}`])) === tree) {
    return { ...earlier, leftOut };
  }
  const parent = await headCommit(top);
  const seconds = Math.floor(bench.clock() / 1000);
  // A number that was used before, by a run that was since removed by hand: its code stays reachable from the new one.
  const parents = [parent, earlier?.commit].flatMap((id) => (id == null ? [] : ['-p', id]));
  const commit = await gitText(top, ['commit-tree', tree, ...parents, '-F', '-'], {
    input: messageOf(key, revision, bench.actor, { project: repository.scope, saved: options.savedAt ?? '' }),
    env: identity(seconds),
  });
  const before = earlier?.commit ?? '0'.repeat(commit.length);
  await runGit(top, ['update-ref', '--no-deref', ref, commit, before]);
  const at = new Date(seconds * 1000).toISOString();
  const savedAt = options.savedAt ?? null;
  return { ref, key: keyText(key), revision, commit, parent, at, savedAt, isOrphan: false, leftOut };
}

/** A call that was cut off before it kept the code may be repeated, until the run has gone on. */
async function refusePast({ store }: Workbench, key: Key, revision: number): Promise<void> {
  const newest = await store.get(key);
  if (newest === null || newest.revision === revision) return;
  const message = `${refOf(key)} went on to revision ${newest.revision} since: the working tree is no longer that of revision ${revision}`;
  throw new PawlError('not-allowed', message, { hint: 'Keep the code with the next save.' });
}

/** Nobody has to have told git a name: the commit is pawl's own. */
function identity(seconds: number): Record<string, string> {
  const who = { NAME: 'pawl', EMAIL: 'pawl@localhost', DATE: `@${seconds} +0000` };
  const members = Object.entries(who).flatMap(([name, value]) => [
    [`GIT_AUTHOR_${name}`, value],
    [`GIT_COMMITTER_${name}`, value],
  ]);
  return Object.fromEntries(members);
}

/** Names and actors come from outside and must not begin lines of their own. */
function line(text: string): string {
  // oxlint-disable-next-line no-control-regex -- they are what this is about
  return text.replace(/[\u0000-\u001f\u007f]+/g, ' ').trim();
}

function messageOf(
  key: Key,
  revision: number,
  actor: string,
  { project, saved }: { readonly project: string; readonly saved: string },
): string {
  return [
    `The working tree at revision ${revision} of ${line(refOf(key))}`,
    '',
    `Kept by pawl for ${line(actor)}.`,
    '',
    // As JSON: a checkpoint's name may hold any character.
    `Pawl-Checkpoint: ${JSON.stringify(keyText(key))}`,
    `Pawl-Revision: ${revision}`,
    ...(saved === '' ? [] : [`Pawl-Saved: ${JSON.stringify(saved)}`]),
    ...(project === '' ? [] : [`Pawl-Project: ${JSON.stringify(project)}`]),
    '',
  ].join('\n');
}

/** Makes the tree in an index that begins as a copy of the user's: unchanged files need not be read again. */
async function treeOf(
  repository: Repository,
  maxBytes: number,
): Promise<{ readonly tree: string; readonly leftOut: readonly string[] }> {
  const { top } = repository;
  const changes = await findChanges(repository);
  refuseTooLarge(top, changes.written, maxBytes);
  const folder = fs.mkdtempSync(path.join(process.getBuiltinModule('node:os').tmpdir(), 'pawl-index-'));
  try {
    const index = path.join(folder, 'index');
    copyIndex(path.resolve(top, await gitText(top, ['rev-parse', '--git-path', 'index'])), index);
    const env = { GIT_INDEX_FILE: index };
    const update = async (options: readonly string[], names: readonly string[]): Promise<void> => {
      const input = Buffer.from(names.map((name) => `${name}\0`).join(''), 'latin1');
      if (names.length > 0) await runGit(top, ['update-index', ...options, '-z', '--stdin'], { env, input });
    };
    await update(['--force-remove'], changes.removed);
    await update(['--add', '--remove', '--replace'], changes.written);
    return { tree: await gitText(top, ['write-tree'], { env }), leftOut: changes.leftOut };
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}
