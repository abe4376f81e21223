// What each of a store's notices is about, and who is told.

import type { Notice } from './store.js';

interface About {
  /** `always` also by the facade, which is silent about what went well; the rest (an adopted edit) went well by itself. */
  readonly told: 'always' | 'usually' | 'never';
  /** Whether the file holds no checkpoint, or one under another name: only true absence is nothing. */
  readonly isStranger?: true;
}

const notices: Readonly<Record<Notice['code'], About>> = {
  adopted: { told: 'never' },
  edited: { told: 'never' },
  switched: { told: 'never' },
  merged: { told: 'always' },
  'removed-by-hand': { told: 'never' },
  'moved-by-hand': { told: 'never' },
  'rolled-forward': { told: 'usually' },
  'put-back': { told: 'always' },
  corrupt: { told: 'always', isStranger: true },
  'not-a-checkpoint': { told: 'always', isStranger: true },
  drifted: { told: 'usually', isStranger: true },
  misnamed: { told: 'always', isStranger: true },
  inexact: { told: 'always' },
  unreadable: { told: 'usually' },
  damaged: { told: 'always' },
  unpublished: { told: 'always' },
  'newer-version': { told: 'always' },
};

/**
 * Tells whether a person is told about a notice.
 * @param notice the notice
 * @returns true for what a person should look at
 */
export function isTold({ code }: Pick<Notice, 'code'>): boolean {
  return notices[code].told !== 'never';
}

/**
 * Tells whether a person is told about a notice even by the facade.
 * @param notice the notice
 * @returns true for what keeps a program from its checkpoint
 */
export function isAlwaysTold({ code }: Pick<Notice, 'code'>): boolean {
  return notices[code].told === 'always';
}

/**
 * Tells whether a notice is about a file that holds no checkpoint, or one under another name.
 * @param notice the notice
 * @returns true when the file does not count, and nothing may be started there
 */
export function isStranger({ code }: Pick<Notice, 'code'>): boolean {
  return notices[code].isStranger === true;
}
