// Puts a patch into a map: maps merge in depth, null deletes, all else replaces. What does not change stays shared.

import { PawlError } from '../errors.js';
import { isJsonObject, sameJson, setMember } from './json.js';
import { limits } from '../limits.js';
import type { Fields } from '../fields.js';

/**
 * Merges a patch into a map (RFC 7396). Neither is changed, and the result holds no object of the patch.
 * @param base the map
 * @param patch what changes; undefined members count as absent
 * @returns the new map, with members in their old order and new ones behind; `base` itself when nothing changes
 */
export function mergePatch(base: Fields, patch: Fields): Fields {
  return merge(base, patch, 0);
}

function merge(base: Fields, patch: Fields, depth: number): Fields {
  checkDepth(depth);
  let result: Record<string, unknown> | null = null;
  for (const name of Object.keys(patch)) {
    const value = patch[name];
    if (value === undefined) continue;
    const old = Object.hasOwn(base, name) ? base[name] : undefined;
    if (value === null) {
      if (old === undefined) continue;
      result ??= { ...base };
      delete result[name];
      continue;
    }
    const next = isJsonObject(value) ? merge(isJsonObject(old) ? old : {}, value, depth + 1) : copy(value, depth + 1);
    if (next === old || (old !== undefined && !isJsonObject(old) && sameJson(next, old))) continue;
    result ??= { ...base };
    setMember(result, name, next);
  }
  return result ?? base;
}

/**
 * Copies a JSON value, so that freezing the copy leaves the original alone.
 * @param value the value
 * @returns an equal value that shares no list and no object with it
 */
export function copyJson(value: unknown): unknown {
  return copy(value, 0);
}

function copy(value: unknown, depth: number): unknown {
  checkDepth(depth);
  if (Array.isArray(value)) return value.map((item) => copy(item, depth + 1));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, copy(item, depth + 1)]));
}

function checkDepth(depth: number): void {
  if (depth <= limits.maxDepth) return;
  throw new PawlError('bad-input', `The data is nested deeper than ${limits.maxDepth} levels; nothing was changed.`, {
    hint: 'Store it flatter, or in a file of its own.',
  });
}
