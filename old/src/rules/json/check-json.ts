// Checks that a value can be stored as JSON at all: plain values, bounded depth, no member that reaches a prototype.

import type { Problem } from '../errors.js';
import { isJsonObject, pointer } from './json.js';
import { limits } from '../limits.js';
import type { Fields, Steps } from '../fields.js';

/**
 * Finds what JSON cannot carry, or pawl does not. Safe for any value, cyclic ones included.
 * @param value the value
 * @param steps where it stands in its document
 * @returns every problem; when there is one, other checks should not walk into the value
 */
export function checkJson(value: unknown, steps: Steps = []): Problem[] {
  const problems: Problem[] = [];
  // A whole document is checked once and replaced by the next: only its parts are worth remembering.
  const isSound =
    isJsonObject(value) && steps.length < limits.maxDepth
      ? heightOfMembers(value, steps.length + 1) >= 0
      : soundHeight(value, steps.length) >= 0;
  if (!isSound) collect(value, steps, problems);
  return problems;
}

/** How deep frozen trees are that are known to be sound: the cost of a check follows what is new. */
const soundHeights = new WeakMap<object, number>();

const halved = 'is not well-formed: half of a surrogate pair stands alone';

/** The common case, without a word about where anything stands: the height, or -1 when something is wrong. */
function soundHeight(value: unknown, depth: number): number {
  if (typeof value !== 'object' || value === null) return scalarProblem(value) === null ? 0 : -1;
  const known = soundHeights.get(value);
  if (known !== undefined) return depth + known <= limits.maxDepth ? known : -1;
  if (depth >= limits.maxDepth) return -1;
  const inner = isJsonObject(value) ? heightOfMembers(value, depth + 1) : heightOfItems(value, depth + 1);
  if (inner < 0) return -1;
  if (Object.isFrozen(value)) soundHeights.set(value, inner + 1);
  return inner + 1;
}

function heightOfItems(list: object, depth: number): number {
  if (!Array.isArray(list)) return -1;
  let height = 0;
  for (const item of list) {
    const one = soundHeight(item, depth);
    if (one < 0) return -1;
    if (one > height) height = one;
  }
  return height;
}

function heightOfMembers(map: Fields, depth: number): number {
  if (!isPlainMap(map)) return -1;
  let height = 0;
  for (const name of Object.keys(map)) {
    if (name === '__proto__' || !name.isWellFormed()) return -1;
    const item = map[name];
    const one = item === undefined ? 0 : soundHeight(item, depth);
    if (one < 0) return -1;
    if (one > height) height = one;
  }
  return height;
}

/** Names every problem with its place. */
function collect(value: unknown, steps: Steps, problems: Problem[]): void {
  const at = (message: string, fix: string): void => void problems.push({ path: pointer(...steps), message, fix });
  if (typeof value !== 'object' || value === null) {
    const message = scalarProblem(value);
    if (message === halved) at(message, 'cut texts between characters');
    else if (message !== null) at(message, 'use strings, numbers, true, false, null, lists and objects');
  } else if (steps.length >= limits.maxDepth) {
    at(`is nested deeper than ${limits.maxDepth} levels`, 'store it flatter, or in a file of its own');
  } else if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) collect(item, [...steps, index], problems);
  } else if (!isPlainMap(value)) {
    at('is not plain JSON', 'convert it to a string or an object');
  } else {
    for (const [name, item] of Object.entries(value)) collectMember(name, item, [...steps, name], problems);
  }
}

function collectMember(name: string, item: unknown, steps: Steps, problems: Problem[]): void {
  if (name === '__proto__') {
    const message = 'the name "__proto__" is reserved';
    problems.push({ path: pointer(...steps), message, fix: 'choose another name' });
  } else if (!name.isWellFormed()) {
    problems.push({
      path: pointer(...steps).toWellFormed(),
      message: `the name ${halved}`,
      fix: 'choose another name',
    });
  } else if (item !== undefined) collect(item, steps, problems); // JSON leaves undefined members out
}

function isPlainMap(value: object): boolean {
  if (Object.getPrototypeOf(value) === Object.prototype && !(Symbol.toStringTag in value)) return true;
  return Object.prototype.toString.call(value) === '[object Object]';
}

function scalarProblem(value: unknown): string | null {
  if (typeof value === 'number') return Number.isFinite(value) ? null : 'is not a finite number';
  if (typeof value === 'string') return value.isWellFormed() ? null : halved;
  if (value === null || typeof value === 'boolean') return null;
  return `is of type ${typeof value}, which JSON does not have`;
}
