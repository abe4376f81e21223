// Who is told something need not be told it twice.

import type { Notice } from '../store.js';

const repeatMs = 100;

/**
 * Leaves out what was just told: a save reads and publishes, and both may notice the same thing.
 * @param tell told about everything that a person should know
 * @returns the same, without repetitions
 */
export function tellOnce(tell: (notice: Notice) => void): (notice: Notice) => void {
  let last = { message: '', at: 0 };
  return (notice) => {
    const isRepeated = notice.message === last.message && performance.now() - last.at < repeatMs;
    last = { message: notice.message, at: performance.now() };
    if (!isRepeated) tell(notice);
  };
}
