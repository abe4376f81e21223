// Three-way merge of JSON documents: two changes of one base become one document, and every conflict is named.

import { type Json, type JsonObject, isObject, pointer, reservedNames, sameJson } from './json.js';

export interface Merged {
  readonly value: JsonObject;
  /** JSON pointers where both sides changed the same value differently; there, `ours` was taken. */
  readonly conflicts: readonly string[];
}

/**
 * Merges two documents that came from one base.
 * @param base what both sides saw
 * @param ours one side; it wins where both changed the same value
 * @param theirs the other side; the order of its members stays
 */
export function mergeDocuments(base: JsonObject, ours: JsonObject, theirs: JsonObject): Merged {
  const conflicts: string[] = [];
  return { value: mergeObjects(base, ours, theirs, [], conflicts), conflicts };
}

function mergeObjects(
  base: JsonObject,
  ours: JsonObject,
  theirs: JsonObject,
  path: readonly string[],
  conflicts: string[],
): JsonObject {
  const result: Record<string, Json> = {};
  for (const name of new Set([...Object.keys(theirs), ...Object.keys(ours)])) {
    if (reservedNames.has(name)) continue;
    const merged = mergeValues(own(base, name), own(ours, name), own(theirs, name), [...path, name], conflicts);
    if (merged !== undefined) result[name] = merged;
  }
  return result;
}

function own(object: JsonObject, name: string): Json | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

type Maybe = Json | undefined;

function mergeValues(base: Maybe, ours: Maybe, theirs: Maybe, path: readonly string[], conflicts: string[]): Maybe {
  if (sameJson(ours, theirs)) return theirs;
  if (sameJson(base, ours)) return theirs;
  if (sameJson(base, theirs)) return ours;
  if (isObject(ours) && isObject(theirs))
    return mergeObjects(isObject(base) ? base : {}, ours, theirs, path, conflicts);
  if (Array.isArray(ours) && Array.isArray(theirs)) {
    const merged = mergeLists(Array.isArray(base) ? base : [], ours, theirs);
    if (merged !== null) return merged;
  }
  conflicts.push(pointer(...path));
  // A change outlives a removal: what someone still works on must not vanish.
  return ours === undefined ? theirs : ours;
}

/** Lists of texts are sets with an order; other lists merge when both sides only appended. */
function mergeLists(base: readonly Json[], ours: readonly Json[], theirs: readonly Json[]): Json[] | null {
  const isAppended = (list: readonly Json[]): boolean => base.every((item, index) => sameJson(item, list[index]));
  const isSet = base.every((item) => typeof item === 'string' || typeof item === 'number');
  if (!isSet && !(isAppended(ours) && isAppended(theirs))) return null;
  const [before, mine] = [textsOf(base), textsOf(ours)];
  const kept = theirs.filter((item) => mine.has(JSON.stringify(item)) || !before.has(JSON.stringify(item)));
  const known = new Set([...before, ...textsOf(kept)]);
  return [...kept, ...ours.filter((item) => !known.has(JSON.stringify(item)))];
}

function textsOf(list: readonly Json[]): Set<string> {
  return new Set(list.map((item) => JSON.stringify(item)));
}
