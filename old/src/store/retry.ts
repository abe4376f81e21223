// How a writer that was overtaken tries again: bounded, with jitter.

import { PawlError } from '../rules/errors.js';
import { type Key, refOf } from '../rules/names.js';
import type { UpdateOptions } from './store.js';

const defaultDeadlineMs = 10_000;
/** With one or two others it is quicker to try again at once than to queue. */
const patience = 3;
/** With dozens of others, whoever looks more often only takes processor time from the one whose turn it is. */
const longestWaitMs = 12;
/** So often it is tried in any case: on a machine that stands still, time passes without a try. */
const leastTries = 20;

/** Counts how long a writer has waited, and says how long to wait next. */
export class Retry {
  readonly #key: Key;
  readonly #deadline: number;
  #waits = 0;
  #defeats = 0;

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
    return (0.5 + Math.random()) * Math.min(longestWaitMs, 0.1 * 1.3 ** this.#waits);
  }

  /**
   * Notes a defeat.
   * @returns whether to try again in turn rather than at once; throws `busy` when the time is up
   */
  lost(): boolean {
    this.#refuseLate();
    this.#defeats++;
    return this.#defeats >= patience;
  }

  #refuseLate(): void {
    if (Date.now() <= this.#deadline || this.#waits + this.#defeats < leastTries) return;
    const message = `other writers kept changing ${refOf(this.#key)}; nothing of this change was stored`;
    throw new PawlError('busy', message, { hint: 'Try again.' });
  }
}
