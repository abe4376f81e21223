// Answers lists from the catalogue, and looks at the files themselves wherever it may be out of date.

import path from 'node:path';
import { type FamilyName, type Key, keyText, parseKey } from '../../../rules/names.js';
import type { Stored, Summary, SummaryFilter } from '../../store.js';
import { type KnownFiles, keysIn } from '../keys.js';
import { failedFolder, familyNames, logFolder, publishedFolders } from '../../../disk/layout.js';
import type { Catalog } from './catalog.js';
import { timeOf } from './describe.js';
import type { Entry } from './entry.js';
import { fits, isUnchanged, newestFirst, toSummary, unknownTime, upToDate } from './glance.js';

/** What the list needs of its store. */
export interface Shelf {
  readonly root: string;
  readonly families: readonly FamilyName[];
  /** Reads a checkpoint itself; null when the file is none. Never throws for one that cannot be read. */
  load(key: Key): Stored | null;
  /** Whether a checkpoint could not be read, or not wholly: a person is told as long as that is so. */
  isTroubled(key: Key): boolean;
  /** Gives the catalogue's line about a checkpoint as it is on disk; null when its family cannot sum up. */
  describe(stored: Stored): Entry | null;
}

/** Beyond this, what was appended since the catalogue was tidied is worth tidying. */
const untidyBytes = 256 * 1024;

/**
 * Lists checkpoints, the most recently changed first.
 * @param shelf the store
 * @param catalog its catalogue
 * @param filter which of them
 * @returns one line about each
 */
export function summarise(shelf: Shelf, catalog: Catalog, filter: SummaryFilter): readonly Summary[] {
  const { limit = Number.POSITIVE_INFINITY } = filter;
  const folderTimes = timesOf(shelf.root);
  const known = upToDate(catalog, folderTimes, filter);
  const entries = known?.entries ?? lookAtAll(shelf, catalog, folderTimes);
  if (known !== null && known.tailBytes > untidyBytes) tidy(shelf, catalog, folderTimes);
  const isWanted = fits(filter);
  const chosen: Entry[] = [];
  for (const entry of newestFirst([...entries.values()].filter(isWanted))) {
    if (chosen.length >= limit) break;
    const now = known === null ? entry : asItIs(shelf, catalog, entry);
    if (now !== null && isWanted(now)) chosen.push(now);
  }
  return newestFirst(chosen).flatMap((entry) => toSummary(shelf.root, entry));
}

/** Looks at every file; those that are new or changed are read, and the catalogue is told. */
function lookAtAll(shelf: Shelf, catalog: Catalog, times: ReadonlyMap<string, number>): ReadonlyMap<string, Entry> {
  const reading = catalog.read(Number.POSITIVE_INFINITY);
  const known = new Map<string, Entry>(reading?.entries);
  const files = new Set<string>();
  const logs = new Set<string>();
  for (const { k, f, n } of known.values()) {
    files.add(`${f}/${n}`);
    logs.add(`${k.slice(0, k.indexOf(':'))}/${n}`.toLowerCase());
  }
  let changed = false;
  const looked = new Map(times);
  const look = (key: Key): void => {
    const entry = describeNow(shelf, key);
    if (entry === null) known.delete(keyText(key));
    else known.set(entry.k, entry);
    changed = true;
    // A folder of which that is remembered is looked at again, and the person is told again.
    if (shelf.isTroubled(key)) for (const folder of foldersOf(key.family)) looked.set(folder, unknownTime);
  };
  for (const entry of reading?.entries.values() ?? []) {
    const key = isUnchanged(shelf.root, entry) ? undefined : parseKey(entry.k);
    if (key === null || !isOf(shelf.families, entry)) known.delete(entry.k);
    else if (key !== undefined) look(key);
  }
  const seen: KnownFiles = {
    hasLog: (family, stem) => logs.has(`${family}/${stem}.json`),
    hasFile: (folder, name) => files.has(`${folder}/${name}`),
  };
  const recorded = reading?.folderTimes;
  const isAsItWas = (folder: string): boolean => times.get(folder) === recorded?.get(folder);
  for (const family of shelf.families) for (const key of keysIn(shelf.root, family, seen, isAsItWas)) look(key);
  const isDue = changed || [...times].some(([folder, time]) => recorded?.get(folder) !== time);
  // A store that was opened for one family does not know what to write about the others.
  if (isDue && shelf.families.length === familyNames.length) catalog.tidy(known.values(), looked);
  return known;
}

function tidy(shelf: Shelf, catalog: Catalog, times: ReadonlyMap<string, number>): void {
  const whole = shelf.families.length === familyNames.length ? catalog.read(Number.POSITIVE_INFINITY) : null;
  if (whole !== null) catalog.tidy(whole.entries.values(), times);
}

function describeNow(shelf: Shelf, key: Key): Entry | null {
  const stored = shelf.load(key);
  const entry = stored === null ? null : shelf.describe(stored);
  // No file has this time: one that could not be read wholly is read again, and told again.
  return entry !== null && shelf.isTroubled(key) ? { ...entry, m: unknownTime } : entry;
}

function foldersOf(family: FamilyName): readonly string[] {
  return family === 'workflow' ? [publishedFolders.workflow, failedFolder] : [publishedFolders[family]];
}

function asItIs(shelf: Shelf, catalog: Catalog, entry: Entry): Entry | null {
  if (isUnchanged(shelf.root, entry)) return entry;
  const key = parseKey(entry.k);
  const now = key === null ? null : describeNow(shelf, key);
  if (now !== null) catalog.append([now]);
  return now;
}

function isOf(families: readonly FamilyName[], { k }: Entry): boolean {
  return families.some((family) => k.startsWith(family) && k[family.length] === ':');
}

function timesOf(root: string): ReadonlyMap<string, number> {
  const folders = [...Object.values(publishedFolders), failedFolder, ...familyNames.map(logFolder)];
  return new Map(folders.map((folder) => [folder, timeOf(path.join(root, folder))]));
}
