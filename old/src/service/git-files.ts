// What git knows of a file: whether it tracks it, put it there, or has it on a branch. Looks into the index before it asks.

import fs from 'node:fs';
import path from 'node:path';
import { findGitRoot, type GitLayout, layoutOf, runGit } from './git.js';
import { movesSince } from './git-moves.js';

/**
 * Finds out which files stand in the newest commit of a branch.
 * @param root the project's root
 * @param branch the branch's name
 * @param files paths from the root, each one line
 * @returns those that do; none where git cannot tell
 */
export function filesOnBranch(root: string, branch: string, files: readonly string[]): readonly string[] {
  const asked = files.map((file) => `refs/heads/${branch}:./${file}\n`).join('');
  const lines = runGit(root, ['cat-file', '--batch-check=%(objecttype)'], asked)?.split('\n') ?? [];
  return lines.length === files.length ? files.filter((_, index) => lines[index] === 'blob') : [];
}

/** Of more branches, the ones that were committed to last are looked at. */
const mostBranches = 100;

/**
 * Finds the branch that has a file.
 * @param root the project's root
 * @param file its path from the root, one line
 * @returns the one of them that was committed to last; null when none has it, or git cannot tell
 */
export function branchWith(root: string, file: string): string | null {
  const format = ['--format=%(refname:short)', '--sort=-committerdate', `--count=${mostBranches}`];
  const branches = runGit(root, ['for-each-ref', ...format, 'refs/heads'])?.split('\n') ?? [];
  return branches.find((branch) => filesOnBranch(root, branch, [file]).length > 0) ?? null;
}

/** Every ref but pawl's own snapshots of the working tree: what those hold need not be on any branch. */
const anyBranch = ['--exclude=refs/pawl/*', '--all'];

/**
 * Tells whether git put a tracked file into the working tree, or took it away: a switch of branches is no edit by hand.
 * @param root the project's root
 * @param relativePath the file, from the root
 * @param bytes what stands there, or null when the file is absent
 * @param sinceMs when the file was known to be another one: what was only committed since was there before HEAD had it
 * @returns true when HEAD's version is exactly that, or when the file belongs to other branches only
 */
export function isFromGit(root: string, relativePath: string, bytes: Buffer | null, sinceMs?: number): boolean {
  if (findGitRoot(root) === null) return false;
  const atHead = runGit(root, ['rev-parse', '--verify', '--quiet', `HEAD:./${relativePath}`]);
  if (bytes === null) {
    return atHead === null && runGit(root, ['log', ...anyBranch, '-1', '--format=%H', '--', relativePath]) !== null;
  }
  if (atHead === null) return false;
  const { createHash } = process.getBuiltinModule('node:crypto');
  const algorithm = atHead.length === 64 ? 'sha256' : 'sha1';
  const isBlob = (blob: Buffer): boolean =>
    createHash(algorithm).update(`blob ${blob.length}\0`).update(blob).digest('hex') === atHead;
  // git may have been told to check texts out with the line ends of Windows.
  const isHeads = isBlob(bytes) || (bytes.includes('\r\n') && isBlob(withUnixLines(bytes)));
  return isHeads && (sinceMs === undefined || movesSince(root, relativePath, sinceMs) !== 'committed');
}

function withUnixLines(bytes: Buffer): Buffer {
  return Buffer.from(bytes.toString('latin1').replaceAll('\r\n', '\n'), 'latin1');
}

/**
 * Gives what git merges into a file that is in conflict.
 * @param root the project's root
 * @param relativePath the file, from the root
 * @returns what both sides had, the side that was checked out, and the other one; null for each that git does not have
 */
export function sidesOf(root: string, relativePath: string): readonly (Buffer | null)[] {
  return [1, 2, 3].map((stage) => {
    const text = runGit(root, ['cat-file', 'blob', `:${stage}:./${relativePath}`]);
    return text === null ? null : Buffer.from(text);
  });
}

/**
 * Looks for a path in the bytes of the index: a child process costs 7 ms, this one hundredth of that. An index that
 * shortens its paths, or is split, does not tell.
 */
function isPerhapsTracked({ top, gitDir }: GitLayout, file: string): boolean {
  const index = loadIndex(`${gitDir}/index`);
  if (index === null) return false;
  const name = path.relative(top, file).replaceAll('\\', '/');
  return index.includes(name) || index.readUInt32BE(4) > 3 || isSplit(gitDir, index);
}

function isSplit(gitDir: string, index: Buffer): boolean {
  return index.includes('link') && fs.readdirSync(gitDir).some((name) => name.startsWith('sharedindex.'));
}

function loadIndex(file: string): Buffer | null {
  const bytes = fs.existsSync(file) ? fs.readFileSync(file) : null;
  return bytes === null || bytes.length < 12 ? null : bytes;
}

/**
 * Tells whether git may track a file, without asking it.
 * @param root the project's root
 * @param relativePath the file, from the root
 * @returns false when its index surely has no such path
 */
export function mayBeTracked(root: string, relativePath: string): boolean {
  const layout = layoutOf(root);
  return layout !== null && isPerhapsTracked(layout, path.join(root, relativePath));
}

/**
 * Tells whether a file stands as HEAD has it, i.e. nothing was done to it here since it was checked out.
 * @param root the project's root
 * @param relativePath the file, from the root
 * @returns false for files that are not tracked, and outside a repository
 */
export function isAsCommitted(root: string, relativePath: string): boolean {
  try {
    // Most are not tracked at all: git is asked only about files that are there, and that its index may name.
    if (!mayBeTracked(root, relativePath)) return false;
    if (!fs.lstatSync(path.join(root, relativePath)).isFile()) return false;
    return isFromGit(root, relativePath, fs.readFileSync(path.join(root, relativePath)));
  } catch {
    return false;
  }
}
