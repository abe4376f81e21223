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
  /** The published file's time and size; 0 when there is no file. */
  readonly m: number;
  readonly s: number;
  /** The folder and the name of the file, also while there is none. */
  readonly f: string;
  readonly n: string;
  /** The folder's time after publishing: while it stays the same, no file came, went or was replaced. */
  readonly d: number;
}

/** Says that all files of some folders were looked at; the first line of a tidied catalogue. */
export interface Header {
  readonly v: 1;
  /** Where the entries of unfinished runs begin; those before are finished, oldest first. Only in the first line. */
  readonly open: number;
  /** The folders' times then. */
  readonly d: Readonly<Record<string, number>>;
  /** True when a file could not be read then. */
  readonly x?: boolean;
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
 * Tells an entry from a header.
 * @param line a parsed line
 * @returns true for an entry
 */
export function isEntry(line: unknown): line is Entry {
  if (typeof line !== 'object' || line === null) return false;
  const { k, f, n, pl, r, m, s, d, o }: Partial<Record<string, unknown>> = { ...line };
  return [k, f, n, pl].every(isText) && [r, m, s, d].every(isNumber) && isOverview(o);
}

function isOverview(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { title, status, finished, progress }: Partial<Record<string, unknown>> = { ...value };
  return isText(title) && isText(status) && typeof finished === 'boolean' && typeof progress === 'object';
}

const isText = (value: unknown): boolean => typeof value === 'string';
const isNumber = (value: unknown): boolean => typeof value === 'number';

/**
 * Tells a header from an entry.
 * @param line a parsed line
 * @returns true for a header of this version
 */
export function isHeader(line: unknown): line is Header {
  if (typeof line !== 'object' || line === null) return false;
  const header: Partial<Record<string, unknown>> = { ...line };
  return header['v'] === 1 && typeof header['open'] === 'number' && typeof header['d'] === 'object';
}
