// Where a command's run stands: the state's names and shapes, and the lists that follow from the phases.

import { isJsonObject, type Json } from '../../../rules/json/json.js';
import { deriveState } from '../../command/phases.js';
import type { Draft } from '../draft.js';
import { renameFields, snakeCase } from '../fields.js';
import { isDoubtful, readStatus } from '../read/status.js';
import { readLabel } from '../read/labels.js';
import { nameIn, unitsIn } from '../read/units.js';
import type { Concept } from '../read/words.js';
import { fitsCommand, stateAliases } from './fields.js';
import { countedPhases, firstNumber, meantPhase, namesOf } from './meant-phase.js';
import { repairSummary } from './phase.js';
import { isGrouped } from './phases.js';

const nobody = /^(?:none|null|n\/a|-|complete|completed|done)?$/i;
const lifted = ['current_phase', 'completed_phases', 'pending_phases', 'current_task'];

/**
 * Gives a command checkpoint its state, as far as the file tells it.
 * @param draft the document, its fields renamed
 * @returns what the lists say of phases that are neither plainly completed nor pending nor current
 */
export function repairState(draft: Draft): ReadonlyMap<string, Concept> {
  const value = draft.get('state');
  if (!isJsonObject(value)) {
    const isPhase = typeof value === 'string' && Object.hasOwn(Object(draft.get('phases') ?? {}), value);
    const why = value === undefined ? 'state is missing' : 'state is an object with the current phase and two lists';
    draft.set(['state'], isPhase ? { current_phase: value } : {}, 'shape', why);
  }
  const isBare = !isJsonObject(value) && draft.get('phases') === undefined;
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
  const meant = meaningOf(draft);
  const told = new Map([...othersIn(draft), ...otherwiseIn(draft.get('state', 'completed_phases'), meant)]);
  for (const [field, concept] of [
    ['completed_phases', 'complete'],
    ['pending_phases', 'pending'],
  ] as const) {
    const doubted =
      concept === 'pending' ? [...told].filter(([, said]) => said === 'pending').map(([name]) => name) : [];
    repairNames(draft, field, [...(isGrouped(groups) ? namesUnder(groups, concept) : []), ...doubted], meant);
  }
  repairCurrent(draft, isGrouped(groups) ? namesUnder(groups, 'in_progress') : [], meant);
  const task = draft.get('state', 'current_task');
  if (typeof task === 'number') draft.set(['state', 'current_task'], String(task), 'spelling', 'a task’s id is a text');
  else if (isJsonObject(task))
    draft.set(['state', 'current_task'], nameIn(task), 'shape', 'current_task is the id of a task');
  repairSummary(draft, ['state', 'context_summary']);
  return told;
}

/** `{"a": true, "b": false, "c": "failed", "d": 1}`: of these only the first is completed, and the others stay in the run. */
function otherwiseIn(value: Json | undefined, meant: Meaning): ReadonlyMap<string, Concept> {
  const told = new Map<string, Concept>();
  if (countedPhases(value, meant.names) !== null) return told;
  for (const { name: called, said } of unitsIn(value, meant.known)) {
    const name = meantPhase(called, meant.names, meant.first);
    const concept = readStatus(said) ?? (isDoubtful(said) ? 'pending' : 'complete');
    if (concept !== 'complete') told.set(name, concept);
  }
  return told;
}

const otherLists = /^(failed|skipped|blocked|in_progress|active)_(?:phases|steps|stages)$/;

/** Phases in lists that the format does not have, and those beside the first where it has room for one. */
function othersIn(draft: Draft): (readonly [string, Concept])[] {
  const groups = draft.get('phases');
  const lists = isGrouped(groups)
    ? Object.entries(groups).map(([name, list]) => [readStatus(name), list] as const)
    : [];
  const named = [draft.root, draft.get('state') ?? {}].flatMap((holder) =>
    Object.entries(holder).map(([name, list]: [string, Json]) => {
      return [readStatus(otherLists.exec(snakeCase(name))?.[1] ?? ''), list] as const;
    }),
  );
  const current = draft.get('state', 'current_phase');
  const running = Array.isArray(current) ? ([['in_progress', current]] as const) : [];
  return [...lists, ...named, ...running].flatMap(([concept, list]) => {
    if (concept === null || concept === 'complete' || concept === 'pending') return [];
    return unitsIn(list).map(({ name }) => [name, concept] as const);
  });
}

/** What the state's names and numbers stand for. */
interface Meaning {
  readonly names: readonly string[];
  readonly known: ReadonlySet<string>;
  readonly first: number;
}

function meaningOf(draft: Draft): Meaning {
  const phases = draft.get('phases');
  const names = isGrouped(phases) ? [] : namesOf(phases);
  const first = firstNumber(draft.get('state', 'completed_phases'), draft.get('state', 'current_phase'));
  return { names, known: new Set(names), first };
}

function isOther(field: string, name: string): boolean {
  return stateAliases[field]?.includes(name) === true;
}

/** A name that says what it is about. */
function isPlain(field: string, name: string): boolean {
  if (field === 'current_phase') return /^(?:current|active|aktuelle)_(?:phase|step|stage)$/.test(name);
  return /phase|task|step|stage/.test(name);
}

/** Where neither state nor phases say anything, shorter names do: `completed`, `in_progress`, `todo`. */
function isSaid(field: string, member: Json): boolean {
  const isName = typeof member === 'string' && readStatus(member) === null;
  if (field === 'current_phase') return isName;
  return field !== 'current_task' && (isName || Array.isArray(member) || isJsonObject(member));
}

function repairNames(draft: Draft, field: string, more: readonly string[], meant: Meaning): void {
  const value = draft.get('state', field);
  const isDone = field === 'completed_phases';
  const counted = isDone ? countedPhases(value, meant.names) : null;
  const others = isDone ? otherwiseIn(value, meant) : new Map<string, Concept>();
  const names =
    counted ??
    unitsIn(value, meant.known)
      .map(({ name }) => meantPhase(name, meant.names, meant.first))
      .filter((name) => !others.has(name));
  const why =
    value === undefined
      ? `${field} is missing`
      : counted === null
        ? `${field} is a list of names, without remarks; what is in doubt is not done`
        : `${field} is a list of names; these are the first of the phases`;
  draft.set(['state', field], [...new Set([...names, ...more])], 'shape', why);
}

function repairCurrent(draft: Draft, grouped: readonly string[], meant: Meaning): void {
  const value = draft.get('state', 'current_phase');
  if (value === null) return;
  const at = ['state', 'current_phase'];
  const [first] = isJsonObject(value) ? unitsIn([value]) : unitsIn(value);
  const isName = typeof value === 'string' && !nobody.test(value.trim());
  const called = isName
    ? readLabel(value, { known: meant.known }).name
    : typeof value === 'number'
      ? String(value)
      : typeof value === 'string'
        ? undefined
        : first?.name;
  const name = called === undefined ? grouped[0] : meantPhase(called, meant.names, meant.first);
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
 * @param order the phases in the order of the file, where an object cannot have it: names that are numbers come first
 */
export function settleState(draft: Draft, order: readonly string[]): void {
  const { current, completed, pending: waiting } = deriveState(draft.root);
  const done = new Set(completed);
  const open = unitsIn(draft.get('state', 'pending_phases')).map(({ name }) => name);
  const listed = new Set(open);
  const place = new Map(order.map((name, index) => [name, index]));
  const others = waiting.filter((name) => !listed.has(name));
  const pending = [
    ...waiting.filter((name) => listed.has(name)),
    ...others.toSorted((a, b) => (place.get(a) ?? 0) - (place.get(b) ?? 0)),
  ];
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
