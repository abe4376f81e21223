// JSON that may be changed, and copies of what may not.

import { isJsonObject, type Json, type JsonObject, type JsonScalar, setMember } from './json.js';

export type MutableJson = JsonScalar | MutableJson[] | MutableJsonObject;
export interface MutableJsonObject {
  [key: string]: MutableJson;
}

/**
 * Copies a JSON value in depth, so that the copy can be changed.
 * @param value the value, frozen or not
 * @returns a copy that shares nothing with it
 */
export function copyMutable(value: JsonObject): MutableJsonObject;
export function copyMutable(value: readonly Json[]): MutableJson[];
export function copyMutable(value: Json): MutableJson;
export function copyMutable(value: Json): MutableJson {
  if (typeof value !== 'object' || value === null) return value;
  if (!isJsonObject(value)) return value.map((item) => copyMutable(item));
  const copy: MutableJsonObject = {};
  for (const key of Object.keys(value)) {
    const member = value[key];
    if (member !== undefined) setMember(copy, key, copyMutable(member));
  }
  return copy;
}
