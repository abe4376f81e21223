// Finds what parsers keep to themselves: keys that stand more than once in one object of a JSON text, of which the last
// one counts, and the order of keys, where those that are numbers come first.

import { limits } from '../limits.js';
import { type Json, pointerStep } from './json.js';
import { endOfString } from './string-end.js';
import { tryJson } from './try-json.js';

/** A key that a JSON text has more than once in one object. */
export interface RepeatedKey {
  /** JSON pointer. */
  readonly path: string;
  /** Every value, in the order of the text; the last one is what parsers take. */
  readonly values: readonly Json[];
}

/** An object or list that is open while the text is read. */
interface Open {
  readonly path: string;
  /** Where the values of each key begin and end; null for a list. */
  readonly spans: Map<string, [number, number][]> | null;
  key: string;
  index: number;
  start: number;
}

/**
 * Finds repeated keys. Linear in the length of the text; safe for any text.
 * @param text a JSON text
 * @returns each repeated key with all its values; none when the text is not JSON, or too large or deep to be stored
 */
export function findRepeatedKeys(text: string): RepeatedKey[] {
  return isJson(text) ? scan(text, repeatedIn) : [];
}

/**
 * Finds the objects whose keys a parser puts into another order. Linear in the length of the text; safe for any text.
 * @param text a JSON text
 * @returns the keys of each such object, in the order of the text
 */
export function findKeyOrders(text: string): (readonly string[])[] {
  if (!/"\d+"\s*:/.test(text.slice(0, limits.maxBytes))) return [];
  return isJson(text) ? scan(text, ordersIn) : [];
}

function isJson(text: string): boolean {
  return text.length <= limits.maxBytes && tryJson(text) !== undefined;
}

/** What matters outside of strings: their beginning, brackets, commas. */
const signs = /["{}[\],]/g;

function scan<Found>(text: string, look: (object: Open, text: string) => readonly Found[]): Found[] {
  const found: Found[] = [];
  const stack: Open[] = [];
  let isKey = false;
  signs.lastIndex = 0;
  for (let sign = signs.exec(text); sign !== null; sign = signs.exec(text)) {
    const { 0: token, index: at } = sign;
    const top = stack.at(-1);
    if (token === '"') {
      const end = endOfString(text, at);
      signs.lastIndex = end;
      if (top === undefined || !isKey) continue;
      top.key = keyOf(text.slice(at, end));
      top.start = text.indexOf(':', end) + 1;
      isKey = false;
    } else if (token === '{' || token === '[') {
      if (stack.length >= limits.maxDepth) return [];
      const path = top === undefined ? '' : `${top.path}/${pointerStep(top.spans === null ? top.index : top.key)}`;
      stack.push({ path, spans: token === '{' ? new Map() : null, key: '', index: 0, start: at + 1 });
      isKey = token === '{';
    } else if (top !== undefined) {
      close(top, at);
      top.index += 1;
      isKey = token === ',' && top.spans !== null;
      if (token === ',') continue;
      found.push(...look(top, text));
      stack.pop();
    }
  }
  return found;
}

/** Ends the value of the current key. */
function close({ spans, key, start }: Open, end: number): void {
  if (spans === null || start < 0) return;
  const known = spans.get(key);
  if (known === undefined) spans.set(key, [[start, end]]);
  else known.push([start, end]);
}

function repeatedIn({ spans, path }: Open, text: string): RepeatedKey[] {
  return [...(spans ?? [])]
    .filter(([, places]) => places.length > 1)
    .map(([key, places]) => ({
      path: `${path}/${pointerStep(key)}`,
      values: places.map(([start, end]): Json => JSON.parse(text.slice(start, end))),
    }));
}

function ordersIn({ spans }: Open): (readonly string[])[] {
  const keys = [...(spans?.keys() ?? [])].filter((key) => key !== '__proto__');
  const parsed = Object.keys(Object.fromEntries(keys.map((key) => [key, true])));
  return keys.some((key, index) => key !== parsed[index]) ? [keys] : [];
}

/** `"a"` and `"\\u0061"` are the same key. */
function keyOf(token: string): string {
  const key: unknown = token.includes('\\') ? JSON.parse(token) : token.slice(1, -1);
  return typeof key === 'string' ? key : '';
}
