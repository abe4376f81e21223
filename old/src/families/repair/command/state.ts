// Where a command's run stands: the state's names and shapes, and the lists that follow from the phases.

import { isJsonObject, type Json } from '../../../rules/json/json.js';
import { deriveState, unitsOf } from '../../command/phases.js';
import type { Draft } from '../draft.js';
import { renameFields } from '../fields.js';
import { readStatus } from '../read/status.js';
import { readLabel } from '../read/labels.js';
import { nameIn, unitsIn } from '../read/units.js';
import type { Concept } from '../read/words.js';
import { fitsCommand, stateAliases } from './fields.js';
import { isEmpty, saysWhere } from './find-phases.js';
import { liftLists, otherwiseIn, type Told, toldBy } from './lists.js';
import { countedPhases, firstNumber, type Meaning, meantPhase, namesOf, saysMore } from './meant-phase.js';
import { repairSummary } from './phase.js';
import { isGrouped } from './phases.js';

const nobody = /^(?:none|null|n\/a|-|complete|completed|done)?$/i;

/**
 * Gives a command checkpoint its state, as far as the file tells it.
 * @param draft the document, its fields renamed
 * @returns what the lists say of phases, beside those that are plainly completed, pending or current
 */
export function repairState(draft: Draft): ReadonlyMap<string, Told> {
  const value = draft.get('state');
  if (!isJsonObject(value)) {
    const isPhase = typeof value === 'string' && Object.hasOwn(Object(draft.get('phases') ?? {}), value);
    const why = value === undefined ? 'state is missing' : 'state is an object with the current phase and two lists';
    draft.set(['state'], isPhase ? { current_phase: value } : {}, 'shape', why);
  }
  const others = liftLists(draft, !saysWhere(value) && isEmpty(draft.get('phases') ?? null));
  renameFields(draft, ['state'], stateAliases, fitsCommand);
  const groups = draft.get('phases');
  const meant = meaningOf(draft);
  const told = toldBy(draft, others, meant);
  const listed = (concept: Concept): string[] => [
    ...(isGrouped(groups) ? namesUnder(groups, concept) : []),
    ...[...told].flatMap(([name, one]) => (one.concept === concept && concept !== 'in_progress' ? [name] : [])),
  ];
  repairNames(draft, 'completed_phases', [], listed('complete'), meant);
  // What is blocked goes before what waits for it: resume asks about it.
  repairNames(draft, 'pending_phases', listed('blocked'), listed('pending'), meant);
  repairCurrent(draft, listed('in_progress'), meant);
  const task = draft.get('state', 'current_task');
  if (typeof task === 'number') draft.set(['state', 'current_task'], String(task), 'spelling', 'a task’s id is a text');
  else if (isJsonObject(task))
    draft.set(['state', 'current_task'], nameIn(task), 'shape', 'current_task is the id of a task');
  repairSummary(draft, ['state', 'context_summary']);
  return told;
}

function meaningOf(draft: Draft): Meaning {
  const phases = draft.get('phases');
  const names = isGrouped(phases) ? [] : namesOf(phases);
  const first = firstNumber(draft.get('state', 'completed_phases'), draft.get('state', 'current_phase'));
  return { names, known: new Set(names), first };
}

function repairNames(
  draft: Draft,
  field: string,
  before: readonly string[],
  behind: readonly string[],
  meant: Meaning,
): void {
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
      ? `${field} is missing${before.length + behind.length === 0 ? '' : '; other lists name them'}`
      : counted === null
        ? `${field} is a list of names, without remarks; what is in doubt is not done`
        : `${field} is a list of names; these are the first of the phases`;
  draft.set(['state', field], [...new Set([...before, ...names, ...behind])], 'shape', why);
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
  nameByThemselves(draft);
}

const maxRounds = 20;

/** A name that could be read as something else (`2/3` beside three phases) stands for itself once it has a phase. */
function nameByThemselves(draft: Draft): void {
  const entries = unitsOf(draft.root);
  // One more phase may make another name unclear; one that has a phase stands for itself.
  for (let round = 0; round < maxRounds; round++) {
    const names = namesOf(draft.get('phases'));
    const known = new Set(names);
    const unclear = entries.filter(({ name }) => saysMore(name, names, known));
    if (unclear.length === 0) return;
    const why = 'its name could be taken for a number or a remark';
    for (const { name, status } of unclear) draft.set(['phases', name], { status }, 'inferred', why);
  }
}
