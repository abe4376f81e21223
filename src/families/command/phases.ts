// The units of a command's run, read from its phases and from the names in its state. Tolerates drifted documents.

import { isJsonObject, sameJson } from '../../rules/json/json.js';
import type { Fields } from '../../rules/fields.js';
import { phaseStatuses } from './statuses.js';
import type { CommandCheckpoint, PhaseStatus } from './types.js';

export { phaseStatuses };

const knownStatuses: ReadonlySet<string> = new Set(phaseStatuses);

/** The phases that the seven known commands usually go through. */
export const typicalPhases: ReadonlyMap<string, readonly string[]> = new Map([
  ['start', ['branch', 'issue-creation']],
  ['design', ['research', 'planning', 'specs']],
  ['reconcile', ['analysis', 'reconciliation']],
  ['research', ['discovery', 'synthesis']],
  ['implement', ['implementation', 'validation']],
  ['ship', ['pre-flight', 'commit', 'push']],
  ['review', ['analysis', 'feedback']],
]);

/** A phase by name, with the status that the document gives it. */
export interface CommandUnit {
  readonly name: string;
  readonly status: PhaseStatus;
}

/** What the state says once it follows from the phases. */
export interface DerivedState {
  readonly current: string | null;
  readonly completed: readonly string[];
  readonly pending: readonly string[];
}

/**
 * Tells whether a value is one of the five statuses.
 * @param value any value
 * @returns true for a status of a phase
 */
export function isPhaseStatus(value: unknown): value is PhaseStatus {
  return typeof value === 'string' && knownStatuses.has(value);
}

/**
 * Tells whether a run is complete.
 * @param doc the checkpoint
 * @returns true when it has the time of its completion
 */
export function isComplete(doc: Fields): boolean {
  return typeof doc['completed_at'] === 'string';
}

/**
 * Derives the state from the phases: a phase's own status wins; names that only the state knows keep their place.
 * @param doc the checkpoint
 * @returns the current phase and both lists
 */
export function deriveState(doc: Fields): DerivedState {
  const state = isJsonObject(doc['state']) ? doc['state'] : {};
  const statuses = statusesOf(doc);
  const having = (status: PhaseStatus): string[] => {
    const names: string[] = [];
    for (const [name, own] of statuses) if (own === status) names.push(name);
    return names;
  };
  const listed = texts(state['completed_phases']).filter((name) => (statuses.get(name) ?? 'complete') === 'complete');
  const completed = [...new Set([...listed, ...having('complete')])];
  if (isComplete(doc)) return { current: null, completed, pending: [] };

  // A name in two places: what is completed is not current, and what is current is not pending.
  const done = new Set(completed);
  const said = state['current_phase'];
  const holds = typeof said === 'string' && !done.has(said) && (statuses.get(said) ?? 'in_progress') === 'in_progress';
  const current = holds ? said : (having('in_progress')[0] ?? null);
  const waiting = texts(state['pending_phases']).filter((name) => {
    const own = statuses.get(name);
    return own === undefined ? !done.has(name) && name !== current : own === 'pending';
  });
  return { current, completed, pending: [...new Set([...waiting, ...having('pending')])] };
}

/**
 * Lists the units of a run: its phases together with all names in its state.
 * @param doc the checkpoint
 * @returns completed ones first, then the others in the order of the phases, then those that are only pending
 */
export function unitsOf(doc: Fields): readonly CommandUnit[] {
  const { current, completed, pending } = deriveState(doc);
  const statuses = statusesOf(doc);
  const drifted = isJsonObject(doc['phases']) ? Object.keys(doc['phases']) : [];
  const done = new Set(completed);
  const names = new Set([...completed, ...drifted, ...(current === null ? [] : [current]), ...pending]);
  return [...names].map((name) => ({
    name,
    status: statuses.get(name) ?? (done.has(name) ? 'complete' : name === current ? 'in_progress' : 'pending'),
  }));
}

/**
 * Makes the state follow from the phases, e.g. after a merge.
 * @param doc the checkpoint
 * @returns the settled checkpoint; the same object when nothing changes, or when the document has not the family's shape
 */
export function settleCommand(doc: CommandCheckpoint): CommandCheckpoint {
  if (!hasWorkableShape(doc)) return doc;
  const derived = deriveState(doc);
  const { state } = doc;
  const settled = {
    ...state,
    current_phase: derived.current,
    completed_phases: sameJson(state.completed_phases, derived.completed) ? state.completed_phases : derived.completed,
    pending_phases: sameJson(state.pending_phases, derived.pending) ? state.pending_phases : derived.pending,
  };
  return sameJson(settled, state) ? doc : { ...doc, state: settled };
}

/**
 * Tells whether a document's state and phases can be worked on without losing anything.
 * @param doc the checkpoint
 * @returns false when they have other types than the format says
 */
export function hasWorkableShape(doc: Fields): boolean {
  const { state, phases } = doc;
  if (!isJsonObject(state) || !isJsonObject(phases) || !Object.values(phases).every(isJsonObject)) return false;
  return [state['completed_phases'], state['pending_phases']].every(
    (list) => list === undefined || (Array.isArray(list) && list.every((name) => typeof name === 'string')),
  );
}

function statusesOf(doc: Fields): Map<string, PhaseStatus> {
  const statuses = new Map<string, PhaseStatus>();
  if (!isJsonObject(doc['phases'])) return statuses;
  for (const [name, phase] of Object.entries(doc['phases'])) {
    const status = isJsonObject(phase) ? phase['status'] : undefined;
    if (isPhaseStatus(status)) statuses.set(name, status);
  }
  return statuses;
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}
