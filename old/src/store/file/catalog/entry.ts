// One line of the catalogue: what lists show of one checkpoint, and how to tell whether that is still true.

import type { RunOverview } from '../../../rules/overview.js';
import type { Place } from '../../../rules/names.js';

/** A checkpoint as it was when its file was last published. */
export interface Entry {
  /** The key as text. */
  readonly k: string;
  readonly r: number;
  readonly pl: Place;
  readonly o: RunOverview;
  /** The published file's time and size; 0 when there is no file. The time is -1 when it is still to be published. */
  readonly m: number;
  readonly s: number;
  /** The folder and the name of the file, also while there is none. */
  readonly f: string;
  readonly n: string;
  /**
   * The folder's time before and after publishing. While it stays the same, no file came, went or was replaced; and the
   * one before tells whether somebody else did something in between. Both are 0 in a line that says nothing about it.
   */
  readonly b: number;
  readonly d: number;
  /**
   * The log's segment, and its bytes; 0 of them when there is no log. A log that has grown since holds a revision that
   * was not published: its writer was killed, or found no room.
   */
  readonly g: number;
  readonly l: number;
  /** The newest revision that was known to be durable: a log of the same segment that ends before it has lost its end. */
  readonly y?: number;
  /** Which log that was: another one, begun anew, has other revisions. */
  readonly i?: string;
  /** The newest event's name, of a run that is not finished: what happened last tells more than its state. */
  readonly e?: string;
}

/** The first line of a tidied catalogue; says that all files of some folders were looked at. */
export interface Header {
  readonly v: 4;
  /** Random: tells one tidying from another. */
  readonly id: string;
  /** Where the entries of unfinished runs begin; those before are finished or removed, oldest first. */
  readonly open: number;
  /** Where they end: what stands behind was appended since. */
  readonly end: number;
  /** The folders' times then. */
  readonly d: Readonly<Record<string, number>>;
}

/**
 * Reads one line.
 * @param line the line
 * @returns the entry or header; null when the line is torn
 */
export function parseLine(line: string): Entry | Header | null {
  if (!line.startsWith('{') || !line.endsWith('}')) return null;
  try {
    const value: unknown = JSON.parse(line);
    return isEntry(value) || isHeader(value) ? value : null;
  } catch {
    return null;
  }
}

/**
 * Reads many lines at once, which takes half as long as one by one.
 * @param text lines
 * @returns the entries and headers among them, in order
 */
export function parseLines(text: string): (Entry | Header)[] {
  try {
    const all: unknown = JSON.parse(`[${text.trim().replaceAll('\n', ',')}]`);
    if (Array.isArray(all)) return all.filter((line) => isEntry(line) || isHeader(line));
  } catch {
    // One of them is torn.
  }
  return text.split('\n').flatMap((line) => parseLine(line.trimEnd()) ?? []);
}

/**
 * Reads lines that were written together, as a tidied catalogue's are: none of them may be torn.
 * @param text lines
 * @returns the entries and headers, in order; throws where one is damaged
 */
export function parseWholeLines(text: string): (Entry | Header)[] {
  const lines = parseLines(text);
  if (lines.length === text.split('\n').filter((line) => line.trim() !== '').length) return lines;
  throw new RangeError('a line is damaged');
}

/**
 * Tells an entry from a header.
 * @param line a parsed line
 * @returns true for an entry
 */
export function isEntry(line: unknown): line is Entry {
  if (typeof line !== 'object' || line === null || !('k' in line && 'o' in line)) return false;
  const entry: Partial<Record<keyof Entry, unknown>> = line;
  const isPlaced = [entry.k, entry.f, entry.n, entry.pl, entry.i ?? ''].every(isText);
  const numbers = [entry.r, entry.m, entry.s, entry.b, entry.d, entry.g, entry.l, entry.y ?? 0];
  return isPlaced && numbers.every(isNumber) && isOverview(entry.o);
}

function isOverview(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { title, status, finished, progress }: Partial<Record<keyof RunOverview, unknown>> = value;
  return isText(title) && isText(status) && typeof finished === 'boolean' && typeof progress === 'object';
}

const isText = (value: unknown): boolean => typeof value === 'string';
const isNumber = (value: unknown): boolean => typeof value === 'number';
const isOffset = (value: unknown): boolean => typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;

/**
 * Tells a header from an entry.
 * @param line a parsed line
 * @returns true for a header of this version
 */
export function isHeader(line: unknown): line is Header {
  if (typeof line !== 'object' || line === null || !('v' in line && 'open' in line && 'd' in line)) return false;
  const { v, id, open, end, d }: Partial<Record<keyof Header, unknown>> = line;
  return v === 4 && isText(id) && isOffset(open) && isOffset(end) && typeof d === 'object' && d !== null;
}

const time = (entry: Entry): string => entry.o.updated_at ?? '';

/**
 * Sorts entries by their change time.
 * @param entries the entries; sorted in place
 * @returns the same list
 */
export function newestFirst(entries: Entry[]): Entry[] {
  return entries.sort((a, b) => compareNewest(time(a), a.k, time(b), b.k));
}

/**
 * Compares two runs for a list, the most recently changed first.
 * @param time the change time of one
 * @param key its key
 * @param otherTime that of the other
 * @param otherKey its key
 * @returns below 0 when the first stands before the other
 */
export function compareNewest(time: string, key: string, otherTime: string, otherKey: string): number {
  return time === otherTime ? (key < otherKey ? -1 : 1) : time < otherTime ? 1 : -1;
}

/**
 * Names the log of a checkpoint.
 * @param entry the checkpoint's line
 * @returns its family and the name that its file shares, in small letters
 */
export function logName({ k, n }: Entry): string {
  return `${k.slice(0, k.indexOf(':'))}/${n}`.toLowerCase();
}
