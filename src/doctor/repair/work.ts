// The engine: finds members under other names, puts values into the form that a format's schema wants, and asks. Pure.

import { type Json, type JsonObject, isObject, kindOf, pointer } from '../../base/json.js';
import type { Key } from '../../base/names.js';
import { shorten } from '../../base/text.js';
import type { CheckOptions } from '../../formats/format.js';
import { type Node, time, unwrap } from '../../formats/schema.js';
import { aliases, flagWords, namesOfState, verdicts } from './tables.js';
import { isNothing, nameOf, normal, readCount, readState, readText, readTexts, readTime, unquote } from './values.js';

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

/** A value and where it stands in the file. */
export interface Place {
  readonly path: string;
  readonly value: Json;
}

export class Work {
  readonly questions: Question[] = [];
  /** Pointers that were asked for, answered or not. */
  readonly asked = new Set<string>();
  readonly given: Given;

  constructor(given: Given) {
    this.given = given;
  }

  /**
   * The answer to a question; null, and the question is noted, while there is none that fits.
   * @param isFree other answers than those that are listed fit, too
   */
  ask({ path, value }: Place, message: string, answers: readonly string[], isFree = false): string | null {
    const answer = this.given.answers.get(path);
    const isGood = answer !== undefined && (isFree || answers.includes(answer));
    if (!isGood && !this.asked.has(path)) this.questions.push({ path, found: value, message, answers });
    this.asked.add(path);
    return isGood ? answer : null;
  }
}

export function shown(value: Json): string {
  return typeof value === 'object' && value !== null ? kindOf(value) : shorten(JSON.stringify(value), 60);
}

/** The members of an object, by their names or their aliases. What nobody takes is kept as it is. */
export class Source {
  /** What was not taken. */
  readonly rest: Record<string, Json>;
  readonly #kind: string;
  readonly #at: string;

  constructor(raw: JsonObject, kind: string, at = '') {
    this.rest = { ...raw };
    this.#kind = kind;
    this.#at = at;
  }

  /** Every place of a member, its own name first; under other names only values that fit. Leaves them there. */
  look(name: string, fits: (value: Json) => boolean = () => true): readonly (Place & { readonly steps: string[] })[] {
    const names = [name, ...(aliases[this.#kind]?.[name]?.split(' ') ?? [])];
    return names.flatMap((alias) => {
      const [outer = '', inner] = alias.split('.');
      return Object.entries(this.rest).flatMap(([member, box]) => {
        if (normal(member) !== outer) return [];
        const steps = inner === undefined ? [member] : [member, inner];
        const value = inner === undefined ? box : isObject(box) ? (box[inner] ?? null) : null;
        const isKnown = value !== null && (member === name || fits(value));
        return isKnown ? [{ path: `${this.#at}${pointer(...steps)}`, value, steps }] : [];
      });
    });
  }

  /** Takes every place of a member. */
  all(name: string, fits?: (value: Json) => boolean): readonly Place[] {
    return this.#take(name, this.look(name, fits));
  }

  /** Takes the first place of a member; the other names stay. */
  one(name: string, fits?: (value: Json) => boolean): Place | null {
    return this.#take(name, this.look(name, fits).slice(0, 1))[0] ?? null;
  }

  #take(name: string, places: ReturnType<Source['look']>): readonly Place[] {
    if (this.rest[name] === null) Reflect.deleteProperty(this.rest, name);
    for (const [outer = '', inner] of places.map(({ steps }) => steps)) {
      const { [inner ?? '']: _taken, ...left } = Object(this.rest[outer]);
      if (inner === undefined) Reflect.deleteProperty(this.rest, outer);
      else this.rest[outer] = left;
    }
    return places;
  }
}

/**
 * Puts the members of an object into the form of a schema. What cannot be read stays as it is: the check names it.
 * @param kind selects the table of aliases
 * @param skip members that the caller reads itself
 */
export function fitMembers(
  work: Work,
  node: Node,
  source: Source,
  kind: string,
  skip: readonly string[] = [],
): Record<string, Json> {
  const members: Record<string, Json> = {};
  const isPlain = (entry: Node, value: Json, name: string): boolean =>
    unwrap(entry)?.type === 'picklist'
      ? typeof value !== 'object'
      : fit(new Work(work.given), entry, { path: '', value }, `${kind}/${name}`) !== undefined;
  for (const [name, entry] of Object.entries(node.entries ?? {}).filter(([one]) => !skip.includes(one))) {
    const isOptional = entry.type === 'nullish' || entry.type === 'optional';
    const place = source.one(name, (value) => isPlain(entry, value, name));
    const type = unwrap(entry)?.type ?? '';
    if (place === null && !isOptional && type === 'array') members[name] = [];
    if (place === null || (isOptional && isNothing(place.value) && type !== 'boolean' && place.value !== false))
      continue;
    if (isOptional && place.value === false && type !== 'loose_object') continue;
    if (entry.type === 'nullable' && isNothing(place.value)) members[name] = null;
    else members[name] = fit(work, entry, place, `${kind}/${name}`) ?? place.value;
  }
  return { ...members, ...source.rest };
}

/** A value in the form that a schema wants; undefined when that is not plain. */
export function fit(work: Work, node: Node, place: Place, kind: string): Json | undefined {
  const inner = unwrap(node);
  if (inner === time) return readTime(place.value) ?? undefined;
  switch (inner?.type) {
    case 'string':
      return readText(place.value) ?? undefined;
    case 'number':
      return readCount(place.value)?.count;
    case 'boolean':
      return flagWords[
        readText(typeof place.value === 'boolean' ? String(place.value) : place.value)
          ?.trim()
          .toLowerCase() ?? ''
      ];
    case 'literal':
      return inner.literal;
    case 'picklist':
      return pick(work, inner.options?.map(String) ?? [], place);
    case 'array':
      return fitList(work, inner.item, place, kind);
    case 'record':
      return fitMap(work, inner.value, place, kind);
    case 'loose_object':
      return fitObject(work, inner, place, kind);
    default:
      return place.value;
  }
}

/** One of some words; asked when the file has another one. */
function pick(work: Work, options: readonly string[], place: Place): string | undefined {
  const { value } = place;
  const word = typeof value === 'string' ? normal(value) : '';
  const state = readState(value);
  const known = [word, verdicts[word] ?? '', ...(state === null ? [] : namesOfState(state))];
  const found = known.find((one) => options.includes(one));
  if (found !== undefined) return found;
  const ends = options.filter((option) => /^(?:complete|ship)/.test(option));
  const answers = [...options.filter((option) => !ends.includes(option)), ...ends];
  return work.ask(place, `${shown(value)} is none of the known words. Which one is meant?`, answers) ?? answers[0];
}

function fitList(work: Work, item: Node | undefined, { path, value }: Place, kind: string): Json | undefined {
  if (item === undefined || unwrap(item)?.type === 'string') return readTexts(value) ?? undefined;
  const [first, second] = Object.keys(unwrap(item)?.entries ?? {});
  const rows =
    isObject(value) && second !== undefined
      ? Object.entries(value).map(([a, b]) => ({ [first ?? '']: a, [second]: b }))
      : [value].flat();
  return rows.map((row: Json, n) => fit(work, item, { path: `${path}/${n}`, value: row }, kind) ?? row);
}

/** A map, also from a list of objects with names. */
function fitMap(work: Work, node: Node | undefined, { path, value }: Place, kind: string): Json | undefined {
  const rows: [string | null, Json][] = Array.isArray(value)
    ? value.map((item: Json) => [nameOf(item), item])
    : isObject(value)
      ? Object.entries(value)
      : [[null, null]];
  if (rows.some(([name]) => name === null) || new Set(rows.map(([name]) => name)).size < rows.length) return undefined;
  const fitted = rows.map(([name, row]): [string, Json] => {
    const at = { path: `${path}${pointer(name ?? '')}`, value: row };
    return [name ?? '', node === undefined ? row : (fit(work, node, at, kind) ?? row)];
  });
  return Object.fromEntries(fitted);
}

/** An object, also from a bare value that is one of its members, and from a list: its last item counts. */
function fitObject(work: Work, node: Node, { path, value: given }: Place, kind: string): Json | undefined {
  const last = unquote(given);
  const value = Array.isArray(last) ? (last.at(-1) ?? null) : last;
  const bare = aliases[kind]?.[''];
  if (!isObject(value) && bare === undefined) return undefined;
  return fitMembers(work, node, new Source(isObject(value) ? value : { [bare ?? '']: value }, kind, path), kind);
}

/** Members that have a value. */
export function present(members: Readonly<Record<string, Json | null | undefined>>): JsonObject {
  return Object.fromEntries(Object.entries(members).filter((one): one is [string, Json] => one[1] != null));
}
