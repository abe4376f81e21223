// What pawl needs to know of a repository: root, HEAD and branch. Reads the `.git` files, since a child process costs 7 ms;
// `git` itself is asked only where they do not tell.

import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { checksum } from '../base/checksum.js';
import { PawlError } from '../base/errors.js';

const commitId = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;

/** Finds the folder that holds `.git`, upwards from a folder. Worktrees and submodules count as their own. */
export function findGitRoot(from: string): string | null {
  return findUpwards(from, '.git');
}

function findUpwards(from: string, name: string): string | null {
  for (let folder = path.resolve(from); ; folder = path.dirname(folder)) {
    if (fs.existsSync(path.join(folder, name))) return folder;
    if (folder === path.dirname(folder)) return null;
  }
}

/**
 * Finds the project's root: `GIT_ROOT`, else the git root of the given folder, else the nearest parent where pawl already
 * keeps state, else that folder.
 */
export function projectRoot(folder: string = process.cwd(), env: NodeJS.ProcessEnv = process.env): string {
  if (env['GIT_ROOT']) return path.resolve(env['GIT_ROOT']);
  return findGitRoot(folder) ?? findUpwards(folder, '.claude/state/.pawl') ?? path.resolve(folder);
}

/** Reads the commit that HEAD names; null when there is none. */
export function readHead(root: string): string | null {
  const top = findGitRoot(root);
  if (top === null) return null;
  const { gitDir, commonDir } = gitFolders(top);
  const head = readText(`${gitDir}/HEAD`)?.trim();
  if (head === undefined) return null;
  if (commitId.test(head)) return head;
  const ref = /^ref: (refs\/.+)$/.exec(head)?.[1];
  if (ref !== undefined && !ref.endsWith('.invalid')) {
    const value = readText(`${gitDir}/${ref}`) ?? readText(`${commonDir}/${ref}`) ?? packedRef(commonDir, ref);
    if (value === null) return null; // a branch without commits
    if (commitId.test(value.trim())) return value.trim();
  }
  return runGit(top, ['rev-parse', '--verify', '--quiet', 'HEAD']); // reftable, symbolic refs
}

/** Reads the branch that is checked out; null when there is none. */
export function readBranch(root: string): string | null {
  const top = findGitRoot(root);
  const head = top === null ? null : readText(`${gitFolders(top).gitDir}/HEAD`);
  const name = /^ref: refs\/heads\/(.+)$/.exec(head?.trim() ?? '')?.[1];
  return name === undefined || name === '.invalid' ? null : name;
}

/** Where HEAD and the index are, and where branches are: elsewhere for a linked worktree. */
export function gitFolders(top: string): { readonly gitDir: string; readonly commonDir: string } {
  let gitDir = path.join(top, '.git');
  const link = fs.statSync(gitDir).isFile() ? /^gitdir: (.+)$/m.exec(readText(gitDir) ?? '')?.[1] : undefined;
  if (link !== undefined) gitDir = path.resolve(top, link.trim());
  return { gitDir, commonDir: path.resolve(gitDir, readText(`${gitDir}/commondir`)?.trim() ?? '.') };
}

function packedRef(commonDir: string, ref: string): string | null {
  const line = readText(`${commonDir}/packed-refs`)
    ?.split('\n')
    .find((one) => one.endsWith(` ${ref}`));
  return line?.split(' ')[0] ?? null;
}

function readText(file: string): string | null {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}

export interface GitOptions {
  readonly timeout?: number | undefined;
  readonly env?: Readonly<Record<string, string>> | undefined;
  readonly input?: string | undefined;
  /** `latin1` keeps file names that are not UTF-8 as they are. */
  readonly encoding?: 'utf8' | 'latin1' | undefined;
}

/** Runs git without a shell; throws what git says. */
export function git(cwd: string, args: readonly string[], options: GitOptions = {}): string {
  const { timeout = 30_000, env = {}, input = '', encoding = 'utf8' } = options;
  const { status, stdout, stderr, error } = spawnSync('git', ['--no-optional-locks', ...args], {
    cwd,
    input: Buffer.from(input, encoding),
    encoding,
    timeout,
    maxBuffer: 256 * 1024 * 1024,
    env: { ...process.env, ...env },
  });
  if (status === 0) return stdout.trimEnd();
  const said = stderr?.split('\n').find((line) => line !== '') ?? '';
  throw new PawlError('not-allowed', `git ${args[0]} failed: ${said || error?.message || `exit code ${status}`}`);
}

/** The same; null when it fails or takes too long. */
export function runGit(cwd: string, args: readonly string[], timeout = 2_000): string | null {
  try {
    return git(cwd, args, { timeout });
  } catch {
    return null;
  }
}

/** Files that are not committed, with their checksums; undefined where git does not tell within a second. */
export function dirtyFiles(root: string): Readonly<Record<string, string>> | undefined {
  const status = runGit(root, ['status', '--porcelain=v1', '-z', '--untracked-files=all', '--no-renames'], 1_000);
  if (status === null) return undefined;
  const files = status.split('\0').map((entry) => entry.slice(3));
  const some = files.filter((file) => file !== '' && !ownFile.test(file)).slice(0, maxDirty);
  return Object.fromEntries(some.map((file) => [file, contentSum(path.join(root, file))]));
}

const maxDirty = 300;
const ownFile = /^\.claude\/(?:state|checkpoints|skills\/build-pipeline)\//;

function contentSum(file: string): string {
  try {
    const { size, mtimeMs } = fs.statSync(file);
    return size > 1024 * 1024 ? `${size}-${mtimeMs}` : checksum(fs.readFileSync(file)).slice(0, 8);
  } catch {
    return 'removed';
  }
}
