// Which of the store's notices people are told about.

import type { Notice } from '../store/store.js';

/** What a person should know of; the rest (an adopted edit) went well by itself. */
const told: ReadonlySet<Notice['code']> = new Set([
  'corrupt',
  'not-a-checkpoint',
  'drifted',
  'misnamed',
  'merged',
  'rolled-forward',
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
