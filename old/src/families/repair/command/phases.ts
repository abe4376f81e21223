// The phases of a command's run as a map with a status for each. What is in doubt is not done.

import { inWords, type Steps } from '../../../rules/fields.js';
import { isJsonObject, type Json, pointer } from '../../../rules/json/json.js';
import type { PhaseStatus } from '../../command/types.js';
import { isPhaseStatus } from '../../command/phases.js';
import type { Draft } from '../draft.js';
import { renameFields } from '../fields.js';
import { isDoubtful, readStatus, saidBy } from '../read/status.js';
import { readTime } from '../read/times.js';
import { unitsIn } from '../read/units.js';
import type { Concept } from '../read/words.js';
import type { RepairFacts } from '../types.js';
import { saidAgainst } from './against.js';
import { fitsCommand, phaseAliases } from './fields.js';
import { mayBeName } from './list-name.js';
import type { Told } from './lists.js';
import { conceptOf } from './phase-concept.js';
import { repairPhaseFields } from './phase.js';

const statusOf: Readonly<Record<Concept, PhaseStatus>> = {
  complete: 'complete',
  in_progress: 'in_progress',
  paused: 'in_progress',
  pending: 'pending',
  blocked: 'pending', // blocked is not failed
  failed: 'failed',
  skipped: 'skipped',
  abandoned: 'skipped',
};

/**
 * Gives a command checkpoint its map of phases.
 * @param draft the document, its state repaired
 * @param told what the state's lists say of single phases beside that
 * @param orders keys of the file's objects in the order of its text
 * @returns the names of the phases in the order of the file
 */
export function repairPhases(
  draft: Draft,
  told: ReadonlyMap<string, Told>,
  orders: RepairFacts['orders'] = [],
): readonly string[] {
  const value = draft.get('phases');
  const listed = isJsonObject(value) ? [] : readPhases(draft, value);
  const order = isJsonObject(value) ? textOrder(Object.keys(value), orders) : listed.map(([name]) => name);
  if (value === undefined)
    draft.set(['phases'], {}, 'inferred', 'phases is missing; the state names all that is known');
  else if (!isJsonObject(value)) {
    draft.set(['phases'], Object.fromEntries(listed), 'shape', 'phases is a map from names to phases');
  } else if (isGrouped(value)) {
    draft.set(['phases'], {}, 'shape', 'phases is a map from names to phases; the lists stand in state');
  }
  for (const [name, { concept, reason }] of told) {
    const isCurrent = concept === 'in_progress' && draft.get('state', 'current_phase') === name;
    const isListed = concept === 'pending' || concept === 'complete' || isCurrent;
    if (isListed || draft.get('phases', name) !== undefined) continue;
    const phase = { status: statusOf[concept], ...errorOf(concept, reason) };
    draft.set(['phases', name], phase, 'inferred', 'the list that it stands in says so');
  }
  const state = listedIn(draft, told);
  for (const name of Object.keys(draft.get('phases') ?? {})) repairPhase(draft, name, state);
  return order;
}

function errorOf(concept: Concept, reason: string | undefined): { readonly error?: string } {
  const error = reason ?? (concept === 'blocked' ? 'blocked' : undefined);
  return error === undefined || (concept !== 'blocked' && concept !== 'failed') ? {} : { error };
}

/** The order of the text; an object has its names that are numbers first. */
function textOrder(names: readonly string[], orders: readonly (readonly string[])[]): readonly string[] {
  return orders.find((keys) => keys.length === names.length && names.every((name) => keys.includes(name))) ?? names;
}

/** `{"completed": ["research"], "pending": ["specs"]}`: read by the state. */
export function isGrouped(value: Json | undefined): value is Readonly<Record<string, Json>> {
  if (!isJsonObject(value)) return false;
  const members = Object.entries(value);
  return (
    members.some(([, list]) => Array.isArray(list)) &&
    members.every(
      ([name, list]) =>
        readStatus(name) !== null && (Array.isArray(list) || (typeof list === 'string' && mayBeName(list))),
    )
  );
}

/** A list of phases, or of their names. Of two with one name the first stands; the list is kept whole. */
function readPhases(draft: Draft, value: Json | undefined): readonly (readonly [string, Json])[] {
  const phases = new Map<string, Json>();
  for (const [index, item] of (Array.isArray(value) ? value : [value ?? null]).entries()) {
    const units = unitsIn(Array.isArray(value) ? [item] : item);
    for (const { name, said, value: phase } of units) {
      addPhase(phases, name, isJsonObject(phase) ? phase : said === undefined ? {} : { status: said });
    }
    if (units.length > 0 || !Array.isArray(value)) continue;
    const place = String(index + 1);
    if (isJsonObject(item) && Object.keys(item).length > 0 && !phases.has(place)) phases.set(place, item);
    else if (typeof item === 'object' && item !== null && Object.keys(item).length > 0) {
      draft.ask('unresolved', pointer('phases', index), `phases[${index}] has no name`, 'write "name": "…" into it');
    }
  }
  return [...phases];
}

function addPhase(phases: Map<string, Json>, name: string, phase: Readonly<Record<string, Json>>): void {
  const known = phases.get(name);
  if (known === undefined) phases.set(name, phase);
  else if (isJsonObject(known) && readStatus(phase) !== 'complete') {
    phases.set(name, { ...known, status: saidBy(phase) ?? null });
  }
}

function repairPhase(draft: Draft, name: string, state: Listed): void {
  const value = draft.get('phases', name);
  if (!isJsonObject(value)) {
    const isList = Array.isArray(value);
    const isShare = typeof value === 'number' && state.hasShares;
    const isSaid = typeof value === 'string' || typeof value === 'boolean';
    const phase: Json = isSaid ? { status: value } : isShare ? { status: `${value}%` } : {};
    draft.set(['phases', name], phase, 'shape', isList ? 'a phase is an object' : 'a phase is an object with a status');
  }
  renameFields(draft, ['phases', name], { status: phaseAliases['status'] ?? [] }, fitsCommand);
  const said = draft.get('phases', name, 'status');
  repairPhaseStatus(draft, name, state);
  repairPhaseFields(draft, name);
  const against = draft.get('phases', name, 'status') === 'complete' ? saidAgainst(draft.root, name) : null;
  if (against !== null) {
    const why = `${against} says otherwise; what is in doubt is not done`;
    draft.set(['phases', name, 'status'], 'in_progress', 'conflict', why);
  }
  keepReason(draft, ['phases', name, 'error'], said);
}

/** `blocked - waiting for a key`, `FAILED: 3 tests`: the status has no room for the reason, and it must not go on unseen. */
function keepReason(draft: Draft, at: Steps, said: Json | undefined): void {
  const concept = readStatus(said);
  const isReason = concept === 'blocked' || (concept === 'failed' && typeof said === 'string' && /\w\W+\w/.test(said));
  if (!isReason || typeof said !== 'string' || (draft.get(...at) ?? '') !== '') return;
  draft.set(at, said, 'inferred', `the status said why the phase is ${concept}`);
}

function repairPhaseStatus(draft: Draft, name: string, state: Listed): void {
  const at = ['phases', name, 'status'];
  const value = draft.get(...at);
  const said = conceptOf(draft.get('phases', name));
  // Of a run that is over, a completed phase that is still called the current one was only left there.
  const isStale = state.isOver && said === 'complete' && state.current === name;
  const listed = isStale ? null : listedStatus(state, name);
  // The phase that the file calls the current one has begun, also when its own status only says that it is not done.
  const isBegun = listed === 'in_progress' && said !== null && statusOf[said] === 'pending';
  const own = said === null ? null : isBegun ? listed : statusOf[said];
  const missing = value === undefined || value === null;
  if (own === 'complete' && listed !== null && listed !== 'complete') {
    const why = `the phase says ${inWords(value ?? 'complete')}, the state says ${listed}; what is in doubt is not done`;
    draft.set(at, listed, 'conflict', why);
  } else if (own !== null) {
    const why = missing
      ? 'the phase has no status; what stands beside tells it'
      : 'the format knows five statuses of a phase';
    if (isBegun) draft.set(at, own, 'conflict', 'the state calls it the current phase; what is current has begun');
    else if (!isPhaseStatus(value)) draft.set(at, own, 'spelling', why);
  } else {
    // A word that nobody knows contradicts nothing; a reservation does.
    const isDoubted = listed === 'complete' && isDoubtful(value);
    const told = missing ? 'the phase has no status' : `${inWords(value)} is no status that is known`;
    const from = listed === null ? 'nothing else says that it has begun' : `the state says ${listed}`;
    const doubt = isDoubted ? '; what is in doubt is not done' : '';
    draft.set(at, isDoubted ? 'in_progress' : (listed ?? 'pending'), 'inferred', `${told}; ${from}${doubt}`);
  }
}

/** What the state says about the phases. */
interface Listed {
  readonly current: Json | undefined;
  readonly completed: ReadonlySet<Json>;
  readonly pending: ReadonlySet<Json>;
  /** Whether the run has the time of its completion. */
  readonly isOver: boolean;
  /** Whether the numbers in place of phases are hundredths. */
  readonly hasShares: boolean;
  readonly told: ReadonlyMap<string, Told>;
}

function listedIn(draft: Draft, told: ReadonlyMap<string, Told>): Listed {
  const list = (field: string): ReadonlySet<Json> => {
    const value = draft.get('state', field);
    return new Set<Json>(Array.isArray(value) ? value : []);
  };
  return {
    current: draft.get('state', 'current_phase'),
    completed: list('completed_phases'),
    pending: list('pending_phases'),
    isOver: readTime(draft.get('completed_at')) !== null,
    hasShares: Object.values(draft.get('phases') ?? {}).includes(100),
    told,
  };
}

/** What the state says about one phase; in doubt, not done. */
function listedStatus({ current, completed, pending, told }: Listed, name: string): PhaseStatus | null {
  if (told.get(name)?.concept === 'failed') return 'failed';
  if (current === name) return 'in_progress';
  if (pending.has(name)) return 'pending';
  return completed.has(name) ? 'complete' : null;
}
