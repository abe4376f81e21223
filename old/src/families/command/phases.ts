// The units of a command's run, read from its phases and from the names in its state. Tolerates drifted documents.

import { isJsonObject, type Json, type JsonObject, sameJson } from '../../rules/json/json.js';
import type { Fields } from '../../rules/fields.js';
import { memberIn } from '../../rules/json/read-member.js';
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
 * @returns true when it has the time of its completion, and none of its phases was begun again after that, as by the seeds' own
 *   script, which never takes that time away
 */
export function isComplete(doc: Fields): boolean {
  const { completed_at: at, phases } = doc;
  if (typeof at !== 'string') return false;
  const isLater = (time: unknown): boolean => typeof time === 'string' && time > at;
  return !Object.values(isJsonObject(phases) ? phases : nothing).some(
    (phase) => isJsonObject(phase) && isLater(phase['updated_at']) && !isDone(phase['status']),
  );
}

const isDone = (status: unknown): boolean => status === 'complete' || status === 'skipped';

/**
 * Tells whether nothing is left to do: the run is complete, or there is none. A review keeps its verdict in the checkpoint
 * of `ship`, also before anyone begins to ship.
 * @param doc the checkpoint
 * @returns false for a run that can be gone on with
 */
export function isOver(doc: Fields): boolean {
  return isComplete(doc) || isVerdictOnly(doc);
}

/**
 * Tells whether a checkpoint holds a verdict on what may be shipped, and no work.
 * @param doc the checkpoint
 * @returns true when no phase of it was begun
 */
export function isVerdictOnly(doc: Fields): boolean {
  if (doc['command'] !== 'ship' || !isJsonObject(doc['gate']) || isComplete(doc)) return false;
  const units = unitsOf(doc);
  // Where a repair could read no work, nobody knows whether there is none.
  const isRepaired = isJsonObject(doc['pawl']) && doc['pawl']['repaired'] !== undefined;
  return units.every(({ status }) => status === 'pending') && (units.length > 0 || !isRepaired);
}

/**
 * Derives the state from the phases: a phase's own status wins; names that only the state knows keep their place.
 * @param doc the checkpoint
 * @returns the current phase and both lists
 */
export function deriveState(doc: Fields): DerivedState {
  const state = isJsonObject(doc['state']) ? doc['state'] : nothing;
  const phases = isJsonObject(doc['phases']) ? doc['phases'] : nothing;
  const names = Object.keys(phases);
  const done = new Set<string>();
  for (const name of listIn(state, 'completed_phases')) {
    if (typeof name === 'string' && (statusIn(phases, name) ?? 'complete') === 'complete') done.add(name);
  }
  let running: string | null = null;
  for (const name of names) {
    const status = statusIn(phases, name);
    if (status === 'complete') done.add(name);
    else if (status === 'in_progress') running ??= name;
  }
  if (isComplete(doc)) return { current: null, completed: [...done], pending: [] };

  // A name in two places: what is completed is not current, and what is current is not pending.
  const said = state['current_phase'];
  const holds =
    typeof said === 'string' && !done.has(said) && (statusIn(phases, said) ?? 'in_progress') === 'in_progress';
  const current = holds ? said : running;
  const waiting = new Set<string>();
  for (const name of listIn(state, 'pending_phases')) {
    if (typeof name !== 'string') continue;
    const own = statusIn(phases, name);
    if (own === undefined ? !done.has(name) && name !== current : own === 'pending') waiting.add(name);
  }
  for (const name of names) if (statusIn(phases, name) === 'pending') waiting.add(name);
  return { current, completed: [...done], pending: [...waiting] };
}

/**
 * Lists the units of a run: its phases together with all names in its state.
 * @param doc the checkpoint
 * @returns completed ones first, then the others in the order of the phases, then those that are only pending
 */
export function unitsOf(doc: Fields): readonly CommandUnit[] {
  const { current, completed, pending } = deriveState(doc);
  const phases = isJsonObject(doc['phases']) ? doc['phases'] : nothing;
  const done = new Set(completed);
  const names = new Set([...completed, ...Object.keys(phases), ...(current === null ? [] : [current]), ...pending]);
  return [...names].map((name) => ({
    name,
    status: statusIn(phases, name) ?? (done.has(name) ? 'complete' : name === current ? 'in_progress' : 'pending'),
  }));
}

/**
 * Makes the state follow from the phases, e.g. after a merge.
 * @param doc the checkpoint
 * @returns the settled checkpoint; the same object when nothing changes, or when the document has not the family's shape
 */
export function settleCommand(doc: CommandCheckpoint): CommandCheckpoint {
  if (!hasWorkableShape(doc) || isNewerCommand(doc)) return doc;
  const { current, completed, pending } = deriveState(doc);
  const { state } = doc;
  const completed_phases = sameJson(state.completed_phases, completed) ? state.completed_phases : completed;
  const pending_phases = sameJson(state.pending_phases, pending) ? state.pending_phases : pending;
  const isSettled =
    state.current_phase === current &&
    state.completed_phases === completed_phases &&
    state.pending_phases === pending_phases;
  return isSettled ? doc : { ...doc, state: { ...state, current_phase: current, completed_phases, pending_phases } };
}

/**
 * Tells whether a document was made by a newer version of the format.
 * @param doc the checkpoint
 * @returns true from version 2 on; this pawl knows 1
 */
export function isNewerCommand({ version }: Fields): boolean {
  return Number(typeof version === 'string' ? version.replace(/^v|(?<=\d)\..*/gi, '') : version) >= 2;
}

/**
 * Tells whether a document's state and phases can be worked on without losing anything.
 * @param doc the checkpoint
 * @returns false when they have other types than the format says
 */
export function hasWorkableShape(doc: Fields): boolean {
  const { state, phases } = doc;
  if (!isJsonObject(state) || !isJsonObject(phases)) return false;
  for (const name of Object.keys(phases)) if (!isJsonObject(phases[name])) return false;
  return areTexts(state['completed_phases']) && areTexts(state['pending_phases']);
}

function areTexts(list: unknown): boolean {
  return list === undefined || (Array.isArray(list) && list.every((name) => typeof name === 'string'));
}

const nothing: JsonObject = Object.freeze({});
const noItems: readonly Json[] = Object.freeze([]);

/** The status that a phase has of its own; undefined when there is no such phase, or it has none. */
function statusIn(phases: JsonObject, name: string): PhaseStatus | undefined {
  const phase = Object.hasOwn(phases, name) ? phases[name] : undefined;
  const status = memberIn(phase, 'status');
  return isPhaseStatus(status) ? status : undefined;
}

function listIn(state: JsonObject, member: string): readonly Json[] {
  const list = state[member];
  return Array.isArray(list) ? list : noItems;
}
