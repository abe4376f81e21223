// What differs between the index and the working tree, in the bytes that git itself uses for names.

import fs from 'node:fs';
import { isOwnFile } from '../../disk/own-files.js';
import { PawlError } from '../../rules/errors.js';
import { runGit } from './git-process.js';
import type { Repository } from './repository.js';

/** Names of files are bytes to git: they are kept as latin1, one character for each byte. */
export interface Changes {
  readonly written: readonly string[];
  readonly removed: readonly string[];
  /** What is not part of a snapshot, in words. */
  readonly leftOut: readonly string[];
}

/**
 * Finds what has to be brought into an index to make it equal to the working tree.
 * @param repository where
 * @returns files that were written and removed since they were staged; ignored ones are in neither
 */
export async function findChanges({ top, prefix }: Pick<Repository, 'top' | 'prefix'>): Promise<Changes> {
  return parseChanges((await runGit(top, changesArgs)).out, prefix);
}

/** What git is asked with. */
export const changesArgs: readonly string[] = [
  'status',
  '--porcelain=v2',
  '-z',
  '--untracked-files=all',
  '--no-renames',
  '--ignore-submodules=none',
];

/**
 * Reads git's answer to {@link changesArgs}.
 * @param out what it printed
 * @param prefix from the top of the working tree to the project's root
 * @returns the changes
 */
export function parseChanges(out: Buffer, prefix: string): Changes {
  // Runs are kept by pawl itself; their files have no place in a snapshot of the code unless someone tracks them.
  const from = Buffer.from(prefix).toString('latin1');
  const written: string[] = [];
  const removed: string[] = [];
  const leftOut: string[] = [];
  for (const entry of out.toString('latin1').split('\0')) {
    const change = parseEntry(entry);
    if (change === null) continue;
    const { name } = change;
    if (change.is === 'untracked') {
      if (name.startsWith(from) && isOwnFile(name.slice(from.length))) continue;
      // git shows a repository inside this one as a folder; it keeps its own history.
      if (name.endsWith('/')) leftOut.push(`${shown(name)} (a repository of its own)`);
      else written.push(name);
      continue;
    }
    if (change.isDirtySubmodule) leftOut.push(`${shown(name)} (what is uncommitted inside the submodule)`);
    (change.is === 'removed' ? removed : written).push(name);
  }
  return { written, removed, leftOut };
}

interface Change {
  readonly is: 'written' | 'removed' | 'untracked';
  readonly name: string;
  readonly isDirtySubmodule: boolean;
}

/** `1 XY sub …` is a change, `u XY sub …` a conflict, `? name` a new file; the name stands last. */
function parseEntry(entry: string): Change | null {
  if (entry.startsWith('? ')) return { is: 'untracked', name: entry.slice(2), isDirtySubmodule: false };
  const isConflict = entry.startsWith('u ');
  const fields = isConflict ? 10 : 8;
  const parts = entry.split(' ');
  if ((!isConflict && !entry.startsWith('1 ')) || parts.length <= fields) return null;
  const [, xy = '', submodule = '', , , inTree = ''] = parts;
  const name = parts.slice(fields).join(' ');
  const isDirtySubmodule = /^S.(?:M.|.U)$/.test(submodule);
  // In a conflict, the mode in the working tree is the sixth of the fields that follow; 000000 means that no file is there.
  const isGone = isConflict ? parts[6] === '000000' : xy[1] === 'D' || inTree === '000000';
  if (isGone) return { is: 'removed', name, isDirtySubmodule };
  return isConflict || xy[1] !== '.' ? { is: 'written', name, isDirtySubmodule } : null;
}

/**
 * Refuses changes that are too large for a snapshot.
 * @param top the top of the working tree
 * @param names the files that were written
 * @param maxBytes how much is allowed
 */
export function refuseTooLarge(top: string, names: readonly string[], maxBytes: number): void {
  let sum = 0;
  let largest = { name: '', bytes: -1 };
  for (const name of names) {
    const bytes = sizeOf(top, name);
    sum += bytes;
    if (bytes > largest.bytes) largest = { name, bytes };
  }
  if (sum <= maxBytes) return;
  const { name, bytes } = largest;
  throw new PawlError(
    'too-large',
    `the code was not kept: changed and new files have ${inMegabytes(sum)}, and at most ${inMegabytes(maxBytes)} are ` +
      `kept; the largest is ${shown(name)} with ${inMegabytes(bytes)}`,
    { hint: 'Let git ignore what tools make (.gitignore), or commit large files; what is committed does not count.' },
  );
}

function sizeOf(top: string, name: string): number {
  try {
    const stat = fs.lstatSync(Buffer.concat([Buffer.from(`${top}/`), Buffer.from(name, 'latin1')]));
    return stat.isFile() ? stat.size : 0;
  } catch {
    return 0; // gone meanwhile, or not to be looked at: git will say so
  }
}

function inMegabytes(bytes: number): string {
  return `${(bytes / (1024 * 1024)).toFixed(1)} MiB`;
}

function shown(name: string): string {
  return Buffer.from(name, 'latin1').toString('utf8');
}
