// The lists of a command's file that say how far its phases are, under whatever names. Those of the format go to the state.

import { isJsonObject, type Json } from '../../../rules/json/json.js';
import type { Draft } from '../draft.js';
import { snakeCase } from '../fields.js';
import { readLabel } from '../read/labels.js';
import { isDoubtful, readStatus } from '../read/status.js';
import { nameIn, unitsIn } from '../read/units.js';
import type { Concept } from '../read/words.js';
import { commandAliases, stateAliases } from './fields.js';
import { fieldOfList, type ListName, listName, mayBeName } from './list-name.js';
import { countedPhases, type Meaning, meantPhase, namesOf } from './meant-phase.js';
import { isGrouped } from './phases.js';

/** Units of which one list says how far they are. */
export interface Listing {
  readonly concept: Concept;
  readonly list: Json;
}

/** What lists say of a phase. */
export interface Told {
  readonly concept: Concept;
  /** Why it failed or is blocked, where the list says it. */
  readonly reason?: string | undefined;
}

/**
 * Moves the lists that the format has into the state.
 * @param draft the document; its state is an object
 * @param isBare whether neither state nor phases say anything: then shorter names are meant as well
 * @returns the lists that have no place there, or whose place is taken
 */
export function liftLists(draft: Draft, isBare: boolean): readonly Listing[] {
  const names = namesOf(draft.get('phases'));
  const left: Listing[] = [];
  let hasTasks = false;
  for (const [name, member] of Object.entries(draft.root)) {
    if (Object.hasOwn(commandAliases, name)) continue;
    const isTask = name === 'current_task' || stateAliases['current_task']?.includes(snakeCase(name)) === true;
    const list = isTask ? null : listName(name);
    if (list !== null && !isMeant(list, member, names, isBare)) continue;
    const field = list === null ? (isTask ? 'current_task' : undefined) : fieldOfList(list.concept);
    if (field !== undefined && draft.get('state', field) === undefined) {
      draft.move([name], ['state', field], 'moved', `${field} stands in state`);
      hasTasks ||= list?.of === 'tasks';
    } else if (list !== null) left.push({ concept: list.concept, list: member });
  }
  const task = draft.get('state', 'current_task');
  if (hasTasks && typeof task === 'string' && draft.get('state', 'current_phase') === undefined) {
    draft.set(
      ['state', 'current_phase'],
      task,
      'inferred',
      'the tasks are the units of this run; this is the current one',
    );
  }
  return left;
}

function isMeant({ concept, of }: ListName, member: Json, names: readonly string[], isBare: boolean): boolean {
  if (of === 'phases') return typeof member !== 'boolean';
  const units = typeof member === 'object' || typeof member === 'string' ? unitsIn(member, new Set(names)) : [];
  if (units.length > 0 && units.every(({ name }) => names.includes(meantPhase(name, names)))) return true;
  if (!isBare || member === null) return false;
  if (typeof member === 'string') return units.length > 0 && fieldOfList(concept) !== undefined && mayBeName(member);
  if (isJsonObject(member)) return fieldOfList(concept) !== undefined;
  return Array.isArray(member) && (fieldOfList(concept) !== undefined || member.every(isName));
}

/** A sentence names no phase: `["waiting for the API key"]`. */
function isName(item: Json): boolean {
  return typeof item === 'string' ? item.trim().split(/\s+/).length <= 3 : isJsonObject(item) && nameIn(item) !== null;
}

/**
 * Reads what lists say of single phases, beside the names that the format's own lists will have.
 * @param draft the document, its state's fields renamed
 * @param others lists that have no place in the state
 * @param meant what names and numbers stand for
 * @returns for each phase what is said of it; what is not done comes before what is
 */
export function toldBy(draft: Draft, others: readonly Listing[], meant: Meaning): ReadonlyMap<string, Told> {
  const told = new Map<string, Told>();
  const tell = (name: string, one: Told): void => {
    if (one.concept !== 'complete' || !told.has(name)) told.set(name, one);
  };
  for (const name of upToLast(draft, meant)) tell(name, { concept: 'complete' });
  for (const { concept, list } of [...others, ...othersIn(draft)]) {
    for (const { name, said, value } of unitsIn(list, meant.known)) {
      const own = concept === 'complete' ? conceptIn(said) : concept;
      tell(meantPhase(name, meant.names, meant.first), { concept: own, reason: reasonIn(value) });
    }
  }
  for (const [name, concept] of otherwiseIn(draft.get('state', 'completed_phases'), meant)) tell(name, { concept });
  return told;
}

const lastDone =
  /^last_(?:(?:completed|done|finished)(?:_(?:phase|step|stage))?|(?:phase|step|stage)_(?:completed|done|finished))$/;

/** The last phase that is done, and those before it. */
function upToLast(draft: Draft, { names, known, first }: Meaning): readonly string[] {
  for (const holder of [draft.root, draft.get('state') ?? {}]) {
    for (const [member, said] of Object.entries(holder)) {
      if (!lastDone.test(snakeCase(member)) || (typeof said !== 'string' && typeof said !== 'number')) continue;
      if (typeof said === 'string' && !(mayBeName(said) && said.trim() !== '')) continue;
      const name = meantPhase(readLabel(String(said), { known }).name, names, first);
      const place = names.indexOf(name);
      return place < 0 ? [name] : names.slice(0, place + 1);
    }
  }
  return [];
}

/** Lists of the state that the format does not have, groups of phases, and what stands beside the first current phase. */
function othersIn(draft: Draft): readonly Listing[] {
  const groups = draft.get('phases');
  const grouped = isGrouped(groups)
    ? Object.entries(groups).map(([name, list]) => [readStatus(name), list] as const)
    : [];
  const inState = Object.entries(draft.get('state') ?? {}).flatMap(([name, list]: [string, Json]) => {
    if (Object.hasOwn(stateAliases, name) || !Array.isArray(list)) return [];
    return [[listName(name)?.concept ?? null, list] as const];
  });
  const current = draft.get('state', 'current_phase');
  const running = Array.isArray(current) ? ([['in_progress', current]] as const) : [];
  return [
    ...grouped.filter(([concept]) => concept !== 'complete' && concept !== 'pending'),
    ...inState,
    ...running,
  ].flatMap(([concept, list]) => (concept === null ? [] : [{ concept, list }]));
}

/**
 * Finds what a list of completed phases says otherwise of single ones.
 * @param value e.g. `{"a": true, "b": false, "c": "failed", "d": 1}`: of these only the first is completed
 * @param meant what names and numbers stand for
 * @returns the others, which stay in the run
 */
export function otherwiseIn(value: Json | undefined, meant: Meaning): ReadonlyMap<string, Concept> {
  const told = new Map<string, Concept>();
  if (countedPhases(value, meant.names) !== null) return told;
  for (const { name, said } of unitsIn(value, meant.known)) {
    const concept = conceptIn(said);
    if (concept !== 'complete') told.set(meantPhase(name, meant.names, meant.first), concept);
  }
  return told;
}

function conceptIn(said: Json | undefined): Concept {
  return readStatus(said) ?? (isDoubtful(said) ? 'pending' : 'complete');
}

function reasonIn(value: Json): string | undefined {
  if (!isJsonObject(value)) return undefined;
  const texts = Object.entries(value).flatMap(([name, text]) =>
    typeof text === 'string' && /error|reason|message|blocked_(?:by|on)|^why$/i.test(name) ? [text] : [],
  );
  return texts.find((text) => text.trim() !== '');
}
