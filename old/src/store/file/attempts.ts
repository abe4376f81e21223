// Decides and appends, again when another writer was faster. Whether the waits between are slept through or awaited is
// its caller's affair.

import type { Key } from '../../rules/names.js';
import { Retry } from '../retry.js';
import type { Decide, PutResult, Stored, UpdateOptions, Updated } from '../store.js';
import type { FileCheckpoint } from './file-checkpoint.js';
import type { OpenCheckpoints } from './open-checkpoints.js';
import type { Reader } from './reader.js';

/** A revision that counts, though nothing is durable yet. */
export interface Appended {
  readonly checkpoint: FileCheckpoint;
  readonly updated: Updated;
}

/**
 * Tries until a revision counts. Without others there is no wait: updates that are called in one go follow each other,
 * and share a sync.
 * @param open the store's checkpoints
 * @param reader what reads them
 * @param key the checkpoint
 * @param decide what to store on top of the newest revision
 * @param options how long to try
 * @yields how long to wait, in milliseconds
 * @returns what was appended; throws `busy` when the time is up
 */
export function* attempts(
  open: OpenCheckpoints,
  reader: Reader,
  key: Key,
  decide: Decide,
  options: UpdateOptions,
): Generator<number, Appended, void> {
  const retry = new Retry(key, options);
  for (let current = reader.loadOwn(key); ; ) {
    const checkpoint = open.of(key);
    const { turn } = checkpoint;
    if (turn.isNeeded) {
      while (!turn.take()) yield retry.wait();
      current = reader.newest(key, current);
    }
    const result = decideAndAppend(checkpoint, decide, current);
    if (result.ok) return { checkpoint, updated: result };
    if (retry.lost()) turn.queue();
    current = reader.newest(key, result.current);
  }
}

/** The turn ends with the append: syncs of several writers may go together. */
function decideAndAppend(checkpoint: FileCheckpoint, decide: Decide, current: Stored | null): PutResult {
  try {
    return checkpoint.append(decide(current), true);
  } finally {
    checkpoint.turn.release();
  }
}
