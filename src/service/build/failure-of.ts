// What a checkpoint says about a workstream that failed: the sentence, and the place in the code when its output names one.

import type { Ran } from './run-workstream.js';

/** As in a `fail` event. */
export interface Failure {
  readonly message: string;
  readonly file?: string;
  readonly line?: number;
}

/**
 * Reads a failure out of an attempt.
 * @param root the project's root
 * @param ran the attempt
 * @returns the failure
 */
export function failureOf(root: string, ran: Ran): Failure {
  void root;
  const last = ran.tail.trimEnd().split('\n').at(-1)?.trim() ?? '';
  const reason = ran.reason ?? 'failed';
  return { message: last === '' ? reason : `${reason}: ${last.slice(0, 500)}` };
}
