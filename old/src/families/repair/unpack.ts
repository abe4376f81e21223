// Gets at the document: bounds its depth, takes out members that reach a prototype, opens wrappers.

import type { Steps } from '../../rules/fields.js';
import { isJsonObject, type Json, type JsonObject, pointer } from '../../rules/json/json.js';
import { limits } from '../../rules/limits.js';
import { copyMutable, type MutableJson } from '../../rules/json/mutable.js';
import { Draft } from './draft.js';
import { type Aliases, snakeCase } from './fields.js';
import { isWrapper, mostWrappers, objectsIn, opened } from './inside.js';
import { readJsonText } from './read/json-text.js';

/**
 * Tells whether a value is nested deeper than documents may be. Safe for any depth.
 * @param value the value
 * @returns true when it is
 */
export function isTooDeep(value: unknown): boolean {
  const open: (readonly [unknown, number])[] = [[value, 0]];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [part, depth] = next;
    if (typeof part !== 'object' || part === null) continue;
    if (depth >= limits.maxDepth) return true;
    for (const member of Object.values(part)) {
      if (typeof member === 'object' && member !== null) open.push([member, depth + 1]);
    }
  }
  return false;
}

/**
 * Makes a draft of a document.
 * @param document any JSON that is not too deep
 * @param aliases the fields of its family, by which the document is known inside a wrapper
 * @returns the draft; null when there is no object that could be a checkpoint
 */
export function unpack(document: Json, aliases: Aliases): Draft | null {
  const taken: (readonly [Steps, MutableJson])[] = [];
  const copy = withoutPrototypes(copyMutable(document), [], taken);
  const text = readJsonText(copy);
  const whole = text === null ? copy : withoutPrototypes(copyMutable(text), [], taken);
  const only = Array.isArray(whole) && whole.length === 1 ? whole[0] : undefined;
  const root = only ?? whole;
  if (!isJsonObject(root)) return null;
  const draft = new Draft(root, only === undefined ? '' : '/0');
  if (only !== undefined) {
    draft.items.push({ kind: 'shape', path: '/0', to: '', why: 'a file holds one checkpoint, not a list' });
  }
  if (text !== null) draft.keepBeside('', copy, 'the file was JSON, written as a text', 'shape');
  for (const [steps, value] of taken) {
    const why = 'a member named __proto__ could reach an object’s prototype';
    draft.keepBeside(pointer(...steps), value, why, 'moved');
  }
  openWrappers(draft, aliases);
  return draft;
}

/** Deepest first, so that what is taken out holds none of them either. */
function withoutPrototypes(value: MutableJson, steps: Steps, taken: (readonly [Steps, MutableJson])[]): MutableJson {
  if (Array.isArray(value))
    for (const [index, item] of value.entries()) withoutPrototypes(item, [...steps, index], taken);
  else if (isJsonObject(value)) {
    for (const [name, member] of Object.entries(value)) {
      withoutPrototypes(member, [...steps, name], taken);
      if (name !== '__proto__') continue;
      taken.push([[...steps, name], member]);
      Reflect.deleteProperty(value, name);
    }
  }
  return value;
}

/** One wrapper after the other, as long as one of them holds more of the checkpoint than what stands around it. */
function openWrappers(draft: Draft, aliases: Aliases): void {
  const known = new Set([...Object.keys(aliases), ...Object.values(aliases).flat()]);
  const own = (value: JsonObject): number => Object.keys(value).filter((name) => known.has(snakeCase(name))).length;
  const score = (value: Json | undefined): number =>
    value === undefined ? 0 : Math.max(0, ...objectsIn(value, 'wrapped').map((object) => own(object)));
  for (let opening = 0; opening < mostWrappers; opening += 1) {
    const around = own(draft.root);
    const names = Object.keys(draft.root);
    const inside =
      names
        .filter((name) => isWrapper(name, known.has(snakeCase(name)) ? [] : names))
        .find((name) => score(draft.get(name)) > Math.max(1, around - 1)) ??
      // Under a name of its own, where nothing else is a checkpoint's.
      names.find((name) => around <= 1 && isJsonObject(draft.get(name)) && score(draft.get(name)) >= 3);
    if (inside === undefined || !openWrapper(draft, inside, around <= 1)) return;
  }
}

/** Where an envelope says nothing of a checkpoint, what stands inside counts, and what it says under the same name is kept. */
function openWrapper(draft: Draft, inside: string, isEnvelope: boolean): boolean {
  const found = draft.get(inside);
  const held = found === undefined ? null : opened(found);
  if (held === null || !isJsonObject(held)) return false;
  const isText = typeof found === 'string';
  if (held !== found) draft.set([inside], held, 'shape', isText ? 'it is JSON, written as a text' : 'a list of one');
  const wrapped = draft.get(inside);
  if (!isJsonObject(wrapped)) return false;
  for (const name of Object.keys(wrapped)) {
    if (name === inside) continue;
    if (isEnvelope) draft.setAside([name], `the checkpoint inside ${inside} says it for itself`, 'conflict');
    draft.move([inside, name], [name], 'moved', `the checkpoint stood inside ${inside}`);
  }
  if (Object.keys(wrapped).length === 0) Reflect.deleteProperty(draft.root, inside);
  return true;
}
