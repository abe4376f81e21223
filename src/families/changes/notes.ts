// Changes of what the next agent must know, which all families keep under `pawl`.

import { isJsonObject, type Json, type JsonObject, sameJson } from '../../rules/json/json.js';
import { type Change, mapIn, newIn, shortly } from './change.js';

/** The places that this file describes. */
export const notePlaces = /^\/pawl\/(?:next_action|decisions|rejected|superseded)(?:\/|$)/;

const lists = [
  ['decisions', 'decided'],
  ['rejected', 'rejected'],
  ['superseded', 'no longer holds'],
] as const;

function notesIn(value: Json | undefined): readonly string[] {
  if (!Array.isArray(value)) return [];
  return value.map((one) => (isJsonObject(one) && typeof one['text'] === 'string' ? one['text'] : JSON.stringify(one)));
}

/**
 * Describes changes of notes.
 * @param before the state before
 * @param after the state after
 * @returns a line for each note
 */
export function noteChanges(before: JsonObject, after: JsonObject): Change[] {
  const [old, now] = [mapIn(before, 'pawl'), mapIn(after, 'pawl')];
  const next = now['next_action'];
  const texts: string[] = [];
  if (!sameJson(next, old['next_action']))
    texts.push(next === undefined ? 'next action taken away' : `next action: ${shortly(next)}`);
  for (const [list, word] of lists) {
    const notes = newIn(notesIn(now[list]), notesIn(old[list]));
    texts.push(...notes.map((text) => `${word}: ${shortly(text)}`));
  }
  return texts.map((text) => ({ unit: null, text }));
}
