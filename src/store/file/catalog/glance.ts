// What the catalogue alone can answer. Knows nothing of logs, so that a program that only looks starts fast.

import fs from 'node:fs';
import type { Summary, SummaryFilter } from '../../store.js';
import { parseKey } from '../../../rules/names.js';
import {
  below,
  failedFolder,
  ownFolder,
  publishedFolder,
  publishedFolders,
  segmentName,
} from '../../../disk/layout.js';
import { type Catalog, type Reading, unknownTime } from './catalog.js';
import type { Entry } from './entry.js';

export { unknownTime };

/** Where checkpoints are, and where the catalogue is. */
const folders: readonly string[] = [...Object.values(publishedFolders), failedFolder, ownFolder];

/** Whose log a glance looks at: a writer that was killed had saved before, so its run is among the newest. */
const lookedThrough = 100;

/**
 * Lists checkpoints, the most recently changed first, if the catalogue knows them and every file is as it says.
 * @param root the project's root
 * @param catalog its catalogue
 * @param filter which of them
 * @returns the catalogue's lines; null when a file has to be read, or a link stands in the way
 */
export function glance(root: string, catalog: Catalog, filter: SummaryFilter): readonly Entry[] | null {
  const times = lookAtFolders(root);
  if (times !== null && folders.every((folder) => times.get(folder) === 0)) return [];
  const reading = times === null ? null : upToDate(catalog, times, filter);
  if (reading === null) return null;
  const chosen = newestFirst([...reading.entries.values()].filter(fits(filter))).slice(0, filter.limit);
  return chosen.every((entry, at) => isUnchanged(root, entry, at < lookedThrough)) ? chosen : null;
}

/** The folders' times, each looked at without following links. */
function lookAtFolders(root: string): ReadonlyMap<string, number> | null {
  const times = new Map<string, number>();
  for (const folder of folders) {
    for (let end = folder.indexOf('/'); end > 0; end = folder.indexOf('/', end + 1)) {
      if (!lookAt(root, folder.slice(0, end), times)) return null;
    }
    if (!lookAt(root, folder, times)) return null;
  }
  return times;
}

function lookAt(root: string, folder: string, times: Map<string, number>): boolean {
  if (times.has(folder)) return true;
  const found = fs.lstatSync(`${root}/${folder}`, { throwIfNoEntry: false });
  times.set(folder, found?.mtimeMs ?? 0);
  return found === undefined || found.isDirectory();
}

/**
 * Reads as much of the catalogue as a filter needs: what is unfinished, and what is newest in use, can be answered from its
 * end.
 * @param catalog the catalogue
 * @param times the folders' times
 * @param filter what is asked for
 * @returns what it says; null when it cannot answer, or a folder changed since
 */
export function upToDate(catalog: Catalog, times: ReadonlyMap<string, number>, filter: SummaryFilter): Reading | null {
  const { limit = Number.POSITIVE_INFINITY, unfinished, exact } = filter;
  const wantsFew = unfinished === true || limit !== Number.POSITIVE_INFINITY;
  if (exact === true || !wantsFew) return null;
  const isFiltered = unfinished !== true && (filter.family !== undefined || filter.status !== undefined);
  const isElsewhere = filter.places?.some((place) => place === 'removed' || (place !== 'live' && unfinished !== true));
  const takesAll = isFiltered || isElsewhere === true;
  const reading = catalog.read(takesAll ? Number.POSITIVE_INFINITY : unfinished === true ? 0 : limit);
  if (reading === null) return null;
  // A run that only its log knows was announced; the folders of logs need no look.
  const published = [...Object.values(publishedFolders), failedFolder];
  return published.every((folder) => (reading.folderTimes.get(folder) ?? 0) === times.get(folder)) ? reading : null;
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
 * Tells whether a checkpoint is as its entry says.
 * @param root the project's root
 * @param entry the entry
 * @param withLog whether the log is looked at
 * @returns true when its file has the same time and size, and the log of an unfinished one has not grown
 */
export function isUnchanged(root: string, { k, o, f, n, m, s, g, l }: Entry, withLog = true): boolean {
  const file = fs.statSync(`${root}/${f}/${n}`, { throwIfNoEntry: false });
  if (file === undefined ? m !== 0 : file.mtimeMs !== m || file.size !== s) return false;
  if (o.finished || !withLog) return true; // to begin anew is announced
  const log = `${root}/${ownFolder}/${k.slice(0, k.indexOf(':'))}/${segmentName(n.slice(0, -'.json'.length), g)}`;
  return (fs.statSync(log, { throwIfNoEntry: false })?.size ?? 0) === l;
}

const time = (entry: Entry): string => entry.o.updated_at ?? '';

/**
 * Sorts entries by their change time.
 * @param entries the entries; sorted in place
 * @returns the same list
 */
export function newestFirst(entries: Entry[]): Entry[] {
  return entries.sort((a, b) => (time(a) === time(b) ? (a.k < b.k ? -1 : 1) : time(a) < time(b) ? 1 : -1));
}

/**
 * Tells what an entry says about its checkpoint.
 * @param root the project's root
 * @param entry the entry
 * @returns one line about it; none when the key is none
 */
export function toSummary(root: string, entry: Entry): readonly Summary[] {
  const key = parseKey(entry.k);
  if (key === null) return [];
  const path = publishedFolder(key, entry.pl) === null ? null : below(root, entry.f, entry.n);
  return [{ key, revision: entry.r, place: entry.pl, overview: entry.o, path }];
}
