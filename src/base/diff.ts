// What differs between two states of a document. Pure; the dashboard's page uses it in the browser, too.

import { type Json, type JsonObject, isObject, pointer, sameJson } from './json.js';

/** One value that differs between two revisions. */
export interface Difference {
  /** JSON pointer. */
  readonly path: string;
  /** Absent when the value was added. */
  readonly before?: Json;
  /** Absent when the value was removed. */
  readonly after?: Json;
}

/** Lists the values that differ between two states. */
export function diffStates(before: JsonObject, after: JsonObject): readonly Difference[] {
  const found: Difference[] = [];
  const walk = (a: Json | undefined, b: Json | undefined, path: readonly string[]): void => {
    if (sameJson(a, b)) return;
    if (isObject(a) && isObject(b)) {
      for (const name of new Set([...Object.keys(a), ...Object.keys(b)])) walk(a[name], b[name], [...path, name]);
    } else
      found.push({
        path: pointer(...path),
        ...(a === undefined ? {} : { before: a }),
        ...(b === undefined ? {} : { after: b }),
      });
  };
  walk(before, after, []);
  return found;
}
