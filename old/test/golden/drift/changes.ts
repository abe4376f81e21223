// Compares an original with its repaired document, and holds every difference against the items of the report.
import { isJsonObject, type Json, pointer } from '../../../src/rules/json/json.js';
import type { RepairItem } from '../../../src/families/repair/index.js';

/**
 * Lists where two documents differ.
 * @param before the original
 * @param after the result
 * @param steps where they stand
 * @returns JSON pointers, as deep as both are objects; lists are compared as wholes
 */
export function changesIn(before: Json | undefined, after: Json | undefined, steps: readonly string[] = []): string[] {
  if (isJsonObject(before) && isJsonObject(after)) {
    const names = new Set([...Object.keys(before), ...Object.keys(after)]);
    return [...names].flatMap((name) => changesIn(own(before, name), own(after, name), [...steps, name]));
  }
  return JSON.stringify(before) === JSON.stringify(after) ? [] : [pointer(...steps)];
}

function own(object: { readonly [name: string]: Json }, name: string): Json | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

/**
 * Lists the differences that no item explains.
 * @param before the original
 * @param after the result
 * @param items the report
 * @returns JSON pointers; the record of kept values itself is left out
 */
export function unexplained(before: Json, after: Json, items: readonly RepairItem[]): string[] {
  const places = items.flatMap(({ path, to }) => [path, ...(to === undefined || to === '/pawl/repaired' ? [] : [to])]);
  const covers = (place: string, change: string): boolean =>
    place === change || change.startsWith(`${place}/`) || place.startsWith(`${change}/`);
  return changesIn(before, after).filter((change) => {
    if (change === '/pawl/repaired' || (change === '/pawl' && isOnlyKept(after))) return false;
    return !places.some((place) => covers(place, change));
  });
}

function isOnlyKept(after: Json): boolean {
  const pawl = isJsonObject(after) ? after['pawl'] : undefined;
  return isJsonObject(pawl) && Object.keys(pawl).join() === 'repaired';
}

/**
 * Compares a part of a document with what is expected of it.
 * @param document the document
 * @param expected members that it must have; objects may have more
 * @returns the JSON pointers where it differs
 */
export function lacks(document: Json | undefined, expected: Json, steps: readonly string[] = []): string[] {
  if (isJsonObject(expected) && isJsonObject(document) && Object.keys(expected).length > 0) {
    return Object.entries(expected).flatMap(([name, value]) => lacks(own(document, name), value, [...steps, name]));
  }
  const same = JSON.stringify(document ?? null) === JSON.stringify(expected);
  return same ? [] : [`${pointer(...steps)}: ${JSON.stringify(document)} instead of ${JSON.stringify(expected)}`];
}
