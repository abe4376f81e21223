// Leases on disk. A lease is a row of generations, `{checkpoint}.{number}.json`; the highest number counts. Taking a lease
// over creates the next number, which only one process can; nobody ever replaces another one's file. Nothing here is
// synced: after a power cut every lease of the machine is over anyway.

import fs from 'node:fs';
import path from 'node:path';
import { errnoOf } from '../../rules/errno.js';
import { tryJson } from '../../rules/json/try-json.js';
import { diskError, loadBytes, putInPlace, removeFile, writeNewFile } from '../../disk/files.js';
import { ensureFolder, ensurePassingFolder } from '../../disk/folders.js';
import { ownFolder, publishedFolders, tempFolder } from '../../disk/layout.js';
import { tempName } from '../../disk/temp-name.js';
import { isLease, type Lease } from './lease.js';
import { leaseFolder, leaseStem } from './lease-names.js';

export { leaseFolder, leaseStem };

const namePattern = /^([0-9a-f]{16})\.(\d{1,12})\.json$/;
const maxLeaseBytes = 64 * 1024;

/** The newest generation of a lease as it was found. */
export interface FoundLease {
  readonly generation: number;
  readonly file: string;
  /** Null when the file cannot be read or understood. */
  readonly lease: Lease | null;
  /** Why not, in words. */
  readonly problem: string | null;
  /** When the file was written, for a lease that is null: it is all that is left of a garbled one. */
  readonly writtenMs: number;
}

/** The highest generation of each checkpoint. */
function generationsIn(root: string): Map<string, number> {
  const highest = new Map<string, number>();
  if (!ensureFolder(root, leaseFolder, null)) return highest;
  let names: readonly string[];
  try {
    names = fs.readdirSync(path.join(root, leaseFolder));
  } catch (error) {
    throw diskError(error, 'list', path.join(root, leaseFolder), 'unreadable');
  }
  for (const name of names) {
    const [, stem, number] = namePattern.exec(name) ?? [];
    if (stem !== undefined) highest.set(stem, Math.max(highest.get(stem) ?? 0, Number(number)));
  }
  return highest;
}

function fileOf(root: string, stem: string, generation: number): string {
  return path.join(root, leaseFolder, `${stem}.${generation}.json`);
}

function readLease(file: string): Pick<FoundLease, 'lease' | 'problem'> | null {
  try {
    const bytes = loadBytes(file);
    if (bytes === null) return null;
    const value = bytes.length > maxLeaseBytes ? null : tryJson(bytes.toString('utf8'));
    if (isLease(value)) return { lease: value, problem: null };
    return { lease: null, problem: `lease ${file} cannot be understood` };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { lease: null, problem: `lease cannot be read (${why})` };
  }
}

function findLease(root: string, stem: string, generation: number): FoundLease | undefined {
  const file = fileOf(root, stem, generation);
  const read = readLease(file);
  if (read === null) return undefined;
  return { generation, file, ...read, writtenMs: read.lease === null ? writtenMs(file) : Number.NaN };
}

/**
 * Finds the newest generations.
 * @param root the project's root
 * @param only the one checkpoint that is asked for; all unless given
 * @returns by the checkpoint's part of the name
 */
export function findLeases(root: string, only?: string): ReadonlyMap<string, FoundLease> {
  const found = new Map<string, FoundLease>();
  for (const [stem, generation] of generationsIn(root)) {
    const lease = only === undefined || only === stem ? findLease(root, stem, generation) : undefined;
    if (lease !== undefined) found.set(stem, lease);
  }
  return found;
}

/**
 * Looks which leases there are, and reads each when it is asked for.
 * @param root the project's root
 * @returns gives the newest generation of a checkpoint's lease
 */
export function leaseFinder(root: string): (stem: string) => FoundLease | undefined {
  const generations = generationsIn(root);
  const known = new Map<string, FoundLease | undefined>();
  return (stem) => {
    const generation = generations.get(stem);
    if (generation !== undefined && !known.has(stem)) known.set(stem, findLease(root, stem, generation));
    return known.get(stem);
  };
}

function writtenMs(file: string): number {
  return fs.lstatSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Number.NaN;
}

function writeTemp(root: string, lease: Lease): string {
  ensureFolder(root, publishedFolders.command, 0o755);
  ensureFolder(root, ownFolder, 0o700);
  for (const folder of [tempFolder, leaseFolder]) ensurePassingFolder(root, folder);
  const temp = path.join(root, tempFolder, tempName());
  writeNewFile(temp, Buffer.from(`${JSON.stringify(lease, null, 2)}\n`), { mode: 0o600, sync: false });
  return temp;
}

/**
 * Adds a generation.
 * @param root the project's root
 * @param stem the checkpoint's part of the name
 * @param generation its number
 * @param lease what it says
 * @returns false when another process was faster
 */
export function addGeneration(root: string, stem: string, generation: number, lease: Lease): boolean {
  const file = fileOf(root, stem, generation);
  const temp = writeTemp(root, lease);
  try {
    fs.linkSync(temp, file);
  } catch (error) {
    if (errnoOf(error) === 'EEXIST') return false;
    if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'].includes(errnoOf(error)))
      throw diskError(error, 'create', file);
    if (!createDirectly(temp, file)) return false; // a file system without hard links
  } finally {
    removeFile(temp);
  }
  // It may have been overtaken, and its number freed, while this process slept: then it is not the newest.
  if (generationsIn(root).get(stem) === generation) return true;
  removeFile(file);
  return false;
}

function createDirectly(temp: string, file: string): boolean {
  try {
    fs.copyFileSync(temp, file, fs.constants.COPYFILE_EXCL);
    return true;
  } catch (error) {
    if (errnoOf(error) === 'EEXIST') return false;
    throw diskError(error, 'create', file);
  }
}

/**
 * Renews a generation that is the caller's own.
 * @param root the project's root
 * @param stem the checkpoint's part of the name
 * @param generation its number
 * @param lease what it says now
 * @returns false when someone took the lease over meanwhile
 */
export function renewGeneration(root: string, stem: string, generation: number, lease: Lease): boolean {
  const temp = writeTemp(root, lease);
  putInPlace(temp, fileOf(root, stem, generation));
  return generationsIn(root).get(stem) === generation;
}

/**
 * Takes away what a newer generation has made meaningless.
 * @param root the project's root
 * @param stem the checkpoint's part of the name
 * @param below the newest generation
 */
export function sweepGenerations(root: string, stem: string, below: number): void {
  for (const name of fs.readdirSync(path.join(root, leaseFolder))) {
    const [, own, number] = namePattern.exec(name) ?? [];
    if (own === stem && Number(number) < below) removeFile(path.join(root, leaseFolder, name));
  }
}

/** Long after any lease is over, so that hardly anybody can have slept that long over its number. */
const forgottenMs = 24 * 60 * 60 * 1000;

/**
 * Takes leases away that were over long ago, so that looking for one does not take longer from run to run.
 * @param root the project's root
 * @param now the time, in milliseconds since 1970
 * @returns the files that went
 */
export function sweepForgotten(root: string, now: number): readonly string[] {
  const swept: string[] = [];
  for (const [stem, { file, lease, writtenMs: written }] of findLeases(root)) {
    const last = lease === null ? written : Date.parse(lease.beat);
    if (!(Math.abs(now - last) > forgottenMs)) continue;
    sweepGenerations(root, stem, Number.POSITIVE_INFINITY);
    swept.push(file);
  }
  return swept;
}
