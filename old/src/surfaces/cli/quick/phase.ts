// `pawl phase`, which agents call with every step.

import { run } from '../commands/phase.js';
import { phase } from '../rows/phase.js';
import { takeCall } from './take-call.js';

/**
 * Updates a phase.
 * @param args run, phase, status and what was done
 * @returns false when they do not fit
 */
export function answer(args: readonly string[]): boolean {
  return takeCall(phase, { run }, args);
}
