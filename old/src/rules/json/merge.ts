// Three-way merge of JSON documents: two changes of one base become one document, with every clash named.

import { type Json, type JsonObject, isJsonObject, pointer, sameJson } from './json.js';

export interface Merged {
  readonly value: JsonObject;
  /** JSON pointers where both sides changed the same value differently; there, `ours` was taken. */
  readonly conflicts: readonly string[];
}

/**
 * Merges two documents that came from one base.
 * @param base what both sides saw
 * @param ours one side; it wins where both changed the same value
 * @param theirs the other side; what it added stays
 * @returns the merged document and the places where the two disagree
 */
export function mergeDocuments(base: JsonObject, ours: JsonObject, theirs: JsonObject): Merged {
  const conflicts: string[] = [];
  return { value: mergeObjects(base, ours, theirs, [], conflicts), conflicts };
}

type Path = readonly string[];

function mergeObjects(
  base: JsonObject,
  ours: JsonObject,
  theirs: JsonObject,
  path: Path,
  conflicts: string[],
): JsonObject {
  const result: Record<string, Json> = {};
  const names = new Set([...Object.keys(theirs), ...Object.keys(ours)]);
  for (const name of names) {
    const merged = mergeValues(own(base, name), own(ours, name), own(theirs, name), [...path, name], conflicts);
    if (merged !== undefined && name !== '__proto__') result[name] = merged;
  }
  return result;
}

function own(object: JsonObject, name: string): Json | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

function mergeValues(
  base: Json | undefined,
  ours: Json | undefined,
  theirs: Json | undefined,
  path: Path,
  conflicts: string[],
): Json | undefined {
  if (sameJson(ours, theirs)) return theirs;
  if (sameJson(base, ours)) return theirs;
  if (sameJson(base, theirs)) return ours;
  if (isJsonObject(ours) && isJsonObject(theirs)) {
    return mergeObjects(isJsonObject(base) ? base : {}, ours, theirs, path, conflicts);
  }
  if (Array.isArray(ours) && Array.isArray(theirs)) {
    const merged = mergeArrays(Array.isArray(base) ? base : [], ours, theirs);
    if (merged !== null) return merged;
  }
  conflicts.push(pointer(...path));
  // A change outlives a removal: what someone still works on must not vanish.
  return ours ?? theirs;
}

/** Lists of texts are sets with an order; other lists merge when both sides only appended. */
function mergeArrays(base: readonly Json[], ours: readonly Json[], theirs: readonly Json[]): Json[] | null {
  const all = [...base, ...ours, ...theirs];
  if (all.every((item) => typeof item === 'string' || typeof item === 'number')) {
    const before = new Set(base);
    const mine = new Set(ours);
    const kept = theirs.filter((item) => mine.has(item) || !before.has(item));
    const have = new Set(kept);
    return [...kept, ...ours.filter((item) => !before.has(item) && !have.has(item))];
  }
  const startsWithBase = (list: readonly Json[]): boolean => base.every((item, index) => sameJson(item, list[index]));
  if (startsWithBase(ours) && startsWithBase(theirs)) return [...theirs, ...ours.slice(base.length)];
  return null;
}
