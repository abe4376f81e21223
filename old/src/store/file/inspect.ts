// Looks at logs without touching anything: for those who only want to know.

import path from 'node:path';
import { isPawlError } from '../../rules/errors.js';
import type { JsonObject } from '../../rules/json/json.js';
import { type FamilyName, type Key, parseKey, type Place, stemsOf } from '../../rules/names.js';
import type { Catalog } from './catalog/catalog.js';
import { logName } from './catalog/entry.js';
import { noticeLostEnd } from './catalog/lost-end.js';
import { keyOfLog, logStems } from './keys.js';
import { below, familyNames, logFolder, publishedFolder, segmentName } from '../../disk/layout.js';
import { Log } from './log/log.js';
import { followLog } from './log/own-log.js';
import type { Published } from './log/record.js';
import { isHalfRewritten } from './log/rewrite.js';
import { fileOfSegment, missingHistory, readHistory } from './log/segments.js';

/** What a log says. */
export interface LogView {
  /** The log's file. */
  readonly file: string;
  /** Where the checkpoint is published: in use, and after a failure. */
  readonly published: Readonly<Record<'live' | 'failed', string | null>>;
  /** The newest revision; 0 when there is none. */
  readonly revision: number;
  readonly place: Place | null;
  /** What made the newest revision; null when there is none. */
  readonly event: string | null;
  readonly state: JsonObject | null;
  /** The last file that was published: its revision, checksum and place. */
  readonly marker: Published | null;
  /** Why nothing can be written to it any more. */
  readonly damage: string | null;
  /** Set when nobody knows whether anything is wrong with it: this user may not read it. */
  readonly isUnreadable?: boolean;
  /** Whether it can be carried on from what is readable. */
  readonly isRepairable: boolean;
  /** Set when no record can be read: then it can be carried on from the published file. */
  readonly isUnintelligible?: boolean;
  readonly isNewer: boolean;
  /** Earlier revisions that cannot be read, from the first to the last of each stretch, and the files that should hold them. */
  readonly missing: readonly { readonly from: number; readonly to: number; readonly files: readonly string[] }[];
  /** Whether a rewriting of its history was cut off: older files still hold what was taken out. */
  readonly isHalfRewritten: boolean;
}

/**
 * Looks at a checkpoint's log.
 * @param root the project's root
 * @param key the checkpoint
 * @param catalog tells what was durable; without it a lost end is not noticed
 * @returns what it says
 */
export function inspectLog(root: string, key: Key, catalog?: Catalog): LogView {
  const [stem = ''] = stemsOf(key);
  let log: Log | null = null;
  let damage: string | null = null;
  try {
    log = followLog(root, key, null);
    if (catalog !== undefined) noticeLostEnd(catalog, key, log);
  } catch (error) {
    if (!isPawlError(error, 'damaged')) throw error;
    damage = error.message;
  }
  const { chain = null, state = 'absent', illness } = log ?? {};
  const fileIn = (place: Place): string | null => {
    const folder = publishedFolder(key, place);
    return folder === null ? null : below(root, folder, `${log?.stem ?? stem}.json`);
  };
  const segments = log === null || chain === null ? [] : readHistory(log);
  const gaps = log === null ? [] : missingHistory(log, segments);
  const missing = gaps.map(({ from, to, segments: places }) => {
    return { from, to, files: log === null ? [] : places.map((one) => fileOfSegment(log, one)) };
  });
  const file = log?.file ?? path.join(root, logFolder(key.family), segmentName(stem, 1));
  log?.close();
  if (state === 'unintelligible') damage = illness ?? null;
  return {
    file,
    published: { live: fileIn('live'), failed: fileIn('failed') },
    revision: chain?.revision ?? 0,
    place: chain?.place ?? null,
    event: chain?.event[0] ?? null,
    state: chain?.state ?? null,
    marker: chain?.published ?? null,
    damage: damage ?? chain?.damage ?? null,
    isRepairable: chain?.damage != null,
    isUnintelligible: state === 'unintelligible',
    isNewer: chain?.newer ?? false,
    missing,
    isHalfRewritten: isHalfRewritten(segments),
  };
}

/** A log in its folder. */
export interface FoundLog {
  readonly family: FamilyName;
  readonly file: string;
  /** Null when no record can be read that says whose it is. */
  readonly key: Key | null;
  /** Why that is so, where it has records all the same: then it is not what a crash leaves of a first save. */
  readonly trouble: 'damaged' | 'unreadable' | null;
}

/**
 * Lists all logs.
 * @param root the project's root
 * @param catalog tells whose a log is that has lost all its records
 * @yields each of them
 */
export function* logsIn(root: string, catalog: Catalog): Generator<FoundLog> {
  let known: ReadonlyMap<string, Key | null> | null = null;
  const keyOf = (family: FamilyName, stem: string): Key | null => {
    const entries = known === null ? (catalog.read(Number.POSITIVE_INFINITY)?.entries.values() ?? []) : [];
    known ??= new Map(Array.from(entries, (entry) => [logName(entry), parseKey(entry.k)]));
    return known.get(`${family}/${stem}.json`) ?? null;
  };
  for (const family of familyNames) {
    const folder = path.join(root, logFolder(family));
    for (const stem of logStems(folder)) {
      const file = path.join(folder, segmentName(stem, 1));
      const key = keyOfLog(folder, stem) ?? keyOf(family, stem);
      yield { family, file, key, trouble: key === null ? troubleOf(folder, stem) : null };
    }
  }
}

function troubleOf(folder: string, stem: string): FoundLog['trouble'] {
  const log = new Log(folder, stem);
  try {
    log.refresh();
    return log.state === 'unintelligible' ? 'damaged' : null;
  } catch (error) {
    if (!isPawlError(error)) throw error;
    return error.code === 'unreadable' ? 'unreadable' : 'damaged'; // perhaps a segment is missing
  } finally {
    log.close();
  }
}
