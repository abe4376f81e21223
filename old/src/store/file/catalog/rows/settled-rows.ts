// The rows of runs that are settled, as text: made once for each tidying of the catalogue, and kept beside it.

import { isJsonObject } from '../../../../rules/json/json.js';
import { tryJson } from '../../../../rules/json/try-json.js';
import type { Place } from '../../../../rules/names.js';
import type { Catalog } from '../catalog.js';
import { type Entry, isEntry } from '../entry.js';
import { isOpen, type Reading, unknownTime } from '../reading.js';
import type { RowPrinter } from './print-all.js';

/** The rows of finished runs, and what else the catalogue has settled. */
export interface SettledRows {
  /** A line for each, the most recently changed first. */
  readonly rows: Buffer;
  /** In which places they are. */
  readonly places: readonly Place[];
  /** Runs whose row may be another one tomorrow: those that were removed unfinished. */
  readonly rest: readonly Entry[];
}

/** The first line of the file. */
interface Head {
  /** The version that wrote the rows. */
  readonly v: string;
  /** The tidying that they belong to. */
  readonly id: string;
  readonly root: string;
  /** So many bytes of rows follow. */
  readonly bytes: number;
  readonly places: readonly Place[];
  readonly rest: readonly Entry[];
}

/**
 * Gives the rows of what is settled, from their file where that is true.
 * @param catalog the catalogue
 * @param reading what was read of it
 * @param printer prints a row
 * @returns the rows; null when the catalogue cannot be read, or is another one meanwhile
 */
export function settledRows(catalog: Catalog, reading: Reading, printer: RowPrinter): SettledRows | null {
  const { id } = reading.settled;
  const known = loadRows(catalog, id, printer);
  if (known !== null) return known;
  const whole = catalog.read(Number.POSITIVE_INFINITY);
  return whole?.settled.id === id ? makeRows(catalog, whole, printer) : null;
}

/**
 * Tells whether a run's row stays as it is while nothing is appended about the run.
 * @param entry the run
 * @returns false when it may grow stale, or its file could not be read
 */
export function isLasting({ o, m }: Entry): boolean {
  return o.finished && m !== unknownTime;
}

function loadRows(catalog: Catalog, id: string, { root, version }: RowPrinter): SettledRows | null {
  const bytes = catalog.loadRows();
  const end = bytes?.indexOf('\n') ?? -1;
  if (bytes === null || end < 0) return null;
  const head = parseHead(bytes.toString('utf8', 0, end));
  const rows = bytes.subarray(end + 1);
  if (head === null || head.v !== version || head.id !== id || head.root !== root) return null;
  // Nobody waits for the disk with these: after a crash there may be less, or nothing but zeros.
  return rows.length === head.bytes && !rows.includes(0) ? { rows, places: head.places, rest: head.rest } : null;
}

function parseHead(line: string): Head | null {
  const head = tryJson(line);
  return isHead(head) ? head : null;
}

function isHead(value: unknown): value is Head {
  if (!isJsonObject(value)) return false;
  const { v, id, root, bytes, places, rest } = value;
  const isNamed = typeof v === 'string' && typeof id === 'string' && typeof root === 'string';
  return isNamed && typeof bytes === 'number' && Array.isArray(places) && Array.isArray(rest) && rest.every(isEntry);
}

function makeRows(catalog: Catalog, whole: Reading, { root, version, print }: RowPrinter): SettledRows {
  // What a line was appended about is shown by that line.
  const settled = whole.sorted.filter((entry) => !isOpen(entry) && !whole.appended.has(entry.k));
  const lasting = settled.filter(isLasting);
  const rest = settled.filter((entry) => !isLasting(entry));
  const places = [...new Set(lasting.map(({ pl }) => pl))];
  const rows = Buffer.from(lasting.map(print).join(''));
  const head: Head = { v: version, id: whole.settled.id, root, bytes: rows.length, places, rest };
  catalog.keepRows(Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), rows]), whole);
  return { rows, places, rest };
}
