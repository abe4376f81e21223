// The number of the last phase that passed. A phase that is only named, or only under way, has not passed.

import type { Json } from '../../../rules/json/json.js';
import { limits } from '../../../rules/limits.js';
import { planOf } from '../../pipeline/plan.js';
import type { Draft } from '../draft.js';
import { readCount } from '../read/numbers.js';
import { phaseNumber, phasesIn } from '../read/phases.js';
import { readStatus } from '../read/status.js';
import { tidyName } from '../read/units.js';
import type { Concept } from '../read/words.js';
import { phasesOf } from './phase-claims.js';

/**
 * Makes `current_phase` a number.
 * @param draft the document
 */
export function repairPhase(draft: Draft): void {
  const value = draft.get('current_phase');
  const last = planOf(draft.root)?.phases.length;
  if (typeof value === 'number' && last !== undefined && value > last) {
    draft.set(['current_phase'], last, 'conflict', `the spec has ${last} phases`);
    return;
  }
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0) {
    const open = firstOpen(draft);
    if (open !== null && value >= open)
      draft.set(
        ['current_phase'],
        open - 1,
        'conflict',
        `phase ${open} is not done, so the one before it is the last that is`,
      );
    return;
  }
  const phases = phasesIn(draft.get('phases'), draft.get('execution_phases'));
  const count = typeof value === 'boolean' ? null : readCount(value);
  if (count !== null && !(typeof value === 'string' && /\d+\.\d/.test(value) && count > limits.maxUnits)) {
    draft.set(['current_phase'], count, 'spelling', 'current_phase is a whole number');
    return;
  }
  const [number, why] = inferred(draft, value, phases);
  draft.set(['current_phase'], number, 'inferred', value === undefined ? `current_phase is missing; ${why}` : why);
}

/** The first phase that has an open workstream, or is said to be open beside what is said of its workstreams. */
function firstOpen(draft: Draft): number | null {
  const done = new Set([draft.get('completed_workstreams')].flat());
  const open = new Set([draft.get('pending_workstreams'), draft.get('in_progress_workstreams')].flat());
  const phases = phasesOf(draft, new Set());
  const isTold = phases.some(({ workstreams }) => workstreams.some(({ name }) => done.has(tidyName(name))));
  const first = phases.find(
    ({ concept, workstreams }) =>
      workstreams.some(({ name }) => open.has(tidyName(name))) || (isTold && !isOver(concept)),
  );
  return first?.number ?? null;
}

function isOver(concept: Concept | null): boolean {
  return concept === null || concept === 'complete' || concept === 'skipped' || concept === 'abandoned';
}

function inferred(draft: Draft, value: Json | undefined, phases: readonly Json[]): readonly [number, string] {
  const named = typeof value === 'string' ? phaseNumber(phases, value) : null;
  if (named !== null) return [named - 1, 'the phase that is named has not passed, so the one before it is the last'];
  const total = readCount(draft.get('total_phases')) ?? phases.length;
  // A phase that is said to be open outweighs a word about the whole.
  const told = phasesOf(draft, new Set());
  const openNow = told.findIndex(({ concept }) => !isOver(concept));
  if (openNow >= 0) return [openNow, 'taken from the first phase that is said to be open'];
  const isDone =
    readStatus(value) === 'complete' || (value === undefined && readStatus(draft.get('status')) === 'complete');
  if (isDone && total > 0) return [total, 'the file says that all is complete; taken from the number of phases'];
  const open = told.findIndex(({ concept }) => concept === null || !isOver(concept));
  if (told.length > 0) return [open < 0 ? told.length : open, 'taken from what is said of the phases'];
  return [0, 'no phase is known to have passed'];
}
