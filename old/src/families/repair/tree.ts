// Reads and changes a JSON tree at a place. Members are defined, never assigned: no name reaches a prototype.

import type { Steps } from '../../rules/fields.js';
import { isJsonObject } from '../../rules/json/json.js';
import type { MutableJson, MutableJsonObject } from '../../rules/json/mutable.js';

/**
 * Reads a value.
 * @param root the tree
 * @param steps where
 * @returns the value; undefined when nothing is there
 */
export function valueAt(root: MutableJsonObject, steps: Steps): MutableJson | undefined {
  let value: MutableJson | undefined = root;
  for (const step of steps) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined;
    value = Array.isArray(value) ? value[Number(step)] : value[step];
  }
  return value;
}

/**
 * Writes a value; nothing happens when no object or list is there to hold it.
 * @param root the tree
 * @param steps where
 * @param value the value
 */
export function writeAt(root: MutableJsonObject, steps: Steps, value: MutableJson): void {
  const last = steps.at(-1);
  const holder = valueAt(root, steps.slice(0, -1));
  if (last !== undefined && typeof holder === 'object' && holder !== null) define(holder, last, value);
}

/**
 * Takes a value out; what stands behind it in a list moves up.
 * @param root the tree
 * @param steps where
 */
export function deleteAt(root: MutableJsonObject, steps: Steps): void {
  const last = steps.at(-1);
  const holder = valueAt(root, steps.slice(0, -1));
  if (Array.isArray(holder)) holder.splice(Number(last), 1);
  else if (isJsonObject(holder)) Reflect.deleteProperty(holder, String(last));
}

/**
 * Renames a member, which keeps its place among the others.
 * @param holder the object
 * @param from its name
 * @param to its new name
 */
export function renameMember(holder: MutableJsonObject, from: string, to: string): void {
  const members = Object.entries(holder);
  for (const [name] of members) Reflect.deleteProperty(holder, name);
  for (const [name, value] of members) define(holder, name === from ? to : name, value);
}

function define(holder: object, name: string | number, value: MutableJson): void {
  Object.defineProperty(holder, name, { value, writable: true, enumerable: true, configurable: true });
}
