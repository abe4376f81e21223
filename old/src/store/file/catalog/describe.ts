// Makes the catalogue's line about a checkpoint from its newest revision and its published file.

import fs from 'node:fs';
import type { JsonObject } from '../../../rules/json/json.js';
import { type Key, keyText } from '../../../rules/names.js';
import type { RunOverview } from '../../../rules/overview.js';
import type { Stored } from '../../store.js';
import { below, publishedFolder, publishedFolders } from '../../../disk/layout.js';
import { type FileSpace, viewOf } from '../space.js';
import type { Log } from '../log/log.js';
import type { Entry } from './entry.js';
import { changeTime } from './glance.js';
import { unknownTime } from './reading.js';

/**
 * Gives a folder's time.
 * @param folder the folder
 * @returns milliseconds; 0 when it is not there
 */
export function timeOf(folder: string): number {
  return changeTime(fs.statSync(folder, { throwIfNoEntry: false }));
}

/** States are frozen: what sums one up is made once. */
const overviews = new WeakMap<JsonObject, RunOverview>();

/**
 * Sums a state up.
 * @param space the store's space
 * @param key the checkpoint
 * @param state its state
 * @returns the overview; null when its family cannot sum up
 */
export function overviewOf(space: FileSpace, key: Key, state: JsonObject): RunOverview | null {
  const known = overviews.get(state);
  if (known !== undefined) return known;
  const made = viewOf(space, key.family).overview?.(state) ?? null;
  if (made !== null) overviews.set(state, made);
  return made;
}

/**
 * Tells whether a state is that of a finished run, without summing it up.
 * @param space the store's space
 * @param key the checkpoint
 * @param state its state
 * @returns null when its family cannot tell
 */
export function isFinished(space: FileSpace, key: Key, state: JsonObject): boolean | null {
  return viewOf(space, key.family).isFinished?.(state) ?? null;
}

/** A log as far as it was read. */
export type SeenLog = Pick<Log, 'stem' | 'segment' | 'bytes' | 'chain' | 'durable'>;

/**
 * Describes a checkpoint for lists.
 * @param space the store's space
 * @param key the checkpoint
 * @param log its log, read up to the newest revision
 * @param newest its newest revision
 * @param before the time of its folder before it was published; the same as now unless given
 * @returns the line; null when its family cannot sum up
 */
export function describe(
  space: FileSpace,
  key: Key,
  log: SeenLog,
  newest: Pick<Stored, 'revision' | 'place' | 'state'>,
  before?: number,
): Entry | null {
  const o = overviewOf(space, key, newest.state);
  if (o === null) return null;
  const folder = publishedFolder(key, newest.place);
  const [f, n] = [folder ?? publishedFolders[key.family], `${log.stem}.json`];
  const file = folder === null ? undefined : fs.statSync(below(space.root, f, n), { throwIfNoEntry: false });
  // No file has this time: one that is still to be published is not believed to hold what the line says.
  const isToFollow = folder !== null && log.chain !== null && log.chain.highestPublished < newest.revision;
  // Nor is a damaged log passed over: a person is told as long as it is.
  // Nor is a file that somebody has emptied, and perhaps never writes.
  const isUnknown = isToFollow || log.chain?.damage != null || file?.size === 0;
  const durable = log.chain?.lost?.r ?? log.durable;
  const now = timeOf(below(space.root, f, ''));
  return {
    k: keyText(key),
    r: newest.revision,
    pl: newest.place,
    o,
    m: isUnknown ? unknownTime : changeTime(file),
    s: file?.size ?? 0,
    f,
    n,
    b: before ?? now,
    d: now,
    g: log.segment,
    l: log.bytes,
    ...(durable > 0 ? { y: durable } : {}),
    ...(log.chain === null || log.chain.born === '' ? {} : { i: log.chain.born }),
    ...(o.finished || log.chain === null ? {} : { e: log.chain.event[0] }),
  };
}

/**
 * Tells the catalogue about a checkpoint. Never throws: what was stored is stored.
 * @param space the store's space
 * @param key the checkpoint
 * @param log its log, read up to the newest revision
 * @param newest its newest revision
 * @param before the time of its folder before it was published; the same as now unless given
 */
export function tellCatalog(
  space: FileSpace,
  key: Key,
  log: SeenLog,
  newest: Pick<Stored, 'revision' | 'place' | 'state'>,
  before?: number,
): void {
  try {
    const entry = describe(space, key, log, newest, before);
    if (entry !== null) space.catalog.append([entry]);
  } catch {
    // See above.
  }
}
