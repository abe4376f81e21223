// Puts that arrive in one turn of the event loop share one sync.

import type { FileCheckpoint } from './file-checkpoint.js';

/** Checkpoints that are to be synced at the end of this turn. */
export class SharedSyncs {
  readonly #waiting = new Map<FileCheckpoint, Promise<void>>();
  /** What came of those that could not wait. */
  readonly #early = new Map<FileCheckpoint, { readonly error?: unknown }>();

  /** Whether a checkpoint waits for its sync. */
  has(checkpoint: FileCheckpoint): boolean {
    return this.#waiting.has(checkpoint);
  }

  /** Makes what was appended to a checkpoint durable, together with what others append in this turn. */
  sync(checkpoint: FileCheckpoint): Promise<void> {
    const waiting = this.#waiting.get(checkpoint);
    if (waiting !== undefined) return waiting;
    const sync = async (): Promise<void> => {
      await Promise.resolve(); // the end of this turn
      this.#waiting.delete(checkpoint);
      const early = this.#early.get(checkpoint);
      this.#early.delete(checkpoint);
      if (early === undefined) checkpoint.sync();
      else if ('error' in early) throw early.error;
    };
    const synced = sync();
    this.#waiting.set(checkpoint, synced);
    return synced;
  }

  /**
   * Makes what waits for its sync durable at once, as its checkpoint is about to be closed. Those who wait are told at their time.
   * @param checkpoint the checkpoint, to which nothing is appended any more
   * @returns false when that failed
   */
  syncNow(checkpoint: FileCheckpoint): boolean {
    if (!this.has(checkpoint)) return true;
    try {
      checkpoint.sync();
      this.#early.set(checkpoint, {});
      return true;
    } catch (error) {
      this.#early.set(checkpoint, { error });
      return false;
    }
  }

  /** Resolves when all of them have ended, well or not. */
  async ended(): Promise<void> {
    await Promise.allSettled(this.#waiting.values());
  }
}
