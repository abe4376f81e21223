// What the catalogue says, as far as it was read. A tidied catalogue holds finished and removed runs first, oldest to
// newest, then those with something left to do, wherever they are; behind them stands what was appended since.

import { readStretch } from '../../../disk/files.js';
import { type Entry, type Header, isEntry, newestFirst, parseLine, parseLines, parseWholeLines } from './entry.js';

/** The time of a folder that somebody else changed meanwhile, or of a file that could not be read: only a look tells more. */
export const unknownTime = -1;
const firstBytes = 1024;
const wholeBytes = 64 * 1024;
const chunkBytes = 24 * 1024;

/** One file under the catalogue's name: an inode that was given away and came back has another birthday. */
export interface Identity {
  readonly ino: number;
  readonly birthtimeMs: number;
  readonly size: number;
}

/** What is known of the catalogue. Grows with what is appended. */
export class Reading {
  readonly #entries = new Map<string, Entry>();
  readonly #folderTimes = new Map<string, number>();
  readonly #appended = new Set<string>();
  #sorted: readonly Entry[] | null = null;
  #files: ReadonlyMap<string, ReadonlySet<string>> | null = null;
  #size: number;
  readonly #from: Identity;
  /** How many finished runs in use were looked for; Infinity when all of it was read. */
  readonly newest: number;
  /** How many unfinished ones; Infinity when all of them were read. */
  readonly #open: number;
  /** Which tidying made the part that never changes, and where that part ends; '' and 0 when nothing did. */
  readonly settled: { readonly id: string; readonly bytes: number };
  /** Where the tidied catalogue ended. */
  readonly #tidied: number;

  /**
   * Reads the newest runs: unfinished ones that were not removed, and finished ones.
   * @param fd the open catalogue
   * @param from which file it is
   * @param newest how many finished runs in use are wanted; Infinity for all runs, in every place
   * @param openRuns how many unfinished ones
   */
  constructor(fd: number, from: Identity, newest: number, openRuns: number) {
    const isWhole = newest === Number.POSITIVE_INFINITY || from.size <= wholeBytes;
    this.newest = isWhole ? Number.POSITIVE_INFINITY : newest;
    this.#open = isWhole ? Number.POSITIVE_INFINITY : openRuns;
    this.#from = from;
    this.#size = from.size;
    const first = readStretch(fd, 0, isWhole ? from.size : Math.min(firstBytes, from.size));
    const head = firstLine(first);
    const header = parseLine(head.trimEnd());
    const isTidied = header !== null && !isEntry(header);
    if (isTidied && header.end > from.size) throw new RangeError('its end is missing');
    const open = isTidied ? Math.min(header.open, from.size) : 0;
    this.settled = { id: isTidied ? header.id : '', bytes: open };
    this.#tidied = isTidied ? Math.min(Math.max(header.end, open), from.size) : 0;
    if (isWhole || open === 0) {
      const all = isWhole ? first : readStretch(fd, 0, from.size);
      this.#take(parseWholeLines(all.subarray(0, this.#tidied).toString('utf8')));
      this.#takeAppended(all.subarray(this.#tidied).toString('utf8'));
      return;
    }
    this.#take(parseLines(head));
    this.#takeAppended(readStretch(fd, this.#tidied, from.size).toString('utf8'));
    this.#takeOlder(fd, { from: open, to: this.#tidied }, openRuns);
    this.#takeOlder(fd, { from: 0, to: open }, newest);
  }

  /** The newest line about each key. */
  get entries(): ReadonlyMap<string, Entry> {
    return this.#entries;
  }

  /** The time of each folder when it was last written to or looked at. */
  get folderTimes(): ReadonlyMap<string, number> {
    return this.#folderTimes;
  }

  /** The keys that a line was appended about since the catalogue was tidied. */
  get appended(): ReadonlySet<string> {
    return this.#appended;
  }

  /** How much was appended since. */
  get appendedBytes(): number {
    return this.#size - this.#tidied;
  }

  /** The entries, the most recently changed first. */
  get sorted(): readonly Entry[] {
    return (this.#sorted ??= newestFirst([...this.#entries.values()]));
  }

  /** The names of all files that a line is about, by their folders. */
  get files(): ReadonlyMap<string, ReadonlySet<string>> {
    if (this.#files !== null) return this.#files;
    const files = new Map<string, Set<string>>();
    for (const { f, n } of this.#entries.values()) {
      const names = files.get(f);
      if (names === undefined) files.set(f, new Set([n]));
      else names.add(n);
    }
    this.#files = files;
    return files;
  }

  /**
   * Tells whether this is what a file would say.
   * @param file the catalogue as it is now
   * @param newest how many finished runs in use are wanted
   * @param openRuns how many unfinished ones
   * @returns true when no more than an appended part has to be read
   */
  isOf(file: Identity, newest: number, openRuns: number): boolean {
    const { ino, birthtimeMs } = this.#from;
    const isSame = ino === file.ino && birthtimeMs === file.birthtimeMs && this.#size <= file.size;
    return isSame && newest <= this.newest && openRuns <= this.#open;
  }

  /** The bytes that were read, or skipped because what they say was not asked for. */
  get size(): number {
    return this.#size;
  }

  /**
   * Tells whether nothing was appended since all of it was read.
   * @param file the catalogue as it is now
   * @returns true when this is all that the file says
   */
  isAll(file: Identity): boolean {
    return this.isOf(file, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY) && this.#size === file.size;
  }

  /**
   * Reads what was appended.
   * @param fd the open catalogue
   * @param size its size now
   * @returns false when the newest runs in use are others now, and have to be looked for
   */
  readOn(fd: number, size: number): boolean {
    const keys = this.#takeAppended(readStretch(fd, this.#size, size).toString('utf8'));
    this.#size = size;
    return this.newest === Number.POSITIVE_INFINITY || keys.every((key) => this.#entries.get(key)?.pl === 'live');
  }

  #takeAppended(text: string): readonly string[] {
    const keys = this.#take(parseLines(text));
    for (const key of keys) this.#appended.add(key);
    return keys;
  }

  #take(lines: readonly (Entry | Header)[]): readonly string[] {
    if (lines.length === 0) return [];
    const keys: string[] = [];
    for (const line of lines) {
      if (isEntry(line)) {
        this.#entries.set(line.k, line);
        keys.push(line.k);
        if (line.d !== 0)
          this.#folderTimes.set(line.f, this.#folderTimes.get(line.f) === line.b ? line.d : unknownTime);
      } else for (const [folder, time] of Object.entries(line.d)) this.#folderTimes.set(folder, time);
    }
    this.#sorted = null;
    this.#files = null;
    return keys;
  }

  /** Reads a part that was tidied backwards, until enough runs in use are known that it says the newest of. */
  #takeOlder(fd: number, part: { readonly from: number; readonly to: number }, wanted: number): void {
    let end = part.to;
    // All of them are read at once.
    let bytes = wanted === Number.POSITIVE_INFINITY ? part.to - part.from : chunkBytes;
    for (let found = 0; end > part.from && found < wanted; ) {
      const start = Math.max(part.from, end - bytes);
      const text = readStretch(fd, start, end);
      const at = start === part.from ? 0 : text.indexOf('\n');
      if (at < 0) {
        bytes *= 2; // a line that is longer
        continue;
      }
      for (const entry of parseWholeLines(text.subarray(at).toString('utf8')).toReversed()) {
        if (!isEntry(entry) || this.#entries.has(entry.k)) continue;
        this.#entries.set(entry.k, entry);
        if (entry.pl === 'live') found++;
      }
      end = start + at;
    }
  }
}

/**
 * Tells whether a run has something left to do: those stand together, behind what is settled.
 * @param entry the run
 * @returns false when it is finished or removed
 */
export function isOpen({ o, pl }: Entry): boolean {
  return !o.finished && pl !== 'removed';
}

function firstLine(bytes: Buffer): string {
  return bytes.toString('utf8', 0, firstBytes).split('\n', 1)[0] ?? '';
}
