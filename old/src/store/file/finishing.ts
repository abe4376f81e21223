// What becomes of an appended revision: it is made durable, with others that arrive in the same turn of the event loop, and then
// published.

import type { FileCheckpoint } from './file-checkpoint.js';

/** Checkpoints that something was appended to. */
export class Finishing {
  readonly #publish: (checkpoint: FileCheckpoint) => void;
  /** How many calls are under way for each. */
  readonly #calls = new Map<FileCheckpoint, number>();
  /** Those that are to be synced at the end of this turn. */
  readonly #unsynced = new Map<FileCheckpoint, Promise<void>>();
  /** What came of those that could not wait. */
  readonly #early = new Map<FileCheckpoint, { readonly error?: unknown }>();

  /** @param publish publishes a checkpoint, now or soon */
  constructor(publish: (checkpoint: FileCheckpoint) => void) {
    this.#publish = publish;
  }

  /** Whether a checkpoint has to be synced or published. */
  has(checkpoint: FileCheckpoint): boolean {
    return this.#calls.has(checkpoint);
  }

  /**
   * Makes what was appended to a checkpoint durable, and publishes it.
   * @param checkpoint the checkpoint
   */
  async finish(checkpoint: FileCheckpoint): Promise<void> {
    this.#calls.set(checkpoint, (this.#calls.get(checkpoint) ?? 0) + 1);
    try {
      await this.#sync(checkpoint);
      this.#publish(checkpoint);
    } finally {
      const others = (this.#calls.get(checkpoint) ?? 1) - 1;
      if (others === 0) this.#calls.delete(checkpoint);
      else this.#calls.set(checkpoint, others);
    }
  }

  #sync(checkpoint: FileCheckpoint): Promise<void> {
    const waiting = this.#unsynced.get(checkpoint);
    if (waiting !== undefined) return waiting;
    const sync = async (): Promise<void> => {
      await Promise.resolve(); // the end of this turn
      this.#unsynced.delete(checkpoint);
      const early = this.#early.get(checkpoint);
      this.#early.delete(checkpoint);
      if (early === undefined) checkpoint.sync();
      else if ('error' in early) throw early.error;
    };
    const synced = sync();
    this.#unsynced.set(checkpoint, synced);
    return synced;
  }

  /**
   * Makes what waits for its sync durable at once, as its checkpoint is about to be closed. Those who wait are told at their time.
   * @param checkpoint the checkpoint, to which nothing is appended any more
   * @returns false when that failed
   */
  syncNow(checkpoint: FileCheckpoint): boolean {
    if (!this.#unsynced.has(checkpoint)) return true;
    try {
      checkpoint.sync();
      this.#early.set(checkpoint, {});
      return true;
    } catch (error) {
      this.#early.set(checkpoint, { error });
      return false;
    }
  }

  /** Resolves when all syncs have ended, well or not. */
  async ended(): Promise<void> {
    await Promise.allSettled(this.#unsynced.values());
  }
}
