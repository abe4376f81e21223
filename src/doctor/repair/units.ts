// What a file says about its units of work, in lists, maps and words, and what follows from all of it together. Pure.

import { type Json, type JsonObject, isObject, pointer } from '../../base/json.js';
import { type State, stateMembers, stateOfWord, stateOrder } from './tables.js';
import { isNothing, nameOf, normal, ownState, readState, readTime, splitNames, unquote } from './values.js';
import { type Place, type Work, shown } from './work.js';

/** What one place says about a unit. */
export interface Said extends Place {
  readonly name: string;
  /** Null when the unit is only mentioned. */
  readonly state: State | null;
}

/** True for what can list units: not a time, a flag or a number. */
export function isUnits(value: Json): boolean {
  return typeof value === 'object' || (typeof value === 'string' && readTime(value) === null);
}

/**
 * Reads what a list, map or text says about units.
 * @param own the state of everything in a list such as `completed_workstreams`; null for a list of all units
 */
export function unitsIn(work: Work, { path, value: given }: Place, own: State | null): Said[] {
  const value = unquote(given);
  if (isNothing(value) || typeof value === 'boolean' || value === 0) return [];
  if (typeof value !== 'object' || value === null) return namesIn(work, { path, value }, own);
  if (Array.isArray(value)) return value.flatMap((item, n) => itemIn(work, { path: `${path}/${n}`, value: item }, own));
  return Object.entries(value).flatMap(([name, member]) => {
    const at = { path: `${path}${pointer(name)}`, value: member };
    const group =
      own === null && (Array.isArray(member) || typeof member === 'string') ? stateOfWord.get(normal(name)) : undefined;
    if (group !== undefined) return unitsIn(work, at, group);
    if (isObject(member) && ownState(member) === undefined && isGroup(member)) return unitsIn(work, at, own);
    return [{ ...at, name, state: memberState(work, at, own) }];
  });
}

function isGroup(value: JsonObject): boolean {
  const members = Object.values(value);
  return members.length > 0 && members.every((member) => isObject(member) && ownState(member) !== undefined);
}

/** A number or a sentence does not say which units are meant. */
function namesIn(work: Work, place: Place, own: State | null): Said[] {
  let names = typeof place.value === 'string' ? splitNames(place.value) : [];
  if (names.length === 0 || names.some((name) => /\s\S+\s|^all\b|^\d+\D/i.test(name))) {
    const message = `${shown(place.value)} does not name them. Which ones are meant? Write names with commas, or "none".`;
    names = splitNames(work.ask(place, message, ['none'], true) ?? '');
  }
  const { path, value } = place;
  return names.map((name) => ({ path, value, name, state: own }));
}

function itemIn(work: Work, place: Place, own: State | null): Said[] {
  const { value } = place;
  if (Array.isArray(value)) return unitsIn(work, place, own);
  const name = nameOf(value);
  if (name === null || name === '') return [];
  return [{ ...place, name, state: isObject(value) ? objectState(work, place, value, own) : own }];
}

/** In a map of units: a flag, a time, a word, or an object with one of them. */
function memberState(work: Work, place: Place, own: State | null): State | null {
  const { value } = place;
  if (value === null) return own ?? 'pending';
  if (value === true) return own ?? 'done';
  if (value === false) return own === 'done' || own === null ? 'open' : null;
  if (isObject(value)) return objectState(work, place, value, own);
  if (typeof value === 'object' || readTime(value) !== null) return own;
  return readState(value) ?? (own === null && typeof value === 'string' ? null : askState(work, place));
}

function objectState(work: Work, place: Place, value: JsonObject, own: State | null): State | null {
  const said = ownState(value);
  return said === undefined ? own : (said ?? askState(work, stateMember(place)));
}

/** The member that says the state, for a question about it. */
export function stateMember({ path, value }: Place): Place {
  const members = isObject(value) ? value : {};
  const name = stateMembers.find((one) => (members[one] ?? null) !== null) ?? 'status';
  return { path: `${path}/${name}`, value: members[name] ?? null };
}

export function askState(work: Work, place: Place, answers = ['pending', 'in_progress', 'failed', 'complete']): State {
  const said = place.value === null ? 'Nothing says how this stands' : `${shown(place.value)} is not a status`;
  return readState(work.ask(place, `${said}. Which one is meant?`, answers)) ?? 'open';
}

/**
 * Brings together what a file says about each unit. Done in one place and not in another is asked.
 * @param isOver the file says that everything is complete: then a unit that is only mentioned is asked about, too
 */
export function resolveUnits(work: Work, said: readonly Said[], isOver = false): ReadonlyMap<string, State> {
  const names = [...new Set(said.map(({ name }) => name))];
  return new Map(
    names.map((name) => [
      name,
      resolve(
        work,
        name,
        said.filter((one) => one.name === name),
        isOver,
      ),
    ]),
  );
}

function resolve(work: Work, name: string, all: readonly Said[], isOver: boolean): State {
  const answered = all.find(({ path }) => [...work.asked].some((asked) => `${asked}/`.startsWith(`${path}/`)));
  if (answered !== undefined) return answered.state ?? 'open'; // an answer counts more than other places
  const states = stateOrder.filter((state) => all.some((one) => one.state === state));
  const doubted = all.find(({ state }) => state !== null && state !== 'done');
  if (states[0] === 'done' && doubted !== undefined) {
    const message = `${name} is complete in one place and not in another. Which one is right?`;
    return readState(work.ask(doubted, message, ['pending', 'in_progress', 'complete'])) ?? 'open';
  }
  const isUnread = all.some(({ value }) => typeof value === 'string' && value.trim() !== name);
  if (states.length > 0 || !(isOver || isUnread)) return states[0] ?? 'pending';
  return askState(work, { path: all[0]?.path ?? '', value: null }, ['pending', 'complete']);
}

/** Names of units in some states. */
export function namesOf(units: ReadonlyMap<string, State>, ...states: readonly State[]): string[] {
  return [...units].filter(([, state]) => states.includes(state)).map(([name]) => name);
}

/** Names of all units that are neither done nor running, nor left out on purpose. */
export function openNames(units: ReadonlyMap<string, State>): string[] {
  return namesOf(units, 'pending', 'open', 'failed', 'paused', 'blocked');
}
