// How a writer that was overtaken tries again: bounded, with jitter.

import { PawlError } from '../rules/errors.js';
import { type Key, refOf } from '../rules/names.js';
import type { UpdateOptions } from './store.js';

const defaultDeadlineMs = 10_000;

/** Counts defeats and says how long to wait after each. */
export class Retry {
  readonly #key: Key;
  readonly #deadline: number;
  #defeats = 0;

  constructor(key: Key, options: UpdateOptions) {
    this.#key = key;
    this.#deadline = Date.now() + (options.deadlineMs ?? defaultDeadlineMs);
  }

  /**
   * Notes a defeat. The first ones are answered at once; then the wait grows, and never in step with the others.
   * @returns milliseconds to wait; throws `busy` when the time is up
   */
  next(): number {
    if (Date.now() > this.#deadline) {
      throw new PawlError(
        'busy',
        `other writers kept changing ${refOf(this.#key)}; nothing of this change was stored`,
        {
          hint: 'Try again.',
        },
      );
    }
    this.#defeats++;
    return this.#defeats < 3 ? 0 : Math.random() * Math.min(20, 2 ** (this.#defeats - 3));
  }
}
