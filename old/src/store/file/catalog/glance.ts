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
import type { Catalog } from './catalog.js';
import type { Entry } from './entry.js';
import { type Reading, unknownTime } from './reading.js';

/** Where published files are: while a folder has its time, none came, went or was replaced. */
export const watchedFolders: readonly string[] = [...Object.values(publishedFolders), failedFolder];

/** Where checkpoints are, and where the catalogue is. */
const folders: readonly string[] = [...watchedFolders, ownFolder];

/** Whose files and logs are looked at in any list: a writer that was killed had saved before, so its run is among the newest. */
export const lookedThrough = 100;
const spareRuns = 20;
/** Nobody works on more runs at once; to look at many thousands would take longer than all the rest of a list. */
const openLookedThrough = 1_000;

/**
 * Tells whether a list looks at a run's file, or believes the catalogue while the folder has its time. An edit in place
 * leaves no trace in the folder; it is found where people work: among the newest runs, and those with something left to do.
 * @param entry the run
 * @param at its number in the list, from 0
 * @returns true when it is looked at
 */
export function isLookedAt({ o, m }: Entry, at: number): boolean {
  return at < lookedThrough || (!o.finished && at < openLookedThrough) || m === unknownTime;
}

/**
 * Lists checkpoints, the most recently changed first, if the catalogue knows them and every file that is looked at is as it
 * says.
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
  const chosen = reading.sorted.filter(fits(filter)).slice(0, filter.limit);
  if (!areUnchanged(root, chosen)) return null;
  catalog.tidyAppended(reading);
  return chosen;
}

/**
 * Reads the end of the catalogue: what is unfinished, and at least as many of the newest as are looked at in any list.
 * @param root the project's root
 * @param catalog its catalogue
 * @returns what it says; null when a folder changed since, or a link stands in the way
 */
export function glanceAtEnd(root: string, catalog: Catalog): Reading | null {
  const times = lookAtFolders(root);
  return times === null ? null : readUpToDate(catalog, times, lookedThrough);
}

/**
 * Looks at the files of a list, where that is due.
 * @param root the project's root
 * @param chosen the list
 * @returns true when each is as its entry says
 */
export function areUnchanged(root: string, chosen: readonly Entry[]): boolean {
  return chosen.every((entry, at) => !isLookedAt(entry, at) || isUnchanged(root, entry, at < lookedThrough));
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
  times.set(folder, changeTime(found));
  return found === undefined || found.isDirectory();
}

/**
 * Gives the time of a folder or file. Tools that unpack, copy or edit set the first of the two back; the second nobody can.
 * @param stat what was found
 * @returns milliseconds; 0 when it is not there
 */
export function changeTime(stat: fs.Stats | undefined): number {
  return stat === undefined ? 0 : Math.max(stat.mtimeMs, stat.ctimeMs);
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
  if (exact === true) return null;
  const isFiltered = unfinished !== true && (filter.family !== undefined || filter.status !== undefined);
  const isElsewhere = filter.places?.some((place) => place === 'removed' || (place !== 'live' && unfinished !== true));
  if (isFiltered || isElsewhere === true) return readUpToDate(catalog, times, Number.POSITIVE_INFINITY);
  if (unfinished === true) return readUpToDate(catalog, times, 0);
  // A few more: one of them may turn out to be removed.
  return readUpToDate(catalog, times, limit + spareRuns, limit + spareRuns);
}

/**
 * Reads the catalogue, if no folder changed since it was told.
 * @param catalog the catalogue
 * @param times the folders' times
 * @param newest how many finished runs in use are wanted; Infinity for all runs, in every place
 * @param openRuns how many unfinished ones; all unless given
 * @returns what it says, or null
 */
export function readUpToDate(
  catalog: Catalog,
  times: ReadonlyMap<string, number>,
  newest: number,
  openRuns?: number,
): Reading | null {
  const reading = catalog.read(newest, openRuns);
  if (reading === null) return null;
  // A run that only its log knows was announced; the folders of logs need no look.
  const { folderTimes } = reading;
  return watchedFolders.every((folder) => (folderTimes.get(folder) ?? 0) === times.get(folder)) ? reading : null;
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
  if (changeTime(file) !== m || (file !== undefined && file.size !== s)) return false;
  if (o.finished || !withLog) return true; // to begin anew is announced
  const log = `${root}/${ownFolder}/${k.slice(0, k.indexOf(':'))}/${segmentName(n.slice(0, -'.json'.length), g)}`;
  return (fs.statSync(log, { throwIfNoEntry: false })?.size ?? 0) === l;
}

/**
 * Tells what an entry says about its checkpoint.
 * @param root the project's root
 * @param entry the entry
 * @returns one line about it; null when the key is none
 */
export function toSummary(root: string, { k, r: revision, pl: place, o: overview, f, n }: Entry): Summary | null {
  const key = parseKey(k);
  if (key === null) return null;
  return { key, revision, place, overview, path: publishedFolder(key, place) === null ? null : below(root, f, n) };
}
