// Finds the objects of a file that may be its checkpoint: the file itself, or what lists, wrappers and texts hold.

import { isJsonObject, type Json, type JsonObject } from '../../rules/json/json.js';
import { snakeCase, wrapperNames } from './fields.js';
import { readJsonText } from './read/json-text.js';

/** Around a document at most this many lists, wrappers and texts are opened. */
export const mostWrappers = 4;
/** Nobody keeps more in one file by mistake; a longer list is something else's. */
const mostItems = 100;

/**
 * Opens a text that is JSON, and a list of one.
 * @param value any value
 * @returns what it holds; the value itself when it is neither
 */
export function opened(value: Json): Json {
  const inside: Json = readJsonText(value) ?? value;
  return Array.isArray(inside) && inside.length === 1 ? (inside[0] ?? null) : inside;
}

/**
 * Lists the objects that may be the checkpoint of a file, the outermost first.
 * @param value the content of the file
 * @param where whether any member of the outermost object is looked into, or only those that wrappers are called
 * @returns the objects
 */
export function objectsIn(value: Json, where: 'anywhere' | 'wrapped' = 'anywhere'): readonly JsonObject[] {
  const found: JsonObject[] = [];
  const open: (readonly [value: Json, depth: number])[] = [[value, 0]];
  for (let next = open.shift(); next !== undefined; next = open.shift()) {
    const [part, depth] = [opened(next[0]), next[1]];
    if (depth > mostWrappers) continue;
    if (isJsonObject(part)) {
      found.push(part);
      const names = Object.keys(part);
      const isAny = depth === 0 && where === 'anywhere';
      const isOpen = (name: string): boolean => isWrapper(name, names) || (isAny && isJsonObject(part[name]));
      open.push(...names.filter(isOpen).map((name) => [part[name] ?? null, depth + 1] as const));
    } else if (Array.isArray(part) && part.length <= mostItems) {
      open.push(...part.map((item: Json) => [item, depth + 1] as const));
    }
  }
  return found;
}

/**
 * Tells whether a member may hold the document: what is alone in an object is what the object is about.
 * @param name the member
 * @param all the names of all members
 * @returns true for `checkpoint`, `data`, …
 */
export function isWrapper(name: string, all: readonly string[]): boolean {
  return all.length === 1 || wrapperNames.includes(snakeCase(name));
}
