// A program's phases in a workflow's checkpoint: numbers in `completed_phases`, results in `workflow_state.phase_results`.

import type { Fields } from '../../rules/fields.js';
import { isJsonObject, type Json } from '../../rules/json/json.js';
import { mapIn } from '../../rules/json/read-member.js';
import { limits } from '../../rules/limits.js';
import { stepWorkflow } from '../workflow/transitions.js';
import type { WorkflowCheckpoint } from '../workflow/types.js';
import { completedPhases } from '../workflow/progress.js';
import { entryOf, type KnownPhase, ledgerOf, withLedger } from './ledger.js';
import { type DonePhase, type FailedPhase, type FoundPhase, type PhaseBook, refuseOpenPhases } from './phase-book.js';

const member = 'phase_results';

function numberOf(doc: Fields, phase: string): number {
  return ledgerOf(doc).findIndex(({ name }) => name === phase) + 1;
}

function resultsOf(doc: Fields): Readonly<Record<string, Json>> {
  const state = doc['workflow_state'];
  const results = isJsonObject(state) ? state[member] : undefined;
  return isJsonObject(results) ? results : {};
}

function find(doc: Fields, phase: string): FoundPhase {
  if (!completedPhases(doc).includes(numberOf(doc, phase))) return { done: false };
  const results = resultsOf(doc);
  const result = Object.hasOwn(results, phase) ? results[phase] : undefined;
  if (result !== undefined) return { done: true, known: true, result };
  return { done: true, known: entryOf(doc, phase)?.completed_at !== undefined };
}

/** While nobody knows how many there will be, one more than are done is always ahead. */
function totalFor(doc: WorkflowCheckpoint, phase: number, isWhole: boolean): number {
  const known = ledgerOf(doc).length;
  if (isWhole) return known;
  const done = new Set([...completedPhases(doc), phase]).size;
  return Math.min(limits.maxUnits, Math.max(doc.total_phases, known, done + 1));
}

function done(doc: WorkflowCheckpoint, { name, result, known, isWhole }: DonePhase, now: string): WorkflowCheckpoint {
  const patch = { completed_at: now, attempts: null, error: null, failed_at: null };
  const listed = withLedger(doc, known, { name, patch });
  const phase = numberOf(listed, name);
  const total_phases = Math.max(phase, totalFor(listed, phase, isWhole));
  const next = stepWorkflow(listed, { type: 'advance', phase, total_phases }, now);
  if (result === undefined) return next;
  const phase_results = { ...resultsOf(next), [name]: result };
  return { ...next, workflow_state: { ...next.workflow_state, [member]: phase_results } };
}

function failed(doc: WorkflowCheckpoint, phase: FailedPhase, now: string): WorkflowCheckpoint {
  const { name, error, attempts, known, outcome } = phase;
  const patch = { error, failed_at: now, attempts: outcome === 'again' ? attempts : null };
  const listed = withLedger(doc, known, { name, patch });
  if (outcome === 'again') return { ...listed, updated_at: now };
  const told = { message: `${name}: ${error}`, phase: name, attempts };
  return stepWorkflow(listed, { type: 'fail', error: told, final: outcome === 'give-up' }, now);
}

function keep(
  doc: WorkflowCheckpoint,
  _phase: string,
  data: Fields,
  known: readonly KnownPhase[],
  now: string,
): WorkflowCheckpoint {
  return stepWorkflow(withLedger(doc, known), { type: 'update', state: data }, now);
}

function finish(doc: WorkflowCheckpoint, isWhole: boolean, now: string): WorkflowCheckpoint {
  const ledger = ledgerOf(doc);
  refuseOpenPhases(doc, find);
  const total_phases = isWhole ? doc.total_phases : Math.max(ledger.length, completedPhases(doc).at(-1) ?? 0);
  return stepWorkflow({ ...doc, total_phases, current_phase: total_phases }, { type: 'finish' }, now);
}

export const workflowBook: PhaseBook<WorkflowCheckpoint> = {
  resultMember: (phase) => phase,
  find,
  dataOf: (doc) => mapIn(doc, 'workflow_state'),
  done,
  failed,
  keep,
  finish,
};
