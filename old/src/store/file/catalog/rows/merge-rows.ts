// Puts runs into a text of thousands of rows without reading it: a few rows are cut out of it, a few put in between. Pure.

import { compareNewest, type Entry } from '../entry.js';

/** One row to be put in. */
export interface NewRow {
  readonly entry: Pick<Entry, 'k'> & { readonly o: Pick<Entry['o'], 'updated_at'> };
  readonly text: Buffer;
}

/** Where the text changes: so many bytes go, and a row comes. */
interface Edit {
  readonly at: number;
  readonly cut: number;
  readonly text: Buffer | null;
}

/** More ids than these are found faster by a look at all of them. */
const soughtOneByOne = 8;
/** Within a string no quote stands without a backslash before it: this can only be the member. */
const idMember = '"id":';

/**
 * Merges rows.
 * @param rows the text: rows in the order of a list, each an object with `id` and `updated_at` on a line of its own that
 * ends with a comma
 * @param gone the ids of rows that are no longer true
 * @param added rows that take their place, or are new, in the order of a list
 * @returns the pieces of the new text
 */
export function mergeRows(rows: Buffer, gone: ReadonlySet<string>, added: readonly NewRow[]): readonly Buffer[] {
  const edits: Edit[] = added.map((row) => ({ at: placeOf(rows, row), cut: 0, text: row.text }));
  for (const at of findRows(rows, gone)) edits.push({ at, cut: lineEnd(rows, at) - at, text: null });
  const pieces: Buffer[] = [];
  let done = 0;
  for (const { at, cut, text } of edits.sort((a, b) => a.at - b.at || a.cut - b.cut)) {
    if (at > done) pieces.push(rows.subarray(done, at));
    if (text !== null) pieces.push(text);
    done = at + cut;
  }
  if (done < rows.length) pieces.push(rows.subarray(done));
  return pieces;
}

/** Where a row stands, by halving. */
function placeOf(rows: Buffer, { entry }: NewRow): number {
  let [low, high] = [0, rows.length];
  while (low < high) {
    const start = lineStart(rows, Math.floor((low + high) / 2));
    const end = lineEnd(rows, start);
    const row = readRow(rows.toString('utf8', start, end));
    if (compareNewest(row.time, row.id, entry.o.updated_at ?? '', entry.k) < 0) low = end;
    else high = start;
  }
  return low;
}

function readRow(line: string): { readonly id: string; readonly time: string } {
  const row: unknown = JSON.parse(line.slice(0, line.lastIndexOf(',')));
  if (typeof row !== 'object' || row === null || !('id' in row && 'updated_at' in row)) throw new TypeError(line);
  return { id: String(row.id), time: typeof row.updated_at === 'string' ? row.updated_at : '' };
}

/** The first bytes of the rows with these ids. */
function findRows(rows: Buffer, ids: ReadonlySet<string>): readonly number[] {
  const texts = Array.from(ids, (id) => Buffer.from(`${idMember}${JSON.stringify(id)},`));
  if (texts.length <= soughtOneByOne) {
    return texts.flatMap((text) => {
      const at = rows.indexOf(text);
      return at < 0 ? [] : [lineStart(rows, at)];
    });
  }
  const wanted = new Set(texts.map((text) => text.toString('latin1')));
  const found = rows.toString('latin1').matchAll(/"id":"(?:[^"\\]|\\.)*",/g);
  return Array.from(found, (match) => (wanted.has(match[0]) ? lineStart(rows, match.index) : -1)).filter(
    (at) => at >= 0,
  );
}

const newline = 0x0a;

function lineStart(rows: Buffer, at: number): number {
  return at === 0 ? 0 : rows.lastIndexOf(newline, at - 1) + 1;
}

function lineEnd(rows: Buffer, start: number): number {
  const end = rows.indexOf(newline, start);
  return end < 0 ? rows.length : end + 1;
}
