// Checks that a value can be stored as JSON at all: plain values, bounded depth, no member that reaches a prototype.

import type { Problem } from '../errors.js';
import { pointer } from './json.js';
import { limits } from '../limits.js';
import type { Steps } from '../fields.js';

/** How deep frozen trees are that are known to be sound: the cost of a check follows what is new. */
const soundHeights = new WeakMap<object, number>();

/**
 * Finds what JSON cannot carry, or pawl does not. Safe for any value, cyclic ones included.
 * @param value the value
 * @param steps where it stands in its document
 * @returns every problem; when there is one, other checks should not walk into the value
 */
export function checkJson(value: unknown, steps: Steps = []): Problem[] {
  const problems: Problem[] = [];
  heightOf(value, steps, problems);
  return problems;
}

function heightOf(value: unknown, steps: Steps, problems: Problem[]): number {
  if (typeof value !== 'object' || value === null) {
    const message = scalarProblem(value);
    if (message !== null) {
      problems.push({
        path: pointer(...steps),
        message,
        fix: 'use strings, numbers, true, false, null, lists and objects',
      });
    }
    return 0;
  }
  const known = soundHeights.get(value);
  if (known !== undefined && steps.length + known <= limits.maxDepth) return known;
  if (steps.length >= limits.maxDepth) {
    const message = `is nested deeper than ${limits.maxDepth} levels`;
    problems.push({ path: pointer(...steps), message, fix: 'store it flatter, or in a file of its own' });
    return 1;
  }
  const before = problems.length;
  const height = 1 + (Array.isArray(value) ? listHeight(value, steps, problems) : mapHeight(value, steps, problems));
  if (problems.length === before && Object.isFrozen(value)) soundHeights.set(value, height);
  return height;
}

function listHeight(list: readonly unknown[], steps: Steps, problems: Problem[]): number {
  let height = 0;
  for (const [index, item] of list.entries()) {
    if (typeof item === 'string') continue; // most lists are lists of texts
    height = Math.max(height, heightOf(item, [...steps, index], problems));
  }
  return height;
}

function mapHeight(map: object, steps: Steps, problems: Problem[]): number {
  if (Object.prototype.toString.call(map) !== '[object Object]') {
    problems.push({
      path: pointer(...steps),
      message: 'is not plain JSON',
      fix: 'convert it to a string or an object',
    });
    return 0;
  }
  let height = 0;
  for (const [name, item] of Object.entries(map)) {
    const inner = [...steps, name];
    if (name === '__proto__') {
      problems.push({
        path: pointer(...inner),
        message: 'the name "__proto__" is reserved',
        fix: 'choose another name',
      });
    } else if (item !== undefined) {
      height = Math.max(height, heightOf(item, inner, problems)); // JSON leaves undefined members out
    }
  }
  return height;
}

function scalarProblem(value: unknown): string | null {
  if (typeof value === 'number') return Number.isFinite(value) ? null : 'is not a finite number';
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return null;
  return `is of type ${typeof value}, which JSON does not have`;
}
