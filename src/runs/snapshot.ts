// Code as git objects: what stands in the working tree, stored with a temporary index, so that the index and the files stay
// as they are. `--code` keeps such a commit for a revision of a run, under `refs/pawl/`.

import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { checksum } from '../base/checksum.js';
import { PawlError } from '../base/errors.js';
import { type Key, fileStem, keyText, refOf } from '../base/names.js';
import { type GitOptions, findGitRoot, git, gitFolders, readHead, runGit } from './git.js';

/** Checkpoints are not code, and each worktree of Claude Code has code of its own. From the project's root. */
export const ownFolders: readonly string[] = [
  '.claude/state',
  '.claude/checkpoints',
  '.claude/skills/build-pipeline/checkpoints',
  '.claude/worktrees',
];
const maxFileBytes = 5 * 1024 * 1024;

/** pawl's own commits need no identity of the user. */
export const identity: Readonly<Record<string, string>> = {
  GIT_AUTHOR_NAME: 'pawl',
  GIT_AUTHOR_EMAIL: 'pawl@localhost',
  GIT_COMMITTER_NAME: 'pawl',
  GIT_COMMITTER_EMAIL: 'pawl@localhost',
};

/** The top of the repository, and the path from there to the project's root: empty, or with a slash at its end. */
export function repositoryOf(root: string): { readonly top: string; readonly prefix: string } {
  const top = findGitRoot(root);
  if (top === null) throw new PawlError('not-allowed', `${root} is not in a git repository`);
  const inside = path.relative(top, path.resolve(root)).replaceAll('\\', '/');
  return { top, prefix: inside === '' ? '' : `${inside}/` };
}

/** Lets git work with an index that is thrown away. */
export function withTempIndex<T>(use: (run: typeof git, index: string) => T): T {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'pawl-index-'));
  const index = path.join(folder, 'index');
  const run = (cwd: string, args: readonly string[], options: GitOptions = {}): string =>
    git(cwd, args, { ...options, env: { ...options.env, GIT_INDEX_FILE: index } });
  try {
    return use(run, index);
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

export interface WorkingTree {
  /** The tree that a commit of every file would have; ignored files and checkpoints are left out. */
  readonly tree: string;
  /** Files that were too large. */
  readonly leftOut: readonly string[];
}

/** Stores what stands in the working tree. Throws when git cannot tell. */
export function workingTree(root: string, maxBytes = Infinity, timeout?: number): WorkingTree {
  const { top, prefix } = repositoryOf(root);
  return withTempIndex((run, index) => {
    copyIndex(path.join(gitFolders(top).gitDir, 'index'), index);
    const names = ['ls-files', '-z', '--modified', '--deleted', '--others', '--exclude-standard'];
    const listed = run(top, names, { encoding: 'latin1', timeout }).split('\0');
    const own = ownFolders.map((folder) => `${prefix}${folder}/`);
    // Sorted: a file that became a folder comes before the files in it.
    const changed = [...new Set(listed)].sort().filter((name) => {
      return name !== '' && !name.endsWith('/') && !own.some((folder) => name.startsWith(folder));
    });
    const isLarge = (name: string): boolean => sizeOf(top, name) > maxBytes;
    const input = changed.flatMap((name) => (isLarge(name) ? [] : [`${name}\0`])).join('');
    const update = ['update-index', '--add', '--remove', '--replace', '-z', '--stdin'];
    if (input !== '') run(top, update, { input, encoding: 'latin1', timeout });
    const leftOut = changed.filter(isLarge).map((name) => Buffer.from(name, 'latin1').toString('utf8'));
    return { tree: run(top, ['write-tree'], { timeout }), leftOut };
  });
}

/** git looks into files that are as new as the index. The copy is older by a second, so that it looks into more, not fewer. */
function copyIndex(from: string, to: string): void {
  if (!fs.existsSync(from)) return; // nothing was ever added
  fs.copyFileSync(from, to);
  const then = Math.floor(fs.statSync(from).mtimeMs / 1000) - 1;
  fs.utimesSync(to, then, then);
}

function sizeOf(top: string, name: string): number {
  const file = Buffer.from(`${Buffer.from(`${top}/`).toString('latin1')}${name}`, 'latin1');
  return fs.lstatSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

export interface Snapshot {
  readonly revision: number;
  readonly ref: string;
}

/** Keeps the code of this moment for a revision. Gives the files that were too large. */
export function takeSnapshot(root: string, key: Key, revision: number): Snapshot & Pick<WorkingTree, 'leftOut'> {
  const { tree, leftOut } = workingTree(root, maxFileBytes);
  const head = readHead(root);
  const parent = head === null ? [] : ['-p', head];
  const message = `${refOf(key)}, revision ${revision}`;
  const commit = git(root, ['commit-tree', tree, ...parent, '-m', message], { env: identity });
  const ref = `${refFolder(key)}${revision}`;
  git(root, ['update-ref', ref, commit]);
  return { revision, ref, leftOut };
}

/** Plain names stay readable; names that git does not take become a checksum. */
function refFolder(key: Key): string {
  const stem = fileStem(key);
  const isFine = /^[\w-]+(?:\.[\w-]+)*$/.test(stem) && !stem.endsWith('.lock');
  return `refs/pawl/${key.family}/${isFine ? stem : `run-${checksum(keyText(key)).slice(0, 12)}`}/`;
}

/** The revisions whose code was kept, the oldest first. */
export function snapshotsOf(root: string, key: Key): readonly Snapshot[] {
  const refs = runGit(root, ['for-each-ref', '--format=%(refname)', refFolder(key)])?.split('\n') ?? [];
  const found = refs.map((ref) => ({ revision: Number(ref.split('/').at(-1)), ref }));
  return found.filter(({ ref, revision }) => ref !== '' && revision > 0).sort((a, b) => a.revision - b.revision);
}

/** Finds the code of a revision. */
export function readSnapshot(root: string, key: Key, revision: number): Snapshot {
  const all = snapshotsOf(root, key);
  const found = all.find((one) => one.revision === revision);
  if (found !== undefined) return found;
  const kept = all.map((one) => one.revision).join(', ');
  const hint = kept === '' ? '--code with a phase or a note keeps it.' : `Revisions with code: ${kept}.`;
  throw new PawlError('not-found', `the code of ${refOf(key)} at revision ${revision} was not kept`, { hint });
}

export interface CodeDiff {
  /** Null: the commit that the code of `to` was based on. */
  readonly from: number | null;
  readonly to: number;
  readonly files: readonly { readonly status: string; readonly path: string }[];
  /** As `git diff --stat` shows it. */
  readonly stat: string;
  /** Shows every line. */
  readonly command: string;
}

/** Compares the code of two revisions; by default the last two that have any. */
export function diffCode(root: string, key: Key, from?: number, to?: number): CodeDiff {
  const all = snapshotsOf(root, key);
  const end = readSnapshot(root, key, to ?? all.at(-1)?.revision ?? 0);
  const before = from ?? all.findLast(({ revision }) => revision < end.revision)?.revision ?? null;
  const begin = before === null ? `${end.ref}^` : readSnapshot(root, key, before).ref;
  const fields = git(root, ['diff', '--name-status', '--no-renames', '-z', begin, end.ref]).split('\0');
  const files = fields.flatMap((path, at) => (at % 2 === 1 ? [{ status: fields[at - 1] ?? '', path }] : []));
  const stat = git(root, ['diff', '--stat', begin, end.ref]);
  return { from: before, to: end.revision, files, stat, command: `git diff ${begin} ${end.ref}` };
}

/** Forgets the code of a run. */
export function removeSnapshots(root: string, key: Key): void {
  for (const { ref } of snapshotsOf(root, key)) git(root, ['update-ref', '-d', ref]);
}
