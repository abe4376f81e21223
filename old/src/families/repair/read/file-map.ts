// Reads a map of files: `{"a.ts": "created", "b.ts": true}`.

import type { Json, JsonObject } from '../../../rules/json/json.js';
import { isDoubtful, readStatus } from './status.js';

/** What is said of a file that is there. */
const made = /^(?:new|created?|added|modified|updated?|changed|edited|written|generated|renamed|moved)\b/i;

/**
 * Lists the files of a map that are there.
 * @param map files with what is said of them
 * @returns their names; one that is false, planned or failed is not among them: nobody knows whether it is there
 */
export function filesOfMap(map: JsonObject): string[] {
  return Object.entries(map).flatMap(([file, said]) => (isMeant(said) ? [file] : []));
}

function isMeant(said: Json): boolean {
  if (said === null || said === 0) return false;
  if (typeof said === 'number') return true;
  if (isDoubtful(said)) return false;
  return (typeof said === 'string' && made.test(said.trim())) || (readStatus(said) ?? 'complete') === 'complete';
}
