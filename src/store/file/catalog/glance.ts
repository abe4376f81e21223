// What the catalogue alone can answer. Knows nothing of logs, so that a program that only looks starts fast.

import fs from 'node:fs';
import path from 'node:path';
import { parseKey } from '../../../rules/names.js';
import type { Summary, SummaryFilter } from '../../store.js';
import { below, failedFolder, publishedFolders } from '../layout.js';
import type { Catalog, Reading } from './catalog.js';
import type { Entry } from './entry.js';

/**
 * Lists checkpoints, the most recently changed first, if the catalogue knows and every file is as it says.
 * @param root the project's root
 * @param catalog its catalogue
 * @param filter which of them
 * @returns one line about each; null when a file has to be read
 */
export function glance(root: string, catalog: Catalog, filter: SummaryFilter): readonly Summary[] | null {
  const reading = upToDate(catalog, timesOf(root), filter);
  if (reading === null) return null;
  const chosen = newestFirst([...reading.entries.values()].filter(fits(filter))).slice(0, filter.limit);
  return chosen.every((entry) => isAsItWas(root, entry)) ? chosen.flatMap((entry) => toSummary(root, entry)) : null;
}

/**
 * Reads as much of the catalogue as a filter needs: what is not asked for by place, family or status can be answered from
 * its end.
 * @param catalog the catalogue
 * @param times the folders' times
 * @param filter what is asked for
 * @returns what it says; null when it cannot answer, is older than a folder, or a file could not be read then
 */
export function upToDate(
  catalog: Catalog,
  times: ReadonlyMap<string, number>,
  filter: SummaryFilter,
): Reading | null {
  const { limit = Number.POSITIVE_INFINITY, unfinished, exact } = filter;
  const wantsFew = unfinished === true || limit !== Number.POSITIVE_INFINITY;
  if (exact === true || !wantsFew) return null;
  const isFiltered = unfinished !== true && (filter.family !== undefined || filter.status !== undefined);
  const isElsewhere = filter.places?.some((place) => place !== 'live') === true;
  const reading = catalog.read(isFiltered || isElsewhere ? Number.POSITIVE_INFINITY : unfinished === true ? 0 : limit);
  if (reading === null || reading.isTroubled) return null;
  return [...times].every(([folder, time]) => (reading.folderTimes.get(folder) ?? 0) === time) ? reading : null;
}

/**
 * Makes the test of a filter.
 * @param filter what is asked for
 * @returns tells whether an entry fits
 */
export function fits(filter: SummaryFilter): (entry: Entry) => boolean {
  const { family, status, unfinished, places = ['live'] } = filter;
  return (entry) =>
    places.includes(entry.pl) &&
    (family === undefined || entry.k.startsWith(`${family}:`)) &&
    (status === undefined || entry.o.status === status) &&
    (unfinished !== true || !entry.o.finished);
}

/**
 * Tells whether a published file is the one that an entry is about.
 * @param root the project's root
 * @param entry the entry
 * @returns true when time and size are the same
 */
export function isAsItWas(root: string, { f, n, m, s }: Entry): boolean {
  const stat = fs.statSync(below(root, f, n), { throwIfNoEntry: false });
  return stat === undefined ? m === 0 : stat.mtimeMs === m && stat.size === s;
}

/**
 * Gives the times of the folders that hold published files.
 * @param root the project's root
 * @returns milliseconds by folder; 0 for one that is not there
 */
export function timesOf(root: string): ReadonlyMap<string, number> {
  const folders = [...Object.values(publishedFolders), failedFolder];
  return new Map(folders.map((folder) => [folder, timeOf(path.join(root, folder))]));
}

/**
 * Gives a folder's time.
 * @param folder the folder
 * @returns milliseconds; 0 when it is not there
 */
export function timeOf(folder: string): number {
  return fs.statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

/**
 * Sorts entries by their change time.
 * @param entries the entries; sorted in place
 * @returns the same list
 */
export function newestFirst(entries: Entry[]): Entry[] {
  const time = (entry: Entry): string => entry.o.updated_at ?? '';
  return entries.sort((a, b) => (time(a) === time(b) ? (a.k < b.k ? -1 : 1) : time(a) < time(b) ? 1 : -1));
}

/**
 * Presents an entry.
 * @param root the project's root
 * @param entry the entry
 * @returns its summary; none when its key cannot be read
 */
export function toSummary(root: string, entry: Entry): readonly Summary[] {
  const key = parseKey(entry.k);
  if (key === null) return [];
  return [{ key, revision: entry.r, place: entry.pl, overview: entry.o, path: below(root, entry.f, entry.n) }];
}
