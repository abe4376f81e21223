// What would be shipped, as a tree of git: that of a commit, or the one that a commit of the whole working tree would
// have. Without the files that pawl keeps, as recording a verdict changes those. Synchronous: hooks ask for it.

import fs from 'node:fs';
import path from 'node:path';
import { publishedFolders, runningFolders } from '../../disk/layout.js';
import { isOwnFile } from '../../disk/own-files.js';
import type { ShipContent } from '../../families/command/ship.js';
import { PawlError } from '../../rules/errors.js';
import { changesArgs, parseChanges } from '../code/changes.js';
import { runGitSync } from '../code/git-process.js';
import { copyIndex } from '../code/copy-index.js';
import { findGitRoot } from '../git.js';

const worktreeFolder = '.claude/worktrees/';
/** Where files of pawl may stand, and what else is left out. From the project's root. */
const ownFolders = [...runningFolders, `${publishedFolders.pipeline}/`, worktreeFolder];

/**
 * Runs are no content: their files change with every step. Neither are the worktrees that Claude Code makes: each has content of
 * its own, and in a tree it is a link. All other files in those folders are content like any other, and so is what can be run.
 */
function isNoContent(mode: string, file: string): boolean {
  return mode === '160000' ? file.startsWith(worktreeFolder) : mode === '100644' && isOwnFile(file);
}

/** A `git add` that is still to be run. */
export interface Addition {
  readonly folder: string;
  readonly args: readonly string[];
}

export interface ContentOptions {
  /** A commit by any of its names; the working tree unless given. */
  readonly commit?: string | undefined;
  /** What is staged, and these with it, as a commit would take them in; instead of the whole working tree. */
  readonly adds?: readonly Addition[] | undefined;
  /** How long git may take altogether. */
  readonly timeoutMs?: number | undefined;
  /** Trees that hold nothing of pawl's: one of them need not be looked through. */
  readonly known?: ReadonlySet<string> | undefined;
  /** Whether what the working tree holds is kept in the repository, so that it can be compared later. */
  readonly keep?: boolean | undefined;
}

/** Where a repository keeps its things. */
interface GitPaths {
  readonly top: string;
  /** From there to the project's root, with a slash at its end; empty when they are the same. */
  readonly prefix: string;
  readonly index: string;
  readonly objects: string;
}

type Env = Record<string, string>;
type Git = (
  args: readonly string[],
  options?: { readonly input?: Buffer; readonly env?: Env; readonly cwd?: string },
) => Buffer;

/** git at work on one question, for a limited time. */
interface GitWork {
  readonly git: Git;
  /** Asked for once, and only where it is needed: each process costs 7 ms. */
  paths(): GitPaths;
}

/** What is pushed are the objects themselves, whatever stands in for them here. */
const plainObjects = { GIT_NO_REPLACE_OBJECTS: '1' };

function beginWork(root: string, timeoutMs: number): GitWork {
  const top = findGitRoot(root);
  if (top === null) {
    throw new PawlError('not-allowed', `${root} is in no git repository, and a verdict is bound to content in git`, {
      hint: 'Run `git init` and commit, or name the repository with --root.',
    });
  }
  const endsAt = Date.now() + timeoutMs;
  const git: Git = (args, { input, env = {}, cwd = top } = {}) =>
    runGitSync(cwd, args, {
      timeoutMs: endsAt - Date.now(),
      env: { ...plainObjects, ...env },
      ...(input === undefined ? {} : { input }),
    }).out;
  let known: GitPaths | undefined;
  const paths = (): GitPaths => {
    const told = line(git(['rev-parse', '--git-path', 'index', '--git-path', 'objects']));
    const [index = '', objects = ''] = told.split(/\r?\n/);
    const from = path.relative(fs.realpathSync(top), fs.realpathSync(root)).replaceAll('\\', '/');
    const prefix = from === '' ? '' : `${from}/`;
    return { top, prefix, index: path.resolve(top, index), objects: path.resolve(top, objects) };
  };
  return { git, paths: () => (known ??= paths()) };
}

const line = (out: Buffer): string => out.toString('utf8').trim();

/**
 * Finds out what would be shipped.
 * @param root the project's root
 * @param options which commit, how long
 * @returns its tree; throws `not-allowed` outside of git, `not-found` for a commit that is not there, `git-failed`
 */
export function shipContent(root: string, options: ContentOptions = {}): ShipContent {
  const work = beginWork(root, options.timeoutMs ?? 60_000);
  return inTempFolder((folder) => contentIn(work, { folder, isKept: options.keep === true }, options));
}

/** Where new objects and indexes are made. */
interface Bench {
  readonly folder: string;
  /** Whether objects stay in the repository. */
  readonly isKept: boolean;
}

function contentIn(work: GitWork, bench: Bench, options: ContentOptions): ShipContent {
  const { commit, tree } =
    options.commit === undefined
      ? { commit: null, tree: workingTree(work, bench, options.adds) }
      : namedCommit(work, options.commit);
  return { commit, tree: options.known?.has(tree) === true ? tree : withoutOwn(work, bench, tree) };
}

function namedCommit(work: GitWork, name: string): ShipContent {
  // Only what can name a commit: no range, no path, no option.
  if (name === '' || /^[-^]|\.\.|[:\s\0]/.test(name)) throw noCommit(name);
  let told: string;
  try {
    told = line(work.git(['log', '-1', '--no-show-signature', '--format=%H %T', '--end-of-options', name, '--']));
  } catch (error) {
    if (error instanceof PawlError && /unknown revision|bad revision|bad object/.test(error.message))
      throw noCommit(name);
    throw error;
  }
  const [commit = '', tree = ''] = told.split(' ');
  if (tree === '') throw noCommit(name);
  return { commit, tree };
}

function noCommit(name: string): PawlError {
  return new PawlError('not-found', `there is no commit ${JSON.stringify(name.slice(0, 80))} in this repository`, {
    hint: 'Fetch it, or name another one: its id, a branch or a tag.',
  });
}

function inTempFolder<T>(make: (folder: string) => T): T {
  const folder = fs.mkdtempSync(path.join(process.getBuiltinModule('node:os').tmpdir(), 'pawl-ship-'));
  try {
    return make(folder);
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

/** A mere question leaves nothing behind in the repository: its objects are written elsewhere, and thrown away. */
function objectsEnv(work: GitWork, { folder, isKept }: Bench): Env {
  if (isKept) return {};
  const own = path.join(folder, 'objects');
  fs.mkdirSync(path.join(own, 'info'), { recursive: true });
  fs.writeFileSync(path.join(own, 'info', 'alternates'), `${work.paths().objects.replaceAll('\\', '/')}\n`);
  return { GIT_OBJECT_DIRECTORY: own };
}

/** The tree that a commit of everything, or of what is added, would have, made in an index that is thrown away. */
function workingTree(work: GitWork, bench: Bench, adds?: readonly Addition[]): string {
  const { prefix, index: from } = work.paths();
  const index = path.join(bench.folder, 'index');
  copyIndex(from, index);
  const env = { ...objectsEnv(work, bench), GIT_INDEX_FILE: index };
  if (adds === undefined) {
    const { written, removed } = parseChanges(work.git(changesArgs), prefix);
    updateIndex(work, env, ['--force-remove'], removed);
    updateIndex(work, env, ['--add', '--remove', '--replace'], written);
  }
  for (const { folder, args } of adds ?? []) {
    work.git(['add', ...args], { env: { ...env, GIT_LITERAL_PATHSPECS: '0' }, cwd: folder });
  }
  return line(work.git(['write-tree'], { env }));
}

function updateIndex(work: GitWork, env: Env, options: readonly string[], names: readonly string[]): void {
  const input = Buffer.from(names.map((name) => `${name}\0`).join(''), 'latin1');
  if (names.length > 0) work.git(['update-index', ...options, '-z', '--stdin'], { env, input });
}

/** Most repositories ignore pawl's files; then the tree is as it was. */
function withoutOwn(work: GitWork, bench: Bench, tree: string): string {
  const folders = ownFolders.map((own) => work.paths().prefix + own);
  const objects = objectsEnv(work, bench);
  const listing = ['ls-tree', '-r', '-z', '--full-tree', tree, '--', ...folders];
  const from = Buffer.byteLength(work.paths().prefix);
  const names = work
    .git(listing, { env: objects })
    .toString('latin1')
    .split('\0')
    .flatMap((entry) => {
      const [, mode = '', name = ''] = /^(\d+) [^\t]+\t([^]+)$/.exec(entry) ?? [];
      return isNoContent(mode, name.slice(from)) ? [name] : [];
    });
  if (names.length === 0) return tree;
  const env = { ...objects, GIT_INDEX_FILE: path.join(bench.folder, 'index-without-own') };
  work.git(['read-tree', tree], { env });
  updateIndex(work, env, ['--force-remove'], names);
  return line(work.git(['write-tree'], { env }));
}

/** How two contents differ. */
export interface ContentDifference {
  readonly files: readonly string[];
  /** How many there are, also those that are not listed. */
  readonly count: number;
}

const maxListed = 10;

/**
 * Finds the files in which some content differs from what was reviewed.
 * @param root the project's root
 * @param tree the reviewed tree
 * @param options which content
 * @returns the files; null when the reviewed tree is no longer there to compare with
 */
export function differenceFrom(root: string, tree: string, options: ContentOptions = {}): ContentDifference | null {
  try {
    const work = beginWork(root, options.timeoutMs ?? 60_000);
    return inTempFolder((folder) => {
      const bench = { folder, isKept: false };
      const end = contentIn(work, bench, options).tree;
      const names = ['diff-tree', '-r', '-z', '--no-renames', '--name-only', tree, end, '--'];
      const out = work.git(names, { env: objectsEnv(work, bench) });
      const files = out.toString('utf8').split('\0').filter(Boolean);
      return { files: files.slice(0, maxListed), count: files.length };
    });
  } catch {
    return null;
  }
}
