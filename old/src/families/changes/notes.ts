// Changes of what the next agent must know, which all families keep under `pawl`.

import { isJsonObject, type Json, type JsonObject, sameJson } from '../../rules/json/json.js';
import { mapIn } from '../../rules/json/read-member.js';
import { handoffsIn } from '../handoff/record.js';
import { type Change, newIn, shortly, takenAway } from './change.js';

/** The places that this file describes. */
export const notePlaces = /^\/pawl\/(?:next_action|next_action_phase|decisions|rejected|superseded|handoffs)(?:\/|$)/;

const lists = [
  ['decisions', 'decided'],
  ['rejected', 'rejected'],
  ['superseded', 'no longer holds'],
] as const;

function notesIn(value: Json | undefined): readonly string[] {
  if (!Array.isArray(value)) return [];
  return value.map((one) => (isJsonObject(one) && typeof one['text'] === 'string' ? one['text'] : JSON.stringify(one)));
}

/** Hand-offs that were made or answered. Those that a long run no longer remembers are no news. */
function handoffTexts(before: JsonObject, after: JsonObject): readonly string[] {
  const old = new Map(handoffsIn(before).map((one) => [`${one.task_id}\n${one.phase}`, one]));
  return handoffsIn(after).flatMap((one) => {
    const was = old.get(`${one.task_id}\n${one.phase}`);
    if (was !== undefined && was.requested_at === one.requested_at && was.answered_at === one.answered_at) {
      const isNew = one.unfit !== undefined && one.unfit !== was.unfit;
      return isNew
        ? [`hand-off ${one.task_id} (${one.phase}): an answer that does not fit: ${shortly(one.unfit)}`]
        : [];
    }
    const answer = one.decision === undefined ? 'handed off' : `${one.status}, ${one.decision}`;
    const summary = one.context_summary === undefined ? '' : `: ${shortly(one.context_summary)}`;
    return [`hand-off ${one.task_id} (${one.phase}): ${answer}${summary}`];
  });
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
    const [is, was] = [notesIn(now[list]), notesIn(old[list])];
    texts.push(...newIn(is, was).map((text) => `${word}: ${shortly(text)}`));
    texts.push(...newIn(was, is).map((text) => takenAway(`${word}: ${shortly(text)}`)));
  }
  texts.push(...handoffTexts(before, after));
  return texts.map((text) => ({ unit: null, text }));
}
