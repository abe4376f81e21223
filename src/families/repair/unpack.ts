// Gets at the document: bounds its depth, takes out members that reach a prototype, opens wrappers.

import type { Steps } from '../../rules/fields.js';
import { isJsonObject, type Json, pointer } from '../../rules/json/json.js';
import { limits } from '../../rules/limits.js';
import { copyMutable, type MutableJson } from '../../rules/json/mutable.js';
import { Draft } from './draft.js';
import { type Aliases, snakeCase, wrapperNames } from './fields.js';

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
  const only = Array.isArray(copy) && copy.length === 1 ? copy[0] : undefined;
  const root = only ?? copy;
  if (!isJsonObject(root)) return null;
  const draft = new Draft(root, only === undefined ? '' : '/0');
  if (only !== undefined) {
    draft.items.push({ kind: 'shape', path: '/0', to: '', why: 'a file holds one checkpoint, not a list' });
  }
  for (const [steps, value] of taken) {
    const why = 'a member named __proto__ could reach an object’s prototype';
    draft.keepBeside(pointer(...steps), value, why, 'moved');
  }
  openWrapper(draft, aliases);
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

function openWrapper(draft: Draft, aliases: Aliases): void {
  const known = new Set([...Object.keys(aliases), ...Object.values(aliases).flat()]);
  const score = (value: Json | undefined): number =>
    isJsonObject(value) ? Object.keys(value).filter((name) => known.has(snakeCase(name))).length : 0;
  const names = Object.keys(draft.root);
  // What is alone in the document is what the document is about, whatever it is called.
  const inside = names
    .filter((name) => wrapperNames.includes(snakeCase(name)) || (names.length === 1 && !known.has(snakeCase(name))))
    .find((name) => score(draft.get(name)) > Math.max(1, score(draft.root) - 1));
  const wrapped = inside === undefined ? undefined : draft.get(inside);
  if (inside === undefined || !isJsonObject(wrapped)) return;
  for (const name of Object.keys(wrapped)) {
    draft.move([inside, name], [name], 'moved', `the checkpoint stood inside ${inside}`);
  }
  if (Object.keys(wrapped).length === 0) Reflect.deleteProperty(draft.root, inside);
}
