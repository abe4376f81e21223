// What went wrong or holds a workflow up, wherever its file says so: the words that make `resume` ask.

import { isJsonObject, type Json, pointer } from '../../../rules/json/json.js';
import type { Draft } from '../draft.js';
import { snakeCase } from '../fields.js';
import { readCount } from '../read/numbers.js';
import { nameIn, unitsIn } from '../read/units.js';
import { errorIn, wordsOf } from './error-words.js';
import { phaseStatus } from './listing.js';
import type { Outline } from './outline.js';

const ofReasons = /(?:^|_)(?:block\w*|wait\w*|await\w*|paused?|hold|halt\w*|stop\w*|fail\w*)(?:_|$)/;
/** What is wrong, in the file's words, and where it says so. */
export interface Trouble {
  readonly message: string;
  readonly path: string;
  /** Nothing failed: it waits, or was taken back. */
  readonly isOnlyDoubt?: boolean;
}

/**
 * Finds what is wrong with a workflow beside `last_error`.
 * @param draft the document, its counters repaired
 * @param outline its phases
 * @param isOwnState whether its state is looked at as well; agents keep what they like there
 * @returns what is wrong; null when nothing is
 */
export function troubleIn(draft: Draft, { phases, listPath }: Outline, isOwnState: boolean): Trouble | null {
  const done = draft.get('completed_phases');
  const isOver = (phase: number): boolean => Array.isArray(done) && done.includes(phase);
  for (const [index, phase] of phases.entries()) {
    const words = isOver(index + 1) ? null : phaseTrouble(phase, index + 1);
    if (words !== null) return { message: words, path: listPath };
  }
  for (const steps of isOwnState ? [[], ['workflow_state']] : [[]]) {
    const holder = draft.get(...steps);
    for (const [name, value] of isJsonObject(holder) ? Object.entries(holder) : []) {
      const words = name === 'last_error' && steps.length === 0 ? null : errorIn(name, value, isOver);
      if (words !== null) return { message: words, path: pointer(...steps, name) };
    }
  }
  return null;
}

function phaseTrouble(phase: Json, number: number): string | null {
  const status = phaseStatus(phase);
  const object = isJsonObject(phase) ? phase : {};
  const said = Object.entries(object)
    .map(([name, value]) => errorIn(name, value))
    .find((words) => words !== null);
  const isStopped = status === 'failed' || status === 'blocked';
  // What waits for another is not blocked by it.
  if (!isStopped && (said === undefined || status === 'pending')) return null;
  const text = object['status'];
  const isTold = said === undefined && typeof text === 'string' && /\s/.test(text.trim());
  const state = !isStopped || isTold ? '' : status === 'failed' ? ' failed' : ' is blocked';
  const more = isTold ? text.trim() : said;
  const name = isJsonObject(phase) ? nameIn(phase) : null;
  const called = name === null || readCount(name) === number ? `Phase ${number}` : `Phase ${number} (${name})`;
  return `${called}${state}${more === undefined ? '' : `: ${more}`}`;
}

/**
 * Finds what a file says about why it stands still.
 * @param draft the document
 * @returns e.g. `blocked_on: API quota`; null when it says nothing
 */
export function reasonIn(draft: Draft): string | null {
  for (const [name, value] of Object.entries(draft.root)) {
    const words = ofReasons.test(snakeCase(name)) ? wordsOf(value) : null;
    if (words !== null) return `${name}: ${words}`;
  }
  return null;
}

/**
 * Finds units that are listed as failed or blocked.
 * @param outline what the file says about its phases
 * @returns the first list that names one; null when there is none
 */
export function stuckIn({ stuck }: Outline): Trouble | null {
  for (const { path, value } of stuck) {
    const names = typeof value === 'number' ? [String(value)] : unitsIn(value).map(({ name }) => name);
    if (names.length > 0) return { path, message: `${path.slice(path.lastIndexOf('/') + 1)}: ${names.join(', ')}` };
  }
  return null;
}
