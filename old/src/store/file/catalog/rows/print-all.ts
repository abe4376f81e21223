// Prints every run that the catalogue knows, without making an object of each: the rows of most were made before.

import type { Place } from '../../../../rules/names.js';
import type { Catalog } from '../catalog.js';
import { type Entry, newestFirst } from '../entry.js';
import { areUnchanged, fits, glanceAtEnd } from '../glance.js';
import { mergeRows, type NewRow } from './merge-rows.js';
import { isLasting, settledRows } from './settled-rows.js';

/** How rows are printed. */
export interface RowPrinter {
  /** Where the project is, and which version prints: rows of another one are not taken. */
  readonly root: string;
  readonly version: string;
  /** Prints the row of a run: a JSON object with `id`, the key, and `updated_at`, on a line that ends with a comma. */
  readonly print: (entry: Entry) => string;
}

/**
 * Prints every run, the most recently changed first, if that takes no more than a glance, and there are many.
 * @param catalog the catalogue
 * @param places which places count
 * @param printer prints a row
 * @returns the rows in pieces; null when the runs have to be listed one by one
 */
export function printAll(catalog: Catalog, places: readonly Place[], printer: RowPrinter): readonly Buffer[] | null {
  const { root } = printer;
  const end = glanceAtEnd(root, catalog);
  if (end === null || end.newest === Number.POSITIVE_INFINITY) return null;
  const settled = settledRows(catalog, end, printer);
  if (settled?.places.every((place) => places.includes(place)) !== true) return null;
  const rest = settled.rest.filter(({ k }) => !end.entries.has(k));
  const runs = newestFirst([...end.entries.values(), ...rest].filter(fits({ places })));
  if (!areUnchanged(root, runs)) return null;
  const toRow = (entry: Entry): NewRow => ({ entry, text: Buffer.from(printer.print(entry)) });
  const added = runs.filter((entry) => end.appended.has(entry.k) || !isLasting(entry)).map(toRow);
  const pieces = mergeRows(settled.rows, end.appended, added);
  catalog.tidyAppended(end);
  return pieces;
}
