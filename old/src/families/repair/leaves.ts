// The leaf values of JSON, counted: how a repair proves that it lost none.

import { isJsonObject, type Json, sameJson } from '../../rules/json/json.js';

/**
 * Counts the leaf values of JSON.
 * @param value the value
 * @param counts where to add them
 * @returns how often each stands there, by its JSON text
 */
export function countLeaves(value: Json, counts: Map<string, number> = new Map()): Map<string, number> {
  const open: Json[] = [value];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next === 'object' && next !== null) {
      for (const member of isJsonObject(next) ? Object.values(next) : next) open.push(member);
      continue;
    }
    const text = JSON.stringify(next);
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  return counts;
}

/**
 * Finds the leaf values that a second value lacks.
 * @param original the leaves that must be there
 * @param result the value in which they are looked for
 * @returns the JSON texts of those that are missing
 */
export function missingLeaves(original: ReadonlyMap<string, number>, result: Json): string[] {
  const found = countLeaves(result);
  return [...original].filter(([text, count]) => (found.get(text) ?? 0) < count).map(([text]) => text);
}

/**
 * Tells whether a new value says all that an old one said, names of members included.
 * @param old the old value
 * @param next the new one
 * @returns true when nothing of the old one would be lost
 */
export function carries(old: Json, next: Json): boolean {
  if (sameJson(old, next)) return true;
  if (typeof old === 'object' && old !== null && Object.keys(old).length === 0) return false; // that it was empty
  if (isJsonObject(old)) {
    if (!isJsonObject(next)) return false;
    return Object.entries(old).every(([name, member]) => {
      const other = Object.hasOwn(next, name) ? next[name] : undefined;
      return other !== undefined && carries(member, other);
    });
  }
  const isFlat = !Array.isArray(old) || old.every((item) => typeof item !== 'object' || item === null);
  return isFlat && missingLeaves(countLeaves(old), next).length === 0;
}
