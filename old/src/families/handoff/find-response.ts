// Finds the response of a sub-agent in its last message: a JSON object, fenced or not, also one that lacks members or was
// not written to its end. Pure.

import { isJsonObject, type JsonObject } from '../../rules/json/json.js';
import { tryJson } from '../../rules/json/try-json.js';

/** What a message has of a response. */
export type FoundResponse =
  | { readonly response: JsonObject }
  /** It was meant as one, but is no JSON. */
  | { readonly unreadable: string };

/** A message with more braces is no answer in the agreed form. */
const maxStarts = 200;
/** It stands at the end. */
const maxChars = 200_000;

/**
 * Finds a response.
 * @param message the last message of a sub-agent
 * @returns the last object that names its task and sums up, else the last that does one of both; null when there is none
 */
export function findResponse(message: string): FoundResponse | null {
  return findIn(message.slice(-maxChars));
}

function findIn(message: string): FoundResponse | null {
  const objects = objectsIn(message);
  const whole = objects.findLast((one) => 'task_id' in one && 'context_summary' in one);
  const response = whole ?? objects.findLast((one) => 'task_id' in one || 'context_summary' in one);
  if (response !== undefined) return { response };
  const at = message.search(/\{\s*["']?(?:task_id|phase|status|context_summary)\b/);
  const isMeant = at >= 0 && /["']?(?:task_id|context_summary)["']?\s*:/.test(message);
  return isMeant ? { unreadable: message.slice(at) } : null;
}

function objectsIn(message: string): readonly JsonObject[] {
  const found: JsonObject[] = [];
  let at = message.indexOf('{');
  for (let count = 0; at >= 0 && count < maxStarts; count++) {
    const end = endOf(message, at);
    const value = end === null ? null : tryJson(message.slice(at, end));
    if (isJsonObject(value)) found.push(value);
    at = message.indexOf('{', isJsonObject(value) && end !== null ? end : at + 1);
  }
  return found;
}

/** Where the brace that opens here is closed; those in strings do not count. */
function endOf(message: string, start: number): number | null {
  let open = 0;
  let isQuoted = false;
  for (let at = start; at < message.length; at++) {
    const one = message.charAt(at);
    if (one === '"') isQuoted = !isQuoted;
    else if (isQuoted) at += one === '\\' ? 1 : 0;
    else if (one === '{') open++;
    else if (one === '}' && --open === 0) return at + 1;
  }
  return null;
}
