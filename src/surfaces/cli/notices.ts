// What the store notices about files, told to a person.

import type { Notice } from '../../store/store.js';
import type { Call } from './call.js';
import { oneLine } from './terminal/width.js';

/** What a person should know of; the rest (an adopted edit, a roll-forward) went well by itself. */
const told: ReadonlySet<Notice['code']> = new Set([
  'corrupt',
  'not-a-checkpoint',
  'inexact',
  'unreadable',
  'damaged',
  'unpublished',
  'newer-version',
]);

/**
 * Tells whether a person is told about a notice.
 * @param code the notice's code
 * @returns true for what a person should look at
 */
export function isTold(code: Notice['code']): boolean {
  return told.has(code);
}

/**
 * Makes the listener for a store's notices.
 * @param call the call; remarks go to its stderr
 * @returns the listener
 */
export function noticesTo(call: Call): (notice: Notice) => void {
  return ({ code, message }) => {
    if (isTold(code)) call.out.note(oneLine(message));
  };
}
