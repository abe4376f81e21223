// Which phases of a workflow are done and which are open. Tolerates drifted documents.

import { sameJson } from '../../rules/json/json.js';
import type { Fields } from '../../rules/fields.js';
import { isNewerThanKnown } from './migrate.js';
import type { WorkflowCheckpoint } from './types.js';

/**
 * Lists the completed phases.
 * @param doc the checkpoint
 * @returns their numbers, ascending, each once; what is no phase number is left out
 */
export function completedPhases(doc: Fields): readonly number[] {
  const { completed_phases: listed, total_phases: total } = doc;
  if (!Array.isArray(listed)) return [];
  const last = isCount(total) ? total : Number.MAX_SAFE_INTEGER;
  const numbers = listed.filter((phase): phase is number => isCount(phase) && phase >= 1 && phase <= last);
  return [...new Set(numbers)].sort((a, b) => a - b);
}

/**
 * Finds the first phase that is not completed, wherever `current_phase` points: a phase is done only when it is listed.
 * @param doc the checkpoint
 * @param after look behind this phase
 * @returns its number, or null when all are completed
 */
export function firstOpenPhase(doc: Fields, after = 0): number | null {
  const done = new Set(completedPhases(doc));
  let phase = after + 1;
  while (done.has(phase)) phase += 1;
  const total = doc['total_phases'];
  return isCount(total) && phase > total ? null : phase;
}

/**
 * Makes the counters follow from the completed phases, e.g. after a merge.
 * @param doc the checkpoint
 * @returns the settled checkpoint; the same object when nothing changes, or when the document has not the family's shape
 */
export function settleWorkflow(doc: WorkflowCheckpoint): WorkflowCheckpoint {
  const { completed_phases: listed, total_phases: total } = doc;
  const isSound = isCount(total) && Array.isArray(listed) && listed.every((phase) => isCount(phase) && phase <= total);
  if (!isSound || listed.includes(0) || isNewerThanKnown(doc)) return doc;
  const completed_phases = completedPhases(doc);
  const current_phase = firstOpenPhase(doc) ?? total;
  if (current_phase === doc.current_phase && sameJson(completed_phases, listed)) return doc;
  return { ...doc, current_phase, completed_phases };
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}
