// The catalogue: one line about each checkpoint, so that lists need not open thousands of files. Only a cache: whatever it
// says about a file is believed only while the file has the same time and size, and it can be removed at any time.
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
  readStretch,
  removeFile,
  replaceFile,
  writeNewFile,
} from '../../../disk/files.js';
import { tempName } from '../../../disk/temp-name.js';
import { type Entry, type Header, isEntry, parseLine, parseLines } from './entry.js';

/** What the catalogue says, as far as it was read. */
export interface Reading {
  /** The newest line about each key. */
  readonly entries: ReadonlyMap<string, Entry>;
  /** The time of each folder when it was last written to or looked at. */
  readonly folderTimes: ReadonlyMap<string, number>;
  /** Bytes from the first unfinished run to the end. */
  readonly tailBytes: number;
}

/** The time of a folder that somebody else changed meanwhile, or of a file that could not be read: only a look tells more. */
export const unknownTime = -1;
const firstBytes = 1024;
const wholeBytes = 64 * 1024;
const chunkBytes = 24 * 1024;

/** The catalogue of one project. Never throws: without it, everything is only slower. */
export class Catalog {
  readonly #file: string;
  readonly #tempFolder: string;
  #fd: number | null = null;
  #last: { readonly inode: number; readonly size: number; readonly reading: WholeReading } | null = null;

  constructor(ownFolder: string, tempFolder: string) {
    this.#file = path.join(ownFolder, 'catalog.log');
    this.#tempFolder = tempFolder;
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
    } catch {
      // Where nothing may be written, nothing was saved either.
    }
  }

  /**
   * Reads all unfinished runs that were not removed, and the newest finished ones.
   * @param newest how many runs in use are wanted; Infinity for all, in every place
   * @returns what it says; null when there is none, or none that can be read
   */
  read(newest: number): Reading | null {
    let fd: number | null = null;
    try {
      fd = fs.openSync(this.#file, readFlags);
      const { size, ino } = fs.fstatSync(fd);
      if (newest === Number.POSITIVE_INFINITY) return this.#readAll(fd, size, ino);
      return readFrom(fd, size <= wholeBytes ? 0 : openOffset(fd, size), size, newest);
    } catch {
      return null;
    } finally {
      if (fd !== null) closeQuietly(fd);
    }
  }

  /** A process that lists again and again reads only what was appended since. */
  #readAll(fd: number, size: number, inode: number): Reading {
    const last = this.#last;
    if (last === null || last.inode !== inode || last.size > size) {
      const reading = readFrom(fd, 0, size, Number.POSITIVE_INFINITY);
      this.#last = { inode, size, reading };
      return reading;
    }
    take(readStretch(fd, last.size, size).toString('utf8'), last.reading);
    this.#last = { ...last, size };
    return last.reading;
  }

  /**
   * Writes the catalogue anew, in order.
   * @param entries the newest line about each key
   * @param folderTimes the folders' times, taken before the entries were read
   */
  tidy(entries: Iterable<Entry>, folderTimes: ReadonlyMap<string, number>): void {
    try {
      // The header tells the folders' times; a line that was there before it says nothing about them.
      const settled = Array.from(entries, (entry) => ({ ...entry, b: 0, d: 0 }));
      const sorted = settled.sort((a, b) => ((a.o.updated_at ?? '') < (b.o.updated_at ?? '') ? -1 : 1));
      const finished = print(sorted.filter((entry) => !isOpen(entry)));
      const unfinished = print(sorted.filter(isOpen));
      const d = Object.fromEntries(folderTimes);
      // The header's length depends on the offset that it names: it is padded to a fixed length.
      const head = (open: number): string => JSON.stringify({ v: 3, open, d } satisfies Header);
      const headBytes = Buffer.byteLength(head(0)) + 15;
      const header = head(headBytes + Buffer.byteLength(finished)).padEnd(headBytes);
      const temp = path.join(this.#tempFolder, tempName());
      writeNewFile(temp, Buffer.from(header + finished + unfinished), { mode: 0o600, sync: false });
      replaceFile(temp, this.#file);
      this.close();
    } catch {
      // It stays as it is.
    }
  }

  /** Takes every line about a checkpoint away: no trace of it is left. */
  forget(key: string): void {
    const reading = this.read(Number.POSITIVE_INFINITY);
    if (reading === null) return;
    const rest = [...reading.entries.values()].filter((entry) => entry.k !== key);
    if (rest.length > 0) this.tidy(rest, reading.folderTimes);
    else {
      this.close();
      removeFile(this.#file);
    }
  }

  close(): void {
    if (this.#fd !== null) closeQuietly(this.#fd);
    this.#fd = null;
  }
}

function isOpen({ o, pl }: Entry): boolean {
  return !o.finished && pl !== 'removed';
}

function print(lines: readonly (Entry | Header)[]): string {
  return lines.map((line) => `\n${JSON.stringify(line)}`).join('');
}

function firstLine(fd: number, size: number): string {
  return readStretch(fd, 0, Math.min(firstBytes, size)).toString('utf8').split('\n', 1)[0] ?? '';
}

function openOffset(fd: number, size: number): number {
  const line = parseLine(firstLine(fd, size).trimEnd());
  return line === null || isEntry(line) ? 0 : Math.min(line.open, size);
}

type WholeReading = Reading & { readonly entries: Map<string, Entry>; readonly folderTimes: Map<string, number> };

function readFrom(fd: number, open: number, size: number, newest: number): WholeReading {
  const known = { entries: new Map<string, Entry>(), folderTimes: new Map<string, number>() };
  const head = open > 0 ? `${firstLine(fd, open)}\n` : '';
  take(head + readStretch(fd, open, size).toString('utf8'), known);
  if (open > 0) readOlder(fd, open, newest, known.entries);
  return { ...known, tailBytes: size - open };
}

function take(text: string, { entries, folderTimes }: Pick<WholeReading, 'entries' | 'folderTimes'>): void {
  for (const line of parseLines(text)) {
    if (isEntry(line)) {
      entries.set(line.k, line);
      if (line.d !== 0) folderTimes.set(line.f, folderTimes.get(line.f) === line.b ? line.d : unknownTime);
    } else for (const [folder, time] of Object.entries(line.d)) folderTimes.set(folder, time);
  }
}

/** Reads backwards from the unfinished runs, until enough finished ones that are in use are known. */
function readOlder(fd: number, open: number, wanted: number, entries: Map<string, Entry>): void {
  let end = open;
  for (let found = 0; end > 0 && found < wanted; ) {
    const start = Math.max(0, end - chunkBytes);
    const text = readStretch(fd, start, end);
    const from = start === 0 ? 0 : text.indexOf('\n');
    if (from < 0) return; // a line longer than a chunk: the rest is left to a full reading
    for (const entry of parseLines(text.subarray(from).toString('utf8')).toReversed()) {
      if (!isEntry(entry) || entries.has(entry.k)) continue;
      entries.set(entry.k, entry);
      if (entry.pl === 'live') found++;
    }
    end = start + from;
  }
}
