// Puts that arrive in one turn of the event loop share one sync.

import type { FileCheckpoint } from './file-checkpoint.js';

/** Checkpoints that are to be synced at the end of this turn. */
export class SharedSyncs {
  readonly #waiting = new Map<FileCheckpoint, Promise<void>>();

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
      checkpoint.sync();
    };
    const synced = sync();
    this.#waiting.set(checkpoint, synced);
    return synced;
  }

  /** Resolves when all of them have ended, well or not. */
  async ended(): Promise<void> {
    await Promise.allSettled(this.#waiting.values());
  }
}
