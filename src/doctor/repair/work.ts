// One repair: what is asked and answered, and where members are found under other names. Pure.

import { type Json, type JsonObject, isObject, kindOf, pointer } from '../../base/json.js';
import type { Key } from '../../base/names.js';
import { shorten } from '../../base/text.js';
import type { CheckOptions } from '../../formats/format.js';
import { type Aliases, type State, noneWords, stateOfWord, type statusNames } from './tables.js';
import { isNothing, nameOf, normal, ownState, readState, readTime, unquote } from './values.js';

/** Something that a file does not plainly say. */
export interface Question {
  /** JSON pointer in the file, or where the answer belongs. */
  readonly path: string;
  /** What stands there; null when nothing does. */
  readonly found: Json;
  readonly message: string;
  /** What can be answered, the one that counts less as done first; empty when any text can. */
  readonly answers: readonly string[];
}

/** What a repair needs to know besides the document. */
export interface Given {
  readonly key: Key;
  /** When the file was last changed. */
  readonly modifiedAt: string;
  /** Answers by JSON pointer. */
  readonly answers: ReadonlyMap<string, string>;
  readonly checks: CheckOptions;
}

export class Work {
  readonly questions: Question[] = [];
  /** Pointers that were asked for, answered or not. */
  readonly asked = new Set<string>();
  readonly given: Given;

  constructor(given: Given) {
    this.given = given;
  }

  /** The answer to a question; null, and the question is noted, while there is none that fits. */
  ask(question: Question, isFree = false): string | null {
    const { path, answers } = question;
    const answer = this.given.answers.get(path);
    const isGood = answer !== undefined && (isFree || answers.includes(answer));
    if (!isGood && !this.asked.has(path)) this.questions.push(question);
    this.asked.add(path);
    return isGood ? answer : null;
  }

  /** One of some words. */
  choose(place: Place, message: string, answers: readonly string[]): string | null {
    return this.ask({ path: place.path, found: place.value, message, answers });
  }

  /** The status that a value says in the words of a family; null while it is not clear. */
  status(place: Place, what: keyof typeof statusNames, names: Readonly<Partial<Record<State, string>>>): string | null {
    const state = readState(place.value);
    const known = state === null ? undefined : names[state];
    if (known !== undefined) return known;
    const order: readonly State[] = ['pending', 'paused', 'running', 'failed', 'skipped', 'abandoned', 'done'];
    const answers = [...new Set(order.flatMap((one) => names[one] ?? []))];
    return this.choose(place, `${shown(place.value)} is not a status of a ${what}. What is it?`, answers);
  }
}

export function shown(value: Json): string {
  return typeof value === 'object' && value !== null ? kindOf(value) : shorten(JSON.stringify(value), 60);
}

/** A value and where it stands in the file. */
export interface Place {
  readonly path: string;
  readonly value: Json;
}

/** The members of an object, by their names or their aliases. What nobody takes is kept as it is. */
export class Source {
  readonly #raw: Record<string, Json>;
  readonly #aliases: Aliases;
  readonly #at: string;

  constructor(raw: JsonObject, aliases: Aliases, at = '') {
    this.#raw = { ...raw };
    this.#aliases = aliases;
    this.#at = at;
  }

  /** What was not taken. */
  get rest(): JsonObject {
    return this.#raw;
  }

  has(name: string): boolean {
    return this.look(name).length > 0;
  }

  /** Every place of a member, the member's own name first; under other names only values that fit. Leaves them there. */
  look(name: string, fits: (value: Json) => boolean = () => true): readonly (Place & { readonly steps: string[] })[] {
    return [name, ...(this.#aliases[name]?.split(' ') ?? [])].flatMap((alias) => {
      const [outer = '', inner] = alias.split('.');
      return Object.keys(this.#raw).flatMap((member) => {
        if (normal(member) !== outer) return [];
        const steps = inner === undefined ? [member] : [member, inner];
        const box = this.#raw[member] ?? null;
        const value = inner === undefined ? box : isObject(box) ? (box[inner] ?? null) : null;
        const isKnown = value !== null && (member === name || fits(value));
        return isKnown ? [{ path: `${this.#at}${pointer(...steps)}`, value, steps }] : [];
      });
    });
  }

  /** Takes every place of a member. */
  all(name: string, fits?: (value: Json) => boolean): readonly Place[] {
    const places = this.look(name, fits);
    for (const { steps } of places) this.#remove(steps);
    if (this.#raw[name] === null) this.#remove([name]);
    return places;
  }

  /** Takes the first place of a member; the other names stay. */
  one(name: string, fits?: (value: Json) => boolean): Place | null {
    const [first] = this.look(name, fits);
    if (first !== undefined) this.#remove(first.steps);
    if (this.#raw[name] === null) this.#remove([name]);
    return first ?? null;
  }

  /** Takes the first place of a member whose value can be read. */
  read<T>(name: string, read: (value: Json) => T | null): T | null {
    const place = this.one(name, (value) => read(value) !== null);
    return place === null ? null : read(place.value);
  }

  #remove([outer = '', inner]: readonly string[]): void {
    const box = this.#raw[outer];
    if (inner === undefined) Reflect.deleteProperty(this.#raw, outer);
    else if (isObject(box)) {
      const { [inner]: _taken, ...rest } = box;
      this.#raw[outer] = rest;
    }
  }
}

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
export function unitsIn(work: Work, place: Place, own: State | null): Said[] {
  const value = unquote(place.value);
  if (isNothing(value) || typeof value === 'boolean') return [];
  if (typeof value !== 'object' || value === null) return namesIn(work, { path: place.path, value }, own);
  if (Array.isArray(value)) {
    return value.flatMap((item, n) => itemIn(work, { path: `${place.path}/${n}`, value: item }, own));
  }
  return Object.entries(value).flatMap(([name, member]) => {
    const at = { path: `${place.path}${pointer(name)}`, value: member };
    const group = stateOfWord.get(normal(name));
    const isGroup = group !== undefined && (Array.isArray(member) || typeof member === 'string') && own === null;
    if (isGroup) return unitsIn(work, at, group);
    if (isObject(member) && ownState(member) === undefined && isGroupOfUnits(member)) return unitsIn(work, at, own);
    return [{ ...at, name, state: memberState(work, at, own) }];
  });
}

function isGroupOfUnits(value: JsonObject): boolean {
  const members = Object.values(value);
  return members.length > 0 && members.every((member) => isObject(member) && ownState(member) !== undefined);
}

/** Names with commas between them; a number or a sentence does not say which units are meant. */
function namesIn(work: Work, { path, value }: Place, own: State | null): Said[] {
  const isSentence = (name: string): boolean => name.split(/\s+/).length > 2 || /^all\b/i.test(name);
  let names = typeof value === 'string' ? splitNames(value) : [];
  if (typeof value !== 'string' || names.some(isSentence)) {
    const message = `${shown(value)} does not name them. Which ones are meant? Write names with commas, or "none".`;
    names = splitNames(work.ask({ path, found: value, message, answers: ['none'] }, true) ?? '');
  }
  return names.map((name) => ({ path, value, name, state: own }));
}

export function splitNames(text: string): string[] {
  const names = text.split(/[\n,;]/).map((name) => name.trim());
  return names.filter((name) => !noneWords.has(name.toLowerCase()));
}

function itemIn(work: Work, place: Place, own: State | null): Said[] {
  const { value } = place;
  if (Array.isArray(value)) return unitsIn(work, place, own);
  const name = nameOf(value);
  if (name === null || name === '') return [];
  const said = isObject(value) ? ownState(value) : undefined;
  return [{ ...place, name, state: said === undefined ? own : (said ?? askState(work, stateMember(place))) }];
}

/** In a map of units: a flag, a time, a word, or an object with one of them. */
function memberState(work: Work, place: Place, own: State | null): State | null {
  const { value } = place;
  if (value === null) return own ?? 'pending';
  if (value === true) return own ?? 'done';
  if (value === false) return own === 'done' || own === null ? 'open' : null;
  if (readTime(value) !== null) return own;
  if (isObject(value)) {
    const said = ownState(value);
    return said === undefined ? own : (said ?? askState(work, stateMember(place)));
  }
  if (typeof value === 'object') return own;
  return readState(value) ?? (own === null && typeof value === 'string' ? null : askState(work, place));
}

/** The member that says the state, for a question about it. */
export function stateMember(place: Place): Place {
  const value = isObject(place.value) ? place.value : {};
  const name = ['status', 'state', 'result'].find((one) => (value[one] ?? null) !== null) ?? 'status';
  return { path: `${place.path}/${name}`, value: value[name] ?? null };
}

export function askState(work: Work, place: Place, answers = ['pending', 'in_progress', 'failed', 'complete']): State {
  const said = place.value === null ? 'it does not say how this stands' : `${shown(place.value)} is not a status`;
  return readState(work.choose(place, `${said}. Which one is it?`, answers)) ?? 'open';
}

/** How far along a state is; the state that is farther along wins while nothing is done. */
const order: readonly State[] = [
  'done',
  'failed',
  'running',
  'blocked',
  'paused',
  'pending',
  'open',
  'skipped',
  'abandoned',
];

/**
 * Brings together what a file says about each unit. Done in one place and not in another is asked.
 * @param isOver the file says that everything is complete: then a unit that is only mentioned is asked about, too
 */
export function resolveUnits(work: Work, said: readonly Said[], isOver: boolean): ReadonlyMap<string, State> {
  const units = new Map<string, State>();
  for (const name of new Set(said.map((one) => one.name))) {
    const all = said.filter((one) => one.name === name);
    const answered = all.find(({ path }) => [...work.asked].some((asked) => `${asked}/`.startsWith(`${path}/`)));
    if (answered !== undefined) {
      units.set(name, answered.state ?? 'open'); // the answer counts more than other places
      continue;
    }
    const states = [...new Set(all.flatMap(({ state }) => state ?? []))].sort(
      (a, b) => order.indexOf(a) - order.indexOf(b),
    );
    const [first = 'pending'] = states;
    const doubted = all.find(({ state }) => state !== null && state !== 'done');
    if (first === 'done' && doubted !== undefined) {
      const message = `${name} is complete in one place and not in another. Which one is right?`;
      units.set(name, readState(work.choose(doubted, message, ['pending', 'in_progress', 'complete'])) ?? 'open');
    } else if (
      states.length === 0 &&
      (isOver || all.some(({ value }) => typeof value === 'string' && value.trim() !== name))
    ) {
      units.set(name, askState(work, { path: all[0]?.path ?? '', value: null }, ['pending', 'complete']));
    } else units.set(name, first);
  }
  return units;
}

/** Names of units in some states. */
export function namesOf(units: ReadonlyMap<string, State>, ...states: readonly State[]): string[] {
  return [...units].filter(([, state]) => states.includes(state)).map(([name]) => name);
}

/** Members that have a value. */
export function present(members: Readonly<Record<string, Json | null | undefined>>): JsonObject {
  return Object.fromEntries(Object.entries(members).filter((one): one is [string, Json] => one[1] != null));
}
