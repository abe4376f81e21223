// The document of a decision, as programs get it.

import type { Acted, Decision } from '../../../service/resume/decision.js';

/** How many other runs a document names: an agent reads it all. `pawl list` has every one. */
const mostOthers = 50;

/**
 * Makes the document of a decision.
 * @param decision the decision
 * @param acted what was done
 * @param more further members
 * @returns the document for `--json`
 */
export function documentOf(
  decision: Decision,
  acted: Acted | 'viewed',
  more: Readonly<Record<string, unknown>> = {},
): object {
  const { others } = decision;
  const left = others.length - mostOthers;
  const few = left <= 0 ? {} : { others: others.slice(0, mostOthers), others_left_off: left };
  return { ok: true, ...decision, ...few, acted, ...more };
}
