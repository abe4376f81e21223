// The revisions of a checkpoint: as a list, or all with their states.

import { isPawlError } from '../../rules/errors.js';
import type { Key, Place } from '../../rules/names.js';
import type { EventNote, HistoryRange, Revision, Store, Stored } from '../../store/store.js';
import { isOf, listCode } from '../code/list.js';
import type { Workbench } from '../workbench.js';
import { eventInWords } from './event-words.js';

/** One line of a history. */
export interface HistoryLine {
  readonly revision: number;
  /** ISO 8601. */
  readonly at: string;
  readonly actor: string;
  readonly place: Place;
  readonly event: EventNote;
  /** False when its state cannot be read: something that it stands on is damaged. */
  readonly readable: boolean;
  /** What happened, in words. */
  readonly what: string;
  /** The commit that holds the code of this revision; null when it was not kept. */
  readonly code: string | null;
}

/**
 * Presents a revision in one line.
 * @param revision the revision
 * @param code the commit of its code
 * @returns the line
 */
export function toLine(from: Revision, code: string | null = null): HistoryLine {
  const { revision, at, actor, place, event } = from;
  return { revision, at, actor, place, event, readable: from.readable !== false, what: eventInWords(event), code };
}

/**
 * Lists the revisions of a checkpoint.
 * @param bench the store and the circumstances
 * @param key the checkpoint
 * @param range which of them
 * @returns who made which when, and what happened; newest first
 */
export async function listHistory(
  bench: Workbench,
  key: Key,
  range: HistoryRange = {},
): Promise<readonly HistoryLine[]> {
  await bench.store.get(key); // takes in what people did to the file
  const revisions = await bench.store.history(key, range);
  const code = await codeOf(bench, key);
  return revisions.map((one) => toLine(one, code(one)));
}

/**
 * Reads every revision with its state.
 * @param store the store
 * @param key the checkpoint
 * @returns the revisions, oldest first
 */
export async function replayOf(store: Store, key: Key): Promise<readonly Stored[]> {
  if (store.replay !== undefined) return store.replay(key);
  const all: Stored[] = [];
  for (const { revision } of (await store.history(key)).toReversed()) {
    const one = await store.revision(key, revision);
    if (one !== null) all.push(one);
  }
  return all;
}

/**
 * Finds the code that was kept with revisions of a checkpoint.
 * @param bench the store and the circumstances
 * @param key the checkpoint
 * @returns gives the commit of a revision; none where git does not work, which is remarked
 */
export async function codeOf(
  bench: Workbench,
  key: Key,
): Promise<(one: Pick<Revision, 'revision' | 'at'>) => string | null> {
  try {
    const known = new Map((await listCode(bench, key)).map((one) => [one.revision, one]));
    return (one) => {
      const found = known.get(one.revision);
      return found !== undefined && isOf(found, one) ? found.commit : null;
    };
  } catch (error) {
    if (!isPawlError(error, 'git-failed')) throw error;
    bench.remark?.(`which code was kept cannot be told: ${error.message}`);
    return () => null;
  }
}
