// Where a command's run stands: the state's names and shapes, and the lists that follow from the phases.

import { isJsonObject, type Json } from '../../../rules/json/json.js';
import { deriveState } from '../../command/phases.js';
import type { Draft } from '../draft.js';
import { renameFields, snakeCase } from '../fields.js';
import { readStatus } from '../read/status.js';
import { nameIn, unitsIn } from '../read/units.js';
import type { Concept } from '../read/words.js';
import { fitsCommand, stateAliases } from './fields.js';
import { repairSummary } from './phase.js';
import { isGrouped } from './phases.js';

const nobody = /^(?:none|null|n\/a|-|complete|completed|done)?$/i;
const lifted = ['current_phase', 'completed_phases', 'pending_phases', 'current_task'];

/**
 * Gives a command checkpoint its state, as far as the file tells it.
 * @param draft the document, its fields renamed
 */
export function repairState(draft: Draft): void {
  const value = draft.get('state');
  if (!isJsonObject(value)) {
    const isPhase = typeof value === 'string' && Object.hasOwn(Object(draft.get('phases') ?? {}), value);
    const why = value === undefined ? 'state is missing' : 'state is an object with the current phase and two lists';
    draft.set(['state'], isPhase ? { current_phase: value } : {}, 'shape', why);
  }
  const isBare = value === undefined && draft.get('phases') === undefined;
  for (const [name, member] of Object.entries(draft.root)) {
    const plain = snakeCase(name);
    const field = lifted.find(
      (one) => one === plain || (isOther(one, plain) && (isPlain(one, plain) || (isBare && isSaid(one, member)))),
    );
    if (field !== undefined && draft.get('state', field) === undefined) {
      draft.move([name], ['state', field], 'moved', `${field} stands in state`);
    }
  }
  renameFields(draft, ['state'], stateAliases, fitsCommand);
  const groups = draft.get('phases');
  for (const [field, concept] of [
    ['completed_phases', 'complete'],
    ['pending_phases', 'pending'],
  ] as const) {
    repairNames(draft, field, isGrouped(groups) ? namesUnder(groups, concept) : null);
  }
  repairCurrent(draft, isGrouped(groups) ? namesUnder(groups, 'in_progress') : []);
  const task = draft.get('state', 'current_task');
  if (typeof task === 'number') draft.set(['state', 'current_task'], String(task), 'spelling', 'a task’s id is a text');
  else if (isJsonObject(task))
    draft.set(['state', 'current_task'], nameIn(task), 'shape', 'current_task is the id of a task');
  repairSummary(draft, ['state', 'context_summary']);
}

function isOther(field: string, name: string): boolean {
  return stateAliases[field]?.includes(name) === true;
}

/** A name that says what it is about. */
function isPlain(field: string, name: string): boolean {
  return field !== 'current_phase' && /phase|task/.test(name);
}

/** Where neither state nor phases say anything, shorter names do: `completed`, `in_progress`, `todo`. */
function isSaid(field: string, member: Json): boolean {
  if (field === 'current_phase') return typeof member === 'string' && readStatus(member) === null;
  return field !== 'current_task' && (Array.isArray(member) || isJsonObject(member));
}

function repairNames(draft: Draft, field: string, grouped: readonly string[] | null): void {
  const value = draft.get('state', field);
  const names = unitsIn(value)
    .filter(
      ({ said }) =>
        said !== false &&
        (said === undefined ||
          typeof said === 'boolean' ||
          field === 'pending_phases' ||
          (readStatus(said) ?? 'complete') === 'complete'),
    )
    .map(({ name }) => name);
  const why = value === undefined ? `${field} is missing` : `${field} is a list of names`;
  draft.set(['state', field], [...new Set([...names, ...(grouped ?? [])])], 'shape', why);
}

function repairCurrent(draft: Draft, grouped: readonly string[]): void {
  const value = draft.get('state', 'current_phase');
  if (value === null || (typeof value === 'string' && !nobody.test(value.trim()))) return;
  const at = ['state', 'current_phase'];
  const listed = Array.isArray(draft.get('phases')) ? draft.get('phases') : undefined;
  const byNumber = typeof value === 'number' ? unitsIn(listed)[value - 1]?.name : undefined;
  const [first] = isJsonObject(value) ? unitsIn([value]) : unitsIn(value);
  const name =
    byNumber ??
    (typeof value === 'string' ? undefined : first?.name) ??
    (typeof value === 'number' ? String(value) : undefined) ??
    grouped[0];
  const why = value === undefined ? 'current_phase is missing' : 'current_phase is the name of a phase, or null';
  draft.set(at, name ?? null, 'shape', why);
}

function namesUnder(groups: Readonly<Record<string, Json>>, wanted: Concept): string[] {
  return Object.entries(groups).flatMap(([name, list]) =>
    readStatus(name) === wanted ? unitsIn(list).map((unit) => unit.name) : [],
  );
}

/**
 * Makes the lists follow from the phases.
 * @param draft the document, its phases repaired
 */
export function settleState(draft: Draft): void {
  const { current, completed, pending } = deriveState(draft.root);
  const done = new Set(completed);
  const open = unitsIn(draft.get('state', 'pending_phases')).map(({ name }) => name);
  // A name that only the state knows, in both lists: not done.
  const doubted = new Set(open.filter((name) => done.has(name) && draft.get('phases', name) === undefined));
  const kind = doubted.size > 0 ? 'conflict' : 'inferred';
  const why = 'the lists follow from the phases; what is in doubt is not done';
  draft.set(
    ['state', 'completed_phases'],
    completed.filter((name) => !doubted.has(name)),
    kind,
    why,
  );
  draft.set(['state', 'pending_phases'], [...new Set([...doubted, ...pending])], kind, why);
  draft.set(['state', 'current_phase'], current, 'conflict', 'the current phase is one that is in progress');
}
