// The catalogue: one line about each checkpoint, so that lists need not open thousands of files. Only a cache: it can be
// removed at any time, and what it may be believed is for `glance.ts` and `summaries.ts` to say.
//
// Lines are appended as files are published. A tidied catalogue holds finished and removed runs first, oldest to newest,
// then those with something left to do, wherever they are: what is unfinished, and what is newest, is found at its end,
// however long it is.

import fs from 'node:fs';
import path from 'node:path';
import {
  appendFlags,
  closeQuietly,
  createFlags,
  readFlags,
  removeFile,
  replaceFile,
  writeNewFile,
} from '../../../disk/files.js';
import { tempName } from '../../../disk/temp-name.js';
import { type Entry, type Header, newestFirst } from './entry.js';
import { isOpen, Reading } from './reading.js';
import { RowFile } from './rows/row-file.js';

/**
 * What was appended since the catalogue was tidied is read by every command that starts: it is worth tidying once it is a
 * good part of the whole, within these bounds.
 */
const untidyBytes = { least: 24 * 1024, most: 256 * 1024 };
const untidyPart = 4;

/** The catalogue of one project. Never throws: without it, everything is only slower. */
export class Catalog {
  readonly #file: string;
  readonly #tempFolder: string;
  readonly #rows: RowFile;
  #fd: number | null = null;
  /** A process that lists again and again reads only what was appended since; few lines are not looked for among many. */
  readonly #known = new Map<'all' | 'unfinished' | 'newest', Reading>();

  constructor(ownFolder: string, tempFolder: string) {
    this.#file = path.join(ownFolder, 'catalog.log');
    this.#tempFolder = tempFolder;
    this.#rows = new RowFile(path.join(ownFolder, 'catalog.rows'), tempFolder);
  }

  /** Appends lines. Without them the old ones would be believed: where that fails, there is no catalogue rather than a wrong one. */
  append(lines: readonly (Entry | Header)[]): void {
    try {
      // One that was tidied meanwhile is another file now.
      if (this.#fd !== null && fs.fstatSync(this.#fd).nlink === 0) this.close();
      this.#fd ??= fs.openSync(this.#file, appendFlags | createFlags, 0o600);
      const bytes = Buffer.from(print(lines));
      if (fs.writeSync(this.#fd, bytes) < bytes.length) this.#drop();
    } catch {
      this.#drop();
    }
  }

  /** A file can be removed also where there is no room to write one. */
  #drop(): void {
    try {
      this.close();
      removeFile(this.#file);
      this.#rows.remove();
    } catch {
      // Where nothing may be written, nothing was saved either.
    }
  }

  /**
   * Reads the newest runs: unfinished ones that were not removed, and finished ones.
   * @param newest how many finished runs in use are wanted; Infinity for all runs, in every place
   * @param openRuns how many unfinished ones; all unless given
   * @returns what it says; null when there is none, or none that can be read
   */
  read(newest: number, openRuns: number = Number.POSITIVE_INFINITY): Reading | null {
    const isAll = newest === Number.POSITIVE_INFINITY;
    const part = isAll ? 'all' : openRuns === Number.POSITIVE_INFINITY ? 'unfinished' : 'newest';
    try {
      const known = this.#known.get(part);
      const reading = known === undefined ? this.#readAnew(newest, openRuns) : this.#readOn(known, newest, openRuns);
      this.#known.set(part, reading);
      return reading;
    } catch {
      return null;
    }
  }

  #readOn(known: Reading, newest: number, openRuns: number): Reading {
    const file = fs.lstatSync(this.#file);
    if (!known.isOf(file, newest, openRuns)) return this.#readAnew(newest, openRuns);
    if (known.size === file.size) return known;
    return this.#withFile((fd) => known.readOn(fd, file.size)) ? known : this.#readAnew(newest, openRuns);
  }

  #readAnew(newest: number, openRuns: number): Reading {
    return this.#withFile((fd) => new Reading(fd, fs.fstatSync(fd), newest, openRuns));
  }

  #withFile<T>(use: (fd: number) => T): T {
    const fd = fs.openSync(this.#file, readFlags);
    try {
      return use(fd);
    } finally {
      closeQuietly(fd);
    }
  }

  /**
   * Writes the catalogue anew, in order.
   * @param entries the newest line about each key
   * @param folderTimes the folders' times, taken before the entries were read
   * @param seen what they come from, when nothing else is to be lost that was appended meanwhile
   */
  tidy(entries: Iterable<Entry>, folderTimes: ReadonlyMap<string, number>, seen?: Reading): void {
    try {
      // The header tells the folders' times; a line that was there before it says nothing about them.
      const settled = newestFirst(Array.from(entries, (entry) => ({ ...entry, b: 0, d: 0 }))).toReversed();
      const finished = print(settled.filter((entry) => !isOpen(entry)));
      const unfinished = print(settled.filter(isOpen));
      const d = Object.fromEntries(folderTimes);
      const id = Math.random().toString(36).slice(2);
      // The header's length depends on the offsets that it names: it is padded to a fixed length.
      const head = (open: number, end: number): string => JSON.stringify({ v: 4, id, open, end, d } satisfies Header);
      const headBytes = Buffer.byteLength(head(0, 0)) + 2 * 15;
      const open = headBytes + Buffer.byteLength(finished);
      const header = head(open, open + Buffer.byteLength(unfinished)).padEnd(headBytes);
      const temp = path.join(this.#tempFolder, tempName());
      writeNewFile(temp, Buffer.from(header + finished + unfinished), { mode: 0o600, sync: false });
      if (seen === undefined || seen.isAll(fs.lstatSync(this.#file))) this.#replace(temp);
      else removeFile(temp);
    } catch {
      // It stays as it is.
    }
  }

  #replace(temp: string): void {
    replaceFile(temp, this.#file);
    this.close();
    this.#rows.remove();
  }

  /**
   * Writes the catalogue anew once much was appended: until then whoever looks at its end reads that again and again.
   * @param reading what was read of it
   */
  tidyAppended(reading: Reading): void {
    const settled = reading.size - reading.appendedBytes;
    const allowed = Math.min(untidyBytes.most, Math.max(untidyBytes.least, settled / untidyPart));
    if (reading.appendedBytes <= allowed) return;
    const whole = this.read(Number.POSITIVE_INFINITY);
    if (whole !== null) this.tidy(whole.entries.values(), whole.folderTimes, whole);
  }

  /** Takes every line about a checkpoint away: no trace of it is left. */
  forget(key: string): void {
    this.#rows.remove();
    const reading = this.read(Number.POSITIVE_INFINITY);
    if (reading === null) return;
    const rest = [...reading.entries.values()].filter((entry) => entry.k !== key);
    if (rest.length > 0) this.tidy(rest, reading.folderTimes);
    else {
      this.close();
      removeFile(this.#file);
    }
  }

  /**
   * Loads what somebody wrote down about its settled part, for lists.
   * @returns the bytes as they were kept; null when there are none
   */
  loadRows(): Buffer | null {
    return this.#rows.load();
  }

  /**
   * Keeps what somebody wrote down about its settled part, until it is tidied.
   * @param bytes what was written
   * @param from what it was made from
   */
  keepRows(bytes: Buffer, from: Reading): void {
    this.#rows.keep(bytes, () => {
      const file = fs.lstatSync(this.#file, { throwIfNoEntry: false });
      return file !== undefined && from.isOf(file, 0, 0);
    });
  }

  close(): void {
    if (this.#fd !== null) closeQuietly(this.#fd);
    this.#fd = null;
  }
}

function print(lines: readonly (Entry | Header)[]): string {
  return lines.map((line) => `\n${JSON.stringify(line)}`).join('');
}
