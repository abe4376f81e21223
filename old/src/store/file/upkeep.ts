// The upkeep of a file store, for those who examine and repair it: looking into logs, taking files in, writing histories anew.

import type { JsonObject } from '../../rules/json/json.js';
import { type Key, keyText } from '../../rules/names.js';
import { type FoundLog, inspectLog, type LogView, logsIn } from './inspect.js';
import type { FileCheckpoint } from './file-checkpoint.js';
import type { OpenCheckpoints } from './open-checkpoints.js';
import type { FileSpace } from './space.js';
import { findLeftovers, leftoverMs } from './sweep.js';

/** What a doctor needs of a store. */
export class Upkeep {
  readonly #space: FileSpace;
  readonly #open: OpenCheckpoints;

  constructor(space: FileSpace, open: OpenCheckpoints) {
    this.#space = space;
    this.#open = open;
  }

  /**
   * Looks at a checkpoint's log without touching anything.
   * @param key the checkpoint
   * @returns what it says
   */
  inspect(key: Key): LogView {
    this.#open.refuseClosed();
    return inspectLog(this.#space.root, key, this.#space.catalog);
  }

  /** Lists all logs, also those that cannot be read. */
  logs(): Iterable<FoundLog> {
    return logsIn(this.#space.root, this.#space.catalog);
  }

  /**
   * Takes in a published file that its family does not recognise, as revision 1 or as an edit; its bytes are kept aside.
   * @param key the checkpoint
   * @param read gives the document that the bytes stand for; null leaves the file alone
   * @returns where the bytes are kept, or null when nothing was taken in
   */
  adopt(key: Key, read: (bytes: Buffer) => JsonObject | null): string | null {
    return this.#open.of(key).adopt(read);
  }

  /**
   * Takes something out of a checkpoint's history, e.g. a secret. Its newest revision must be without it already.
   * @param key the checkpoint
   * @param change what is done to the state of every revision, and to the arguments of its event
   */
  rewrite(key: Key, change: (value: JsonObject) => JsonObject): void {
    const checkpoint = this.#open.of(key);
    // Lists first: where this is cut off, it is the history that tells that it has to be done again.
    this.#space.catalog.forget(keyText(key));
    this.#describe(checkpoint);
    checkpoint.rewrite(change);
    this.#describe(checkpoint);
  }

  #describe(checkpoint: FileCheckpoint): void {
    const newest = checkpoint.newest();
    const entry = newest === null ? null : checkpoint.describe(newest);
    if (entry !== null) this.#space.catalog.append([entry]);
  }

  /**
   * Lists the temp files that `sweep` would remove.
   * @returns their paths
   */
  leftovers(): readonly string[] {
    return findLeftovers(this.#space.root, leftoverMs);
  }
}
