// Tells a run that only stands still, and just goes on, from one that waits for somebody and from one that failed.

import type { Json } from '../../../rules/json/json.js';
import { withoutHarmless } from './remark.js';
import { readStatus } from './status.js';
import { plainWords } from './words.js';

/** To pause, at a phase or a gate, is what every run that goes on has done. */
const pauses =
  /^(?:paused?|interrupted|suspended|stopped|checkpoint|at_gate|pausiert|unterbrochen|en_pause|suspendu|pausad[oa])(?:_(?:at|in|on|after|during|before)_(?:phase|step|stage|gate|ws)_?\w*)?$/;
const waits =
  /(?:^|_)(?:block\w*|stuck|await\w*|wait|waiting|on_hold|hold|held|halted|until|needs?|deferred|postponed)(?:_|$)/;
const faults = /(?:^|_)(?:fail\w*|broken|crash\w*|errors?|rejected|do_not_ship)(?:_|$)/;

/**
 * Tells whether a status says that a run waits: blocked, on hold, for an approval. None of these is a failure.
 * @param value the status
 * @returns true when a person decides when it goes on
 */
export function isHeld(value: Json | undefined): boolean {
  const concept = readStatus(value);
  if (typeof value !== 'string' || concept === 'complete') return false;
  const words = plainWords(value);
  return concept === 'blocked' || waits.test(words) || (concept === 'paused' && !pauses.test(words));
}

/**
 * Tells whether words say that something went wrong.
 * @param text a status, or what a member says
 * @returns true for a failure; what is blocked, open or waited for is none
 */
export function tellsOfFault(text: string): boolean {
  return faults.test(plainWords(withoutHarmless(text)));
}
