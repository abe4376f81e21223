// How a writer that was overtaken tries again: bounded, with jitter.

import { PawlError } from '../rules/errors.js';
import { type Key, refOf } from '../rules/names.js';
import type { UpdateOptions } from './store.js';

const defaultDeadlineMs = 10_000;

/** Counts how long a writer has waited, and says how long to wait next. */
export class Retry {
  readonly #key: Key;
  readonly #deadline: number;
  #waits = 0;

  constructor(key: Key, options: UpdateOptions) {
    this.#key = key;
    this.#deadline = Date.now() + (options.deadlineMs ?? defaultDeadlineMs);
  }

  /**
   * Says how long to wait for one's turn: not in step with the others.
   * @returns milliseconds; throws `busy` when the time is up
   */
  wait(): number {
    this.#refuseLate();
    this.#waits++;
    return (0.3 + Math.random()) * Math.min(4, 1 + this.#waits / 8);
  }

  /** Notes a defeat; throws `busy` when the time is up. */
  lost(): void {
    this.#refuseLate();
  }

  #refuseLate(): void {
    if (Date.now() <= this.#deadline) return;
    const message = `other writers kept changing ${refOf(this.#key)}; nothing of this change was stored`;
    throw new PawlError('busy', message, { hint: 'Try again.' });
  }
}
