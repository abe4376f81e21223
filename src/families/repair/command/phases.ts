// The phases of a command's run as a map with a status for each. What is in doubt is not done.

import { inWords } from '../../../rules/fields.js';
import { isJsonObject, type Json } from '../../../rules/json/json.js';
import type { PhaseStatus } from '../../command/types.js';
import { isPhaseStatus } from '../../command/phases.js';
import type { Draft } from '../draft.js';
import { renameFields } from '../fields.js';
import { readStatus, saidBy } from '../read/status.js';
import { unitsIn } from '../read/units.js';
import type { Concept } from '../read/words.js';
import { fitsCommand, phaseAliases } from './fields.js';
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
 */
export function repairPhases(draft: Draft, told: ReadonlyMap<string, Concept>): void {
  const value = draft.get('phases');
  if (value === undefined)
    draft.set(['phases'], {}, 'inferred', 'phases is missing; the state names all that is known');
  else if (!isJsonObject(value)) {
    draft.set(['phases'], phasesIn(value), 'shape', 'phases is a map from names to phases');
  } else if (isGrouped(value)) {
    draft.set(['phases'], {}, 'shape', 'phases is a map from names to phases; the lists stand in state');
  }
  for (const [name, concept] of told) {
    if (concept === 'pending' || draft.get('phases', name) !== undefined) continue;
    draft.set(['phases', name], { status: statusOf[concept] }, 'inferred', 'completed_phases says so');
  }
  const state = listedIn(draft);
  for (const name of Object.keys(draft.get('phases') ?? {})) repairPhase(draft, name, state);
}

/** `{"completed": ["research"], "pending": ["specs"]}`: read by the state. */
export function isGrouped(value: Json | undefined): value is Readonly<Record<string, Json>> {
  if (!isJsonObject(value)) return false;
  const members = Object.entries(value);
  return members.length > 0 && members.every(([name, list]) => readStatus(name) !== null && Array.isArray(list));
}

/** A list of phases, or of their names. Of two with one name the first stands; the list is kept whole. */
function phasesIn(value: Json): Record<string, Json> {
  const phases = new Map<string, Json>();
  for (const { name, value: item } of unitsIn(value)) {
    const known = phases.get(name);
    if (known === undefined) phases.set(name, isJsonObject(item) ? item : {});
    else if (isJsonObject(known) && isJsonObject(item) && readStatus(item) !== 'complete') {
      phases.set(name, { ...known, status: saidBy(item) ?? null });
    }
  }
  return Object.fromEntries(phases);
}

function repairPhase(draft: Draft, name: string, state: Listed): void {
  const value = draft.get('phases', name);
  if (!isJsonObject(value)) {
    const isList = Array.isArray(value);
    const phase: Json = typeof value === 'string' || typeof value === 'boolean' ? { status: value } : {};
    draft.set(['phases', name], phase, 'shape', isList ? 'a phase is an object' : 'a phase is an object with a status');
  }
  renameFields(draft, ['phases', name], { status: phaseAliases['status'] ?? [] }, fitsCommand);
  repairPhaseStatus(draft, name, state);
  repairPhaseFields(draft, name);
}

function repairPhaseStatus(draft: Draft, name: string, state: Listed): void {
  const at = ['phases', name, 'status'];
  const value = draft.get(...at);
  const phase = draft.get('phases', name);
  const said = readStatus(value ?? (isJsonObject(phase) ? saidBy(phase) : undefined));
  const listed = listedStatus(state, name);
  // The phase that the file calls the current one has begun, also when its own status only says that it is not done.
  const isBegun = listed === 'in_progress' && said !== null && statusOf[said] === 'pending';
  const own = said === null ? null : isBegun ? listed : statusOf[said];
  if (own === 'complete' && listed !== null && listed !== 'complete') {
    const why = `the phase says ${inWords(value ?? 'complete')}, the state says ${listed}; what is in doubt is not done`;
    draft.set(at, listed, 'conflict', why);
  } else if (own !== null) {
    if (isBegun) draft.set(at, own, 'conflict', 'the state calls it the current phase; what is current has begun');
    else if (!isPhaseStatus(value)) draft.set(at, own, 'spelling', 'the format knows five statuses of a phase');
  } else {
    const why = value === undefined ? 'the phase has no status' : 'what the phase says is no status';
    draft.set(
      at,
      value === undefined ? (listed ?? 'pending') : listed === 'complete' ? 'in_progress' : (listed ?? 'pending'),
      'inferred',
      `${why}; taken from the state`,
    );
  }
}

/** What the state says about the phases. */
interface Listed {
  readonly current: Json | undefined;
  readonly completed: ReadonlySet<Json>;
  readonly pending: ReadonlySet<Json>;
}

function listedIn(draft: Draft): Listed {
  const list = (field: string): ReadonlySet<Json> => {
    const value = draft.get('state', field);
    return new Set<Json>(Array.isArray(value) ? value : []);
  };
  return {
    current: draft.get('state', 'current_phase'),
    completed: list('completed_phases'),
    pending: list('pending_phases'),
  };
}

/** What the state says about one phase; in doubt, not done. */
function listedStatus({ current, completed, pending }: Listed, name: string): PhaseStatus | null {
  if (current === name) return 'in_progress';
  if (pending.has(name)) return 'pending';
  return completed.has(name) ? 'complete' : null;
}
