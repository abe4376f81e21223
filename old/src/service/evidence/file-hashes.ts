// The present state of files, as hashes: inside the project only, links not followed, each file read once.

import fs from 'node:fs';
import path from 'node:path';
import { unreadable } from '../../families/pipeline/evidence/index.js';
import { closeQuietly, readFlags } from '../../disk/files.js';
import { errnoOf } from '../../rules/errno.js';
import { isInside } from '../spec/inside.js';
import { HashCache, lookOf } from './hash-cache.js';

/** 96 bits: enough to tell any two states of a file apart. */
const hashDigits = 24;
/** A larger file is known by its size and by samples, so that a look at it takes no minutes. */
const maxWholeBytes = 256 * 1024 * 1024;
const chunkBytes = 1024 * 1024;
const samples = 64;
/** A file that changes while it is read is read again so often. */
const maxReads = 3;

/** The hashes of a project's files. */
export class FileHashes {
  /** The project's root. */
  readonly root: string;
  readonly #cache: HashCache;
  readonly #clock: () => number;
  readonly #found = new Map<string, string | null>();
  readonly #folders = new Map<string, boolean>();

  /**
   * Begins to look at files.
   * @param root the project's root
   * @param clock milliseconds since 1970
   */
  constructor(root: string, clock: () => number = Date.now) {
    this.root = root;
    this.#clock = clock;
    this.#cache = new HashCache(root);
  }

  /**
   * Gives the state of a file.
   * @param file its path from the root, with forward slashes
   * @returns its hash; null when nothing is there, or when the path leads out of the project; `unreadable`
   */
  readonly hashOf = (file: string): string | null => {
    const known = this.#found.get(file);
    if (known !== undefined) return known;
    const hash = this.#look(file);
    this.#found.set(file, hash);
    return hash;
  };

  /** Forgets what was seen, as files may have changed; what did not is known by its look. */
  lookAgain(): void {
    this.#found.clear();
    this.#folders.clear();
  }

  /** Keeps the hashes for the next call. */
  save(): void {
    this.#cache.save();
  }

  #look(file: string): string | null {
    if (file === '' || file.includes('\0') || path.isAbsolute(file) || file.split(/[\\/]/).includes('..')) return null;
    const full = path.join(this.root, file);
    try {
      const stat = fs.lstatSync(full, { bigint: true, throwIfNoEntry: false });
      if (stat === undefined || !this.#isInside(path.dirname(full))) return null;
      if (stat.isSymbolicLink()) return `link-${digest(fs.readlinkSync(full))}`;
      if (!stat.isFile()) return stat.isDirectory() ? 'folder' : 'special';
      return this.#cache.get(file, lookOf(stat)) ?? this.#read(file, full);
    } catch (error) {
      return ['ENOENT', 'ENOTDIR'].includes(errnoOf(error)) ? null : unreadable;
    }
  }

  /** A folder on the way may be a link that leads out. */
  #isInside(folder: string): boolean {
    const known = this.#folders.get(folder);
    if (known !== undefined) return known;
    const inside = isInside(this.root, folder);
    this.#folders.set(folder, inside);
    return inside;
  }

  #read(file: string, full: string): string {
    const now = this.#clock();
    const fd = fs.openSync(full, readFlags);
    try {
      for (let reads = 1; ; reads++) {
        const before = fs.fstatSync(fd, { bigint: true });
        const hash = hashFile(fd, Number(before.size));
        const isStill = lookOf(fs.fstatSync(fd, { bigint: true })) === lookOf(before);
        if (isStill) this.#cache.set(file, before, hash, now);
        if (isStill || reads >= maxReads) return hash;
      }
    } finally {
      closeQuietly(fd);
    }
  }
}

function digest(text: string): string {
  const { createHash } = process.getBuiltinModule('node:crypto'); // costs start-up: loaded when needed
  return createHash('sha256').update(text).digest('hex').slice(0, hashDigits);
}

function hashFile(fd: number, size: number): string {
  const { createHash } = process.getBuiltinModule('node:crypto');
  const hash = createHash('sha256');
  const buffer = Buffer.allocUnsafe(Math.min(chunkBytes, Math.max(1, size)));
  const isWhole = size <= maxWholeBytes;
  const step = isWhole ? chunkBytes : Math.floor((size - chunkBytes) / (samples - 1));
  if (!isWhole) hash.update(`${size} `);
  for (let at = 0; at <= size; at += step) {
    const got = readChunk(fd, buffer, at);
    if (got === 0) break;
    hash.update(buffer.subarray(0, got));
  }
  const text = hash.digest('hex').slice(0, hashDigits);
  return isWhole ? text : `part-${text}`;
}

/** A read may give less than there is. */
function readChunk(fd: number, into: Buffer, at: number): number {
  let have = 0;
  for (let got = 1; got > 0 && have < into.length; have += got) {
    got = fs.readSync(fd, into, have, into.length - have, at + have);
  }
  return have;
}
