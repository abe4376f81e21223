// Answers lists from the catalogue, and looks at the files themselves wherever it may be out of date.

import fs from 'node:fs';
import { type FamilyName, type Key, keyText, parseKey } from '../../../rules/names.js';
import type { Stored, Summary, SummaryFilter } from '../../store.js';
import { type KnownFiles, keysIn } from '../keys.js';
import { below, failedFolder, familyNames, logFolder, publishedFolders, segmentName } from '../../../disk/layout.js';
import type { Catalog } from './catalog.js';
import { timeOf } from './describe.js';
import { type Entry, logName, newestFirst } from './entry.js';
import { fits, isLookedAt, isUnchanged, toSummary, upToDate, watchedFolders } from './glance.js';
import { type Reading, unknownTime } from './reading.js';

/** What the list needs of its store. */
export interface Shelf {
  readonly root: string;
  readonly families: readonly FamilyName[];
  /** Reads a checkpoint itself; null when the file is none. Never throws for one that cannot be read. */
  load(key: Key): Stored | null;
  /** Whether a checkpoint could not be read, or not wholly: a person is told as long as that is so. */
  isTroubled(key: Key): boolean;
  /** Whether a file whose name no checkpoint can have holds one all the same; then a person is told. */
  isNameless(family: FamilyName, folder: string, name: string): boolean;
  /** Gives the catalogue's line about a checkpoint as it is on disk; null when its family cannot sum up. */
  describe(stored: Stored): Entry | null;
}

/**
 * Lists checkpoints, the most recently changed first.
 * @param shelf the store
 * @param catalog its catalogue
 * @param filter which of them
 * @returns one line about each
 */
export function summarise(shelf: Shelf, catalog: Catalog, filter: SummaryFilter): readonly Summary[] {
  const { limit = Number.POSITIVE_INFINITY } = filter;
  const folderTimes = timesOf(shelf.root, watchedFolders);
  const known = upToDate(catalog, folderTimes, filter);
  const entries = known?.sorted ?? lookAtAll(shelf, catalog, folderTimes, filter.exact === true);
  const isWanted = fits(filter);
  const chosen: Entry[] = [];
  let isInOrder = true;
  for (const entry of entries) {
    if (chosen.length >= limit) break;
    if (!isWanted(entry)) continue;
    const isBelieved = known === null || !isLookedAt(entry, chosen.length);
    const now = isBelieved ? entry : asItIs(shelf, catalog, entry);
    if (now !== null && isWanted(now)) chosen.push(now);
    isInOrder &&= now === entry;
  }
  if (known !== null) catalog.tidyAppended(known);
  return summariesOf(shelf.root, isInOrder ? chosen : newestFirst(chosen));
}

/** Looks at every file; those that are new or changed are read, and the catalogue is told. */
function lookAtAll(
  shelf: Shelf,
  catalog: Catalog,
  watched: ReadonlyMap<string, number>,
  isExact: boolean,
): readonly Entry[] {
  const { root, families } = shelf;
  const times = new Map([...watched, ...timesOf(root, familyNames.map(logFolder))]);
  const looked = new Map(times);
  const reading = catalog.read(Number.POSITIVE_INFINITY);
  const changes = new Map<string, Entry | null>();
  let isChanged = false;
  const look = (key: Key): void => {
    const text = keyText(key);
    changes.set(text, describeNow(shelf, key, reading?.entries.get(text)));
    isChanged = true;
    // A folder of which that is remembered is looked at again, and the person is told again.
    if (shelf.isTroubled(key)) for (const folder of foldersOf(key.family)) looked.set(folder, unknownTime);
  };
  const isOurs = families.length === familyNames.length ? () => true : isOf(families);
  for (const entry of reading?.sorted ?? []) {
    const isKept = isOurs(entry) && isUnchanged(root, entry);
    const key = isKept || !isOurs(entry) ? null : parseKey(entry.k);
    if (key !== null) look(key);
    else if (!isKept) changes.set(entry.k, null);
  }
  const recorded = reading?.folderTimes;
  const isSame = (folder: string): boolean => times.get(folder) === recorded?.get(folder);
  // Two files that come within one tick of the clock leave a folder the same time: an exact list looks for names as well.
  const needsNoLook = (folder: string): boolean =>
    times.get(folder) === 0 || (isSame(folder) && !(isExact && watched.has(folder)));
  const seen = knownFiles(reading);
  for (const family of families) {
    const tell = (folder: string, name: string): void => {
      if (shelf.isNameless(family, folder, name)) looked.set(folder, unknownTime);
    };
    for (const key of keysIn(root, family, seen, needsNoLook, tell)) look(key);
  }
  const entries = changes.size === 0 ? (reading?.sorted ?? []) : newestFirst(changed(reading, changes));
  const isDue = isChanged || ![...times.keys()].every(isSame);
  // A store that was opened for one family does not know what to write about the others.
  if (isDue && families.length === familyNames.length) catalog.tidy(entries, looked);
  return entries;
}

function changed(reading: Reading | null, changes: ReadonlyMap<string, Entry | null>): Entry[] {
  const entries = new Map<string, Entry>(reading?.entries);
  for (const [key, entry] of changes) {
    if (entry === null) entries.delete(key);
    else entries.set(key, entry);
  }
  return [...entries.values()];
}

/** Which files and logs a line is about; the logs are asked for only where one came or went. */
function knownFiles(reading: Reading | null): KnownFiles {
  let logs: Set<string> | null = null;
  return {
    hasLog: (family, stem) => {
      logs ??= new Set(Array.from(reading?.entries.values() ?? [], logName));
      return logs.has(`${family}/${stem}.json`);
    },
    filesIn: (folder) => reading?.files.get(folder) ?? new Set(),
  };
}

function describeNow(shelf: Shelf, key: Key, before: Entry | undefined): Entry | null {
  const stored = shelf.load(key);
  // A log that has lost all its records is not absent: that it had some is known from nowhere else.
  const isLost = stored === null && before?.y !== undefined && shelf.isTroubled(key) && hasLog(shelf.root, before);
  const now = stored === null ? (isLost ? before : null) : shelf.describe(stored);
  // Who only looks cannot tell what is durable: what was known stays known, also of a log that has lost its end.
  const isKnown = now !== null && now.y === undefined && before?.y !== undefined && isSameLog(before, now);
  const entry = isKnown ? { ...now, y: before.y } : now;
  // No file has this time: one that could not be read wholly is read again, and told again.
  return entry !== null && shelf.isTroubled(key) ? { ...entry, m: unknownTime } : entry;
}

function isSameLog(before: Entry, now: Entry): boolean {
  return before.g === now.g && (before.i ?? now.i) === (now.i ?? before.i);
}

function hasLog(root: string, { k, n, g }: Entry): boolean {
  const [family, stem] = [familyNames.find((one) => k.startsWith(`${one}:`)), n.slice(0, -'.json'.length)];
  return family !== undefined && fs.existsSync(below(root, logFolder(family), segmentName(stem, g)));
}

function foldersOf(family: FamilyName): readonly string[] {
  return family === 'workflow' ? [publishedFolders.workflow, failedFolder] : [publishedFolders[family]];
}

function asItIs(shelf: Shelf, catalog: Catalog, entry: Entry): Entry | null {
  if (isUnchanged(shelf.root, entry)) return entry;
  const key = parseKey(entry.k);
  const now = key === null ? null : describeNow(shelf, key, entry);
  if (now !== null) catalog.append([now]);
  return now;
}

function isOf(families: readonly FamilyName[]): (entry: Entry) => boolean {
  return ({ k }) => families.some((family) => k.startsWith(family) && k[family.length] === ':');
}

function timesOf(root: string, folders: readonly string[]): ReadonlyMap<string, number> {
  return new Map(folders.map((folder) => [folder, timeOf(`${root}/${folder}`)]));
}

/** Lines stay the same objects while nothing is appended about them: what is made of one is made once. */
const summaries = new WeakMap<Entry, Summary>();

function summariesOf(root: string, entries: readonly Entry[]): readonly Summary[] {
  const found: Summary[] = [];
  for (const entry of entries) {
    const known = summaries.get(entry);
    const summary = known ?? toSummary(root, entry);
    if (summary === null) continue;
    if (known === undefined) summaries.set(entry, summary);
    found.push(summary);
  }
  return found;
}
