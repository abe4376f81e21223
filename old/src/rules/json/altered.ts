// Finds what would come back from storage as something else: JSON has no dates, maps, classes or holes. Pure.

import type { Problem } from '../errors.js';
import { isJsonObject, type Json, pointer } from './json.js';

type Steps = readonly (string | number)[];

const maxNamed = 10;

/**
 * Compares a value with its plain copy. Members that are undefined count as absent.
 * @param value what a program made
 * @param plain its copy, as `toPlain` made it
 * @returns a problem for each part that is not what was given; at most ten
 */
export function alteredParts(value: unknown, plain: Json): Problem[] {
  const problems: Problem[] = [];
  compare(value, plain, [], problems);
  return problems;
}

function compare(value: unknown, plain: Json | undefined, steps: Steps, problems: Problem[]): void {
  if (problems.length >= maxNamed || value === plain) return;
  if (Array.isArray(value) && Array.isArray(plain)) {
    for (let index = 0; index < value.length; index++) compare(value[index], plain[index], [...steps, index], problems);
    return;
  }
  if (isPlainMap(value) && isJsonObject(plain) && typeof Reflect.get(value, 'toJSON') !== 'function') {
    for (const name of Object.keys(value)) {
      const member: unknown = Reflect.get(value, name);
      if (member !== undefined) compare(member, plain[name], [...steps, name], problems);
    }
    return;
  }
  problems.push({
    path: pointer(...steps),
    message: `is ${kindOf(value)}, which JSON cannot give back`,
    fix:
      value instanceof Date ? 'return its toISOString()' : 'return texts, numbers, booleans, null, lists and objects',
  });
}

function isPlainMap(value: unknown): value is object {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype || Object.getPrototypeOf(prototype) === null;
}

function kindOf(value: unknown): string {
  if (typeof value === 'object' && value !== null) {
    const maker: unknown = Reflect.get(value, 'constructor');
    return typeof maker === 'function' && maker.name !== '' ? `a ${maker.name}` : 'no plain object';
  }
  return value === undefined ? 'undefined' : `a ${typeof value}`;
}
