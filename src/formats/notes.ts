// The member `pawl`: what pawl itself keeps in a checkpoint of any family, and the notes that agents leave there. Pure.

import * as v from 'valibot';
import { type JsonObject, isObject } from '../base/json.js';
import { decodeBy, time } from './schema.js';

const textList = v.nullish(
  v.array(v.looseObject({ text: v.string(), at: v.optional(time), by: v.nullish(v.string()) })),
);

export const notesSchema = v.nullish(
  v.looseObject({
    /** Which revision this copy came from, e.g. `17-ab12cd34`. In every copy that is handed out, never in what is stored. */
    rev: v.optional(v.string()),
    goal: v.nullish(v.string()),
    prompts: v.nullish(v.looseObject({ first: v.optional(v.string()), last: v.optional(v.string()) })),
    /** How far each session's file is part of this run, e.g. `ab12cd34ef56:4711`; the newest 8. */
    sessions: v.nullish(v.record(v.string(), v.string())),
    next_action: v.nullish(v.string()),
    /** The last failure, kept after a retry until its unit is complete. */
    failure: v.nullish(v.looseObject({ unit: v.string(), message: v.string(), at: v.optional(time) })),
    decisions: textList,
    rejected: textList,
    handoffs: v.nullish(v.array(v.looseObject({ task_id: v.string() }))),
    conflicts: v.nullish(v.array(v.looseObject({ path: v.string() }))),
    branch: v.nullish(v.string()),
    folder: v.nullish(v.string()),
    spec: v.nullish(v.string()),
  }),
);
export type Notes = v.InferInput<typeof notesSchema>;

/** What a note adds or replaces; null removes the next action or the goal. */
export interface Note {
  readonly goal?: string | null | undefined;
  readonly next?: string | null | undefined;
  readonly decision?: string | undefined;
  readonly reject?: string | undefined;
  readonly branch?: string | null | undefined;
  readonly spec?: string | undefined;
}

/** Adds a note to the member `pawl`. The same decision twice is one. */
export function addNote(notes: Notes, note: Note, now: string): Notes {
  const next = { ...notes };
  for (const [member, value] of [
    ['goal', note.goal],
    ['next_action', note.next],
    ['branch', note.branch],
    ['spec', note.spec],
  ] as const) {
    if (value === null) delete next[member];
    else if (value !== undefined) next[member] = value;
  }
  if (note.decision !== undefined) next.decisions = withText(next.decisions, note.decision, now);
  if (note.reject !== undefined) next.rejected = withText(next.rejected, note.reject, now);
  return Object.keys(next).length === 0 ? notes : next;
}

type Texts = NonNullable<NonNullable<Notes>['decisions']>;

function withText(list: Texts | null | undefined, text: string, at: string): Texts {
  const before = list ?? [];
  return before.some((one) => one.text === text) ? before : [...before, { text, at }];
}

/** Takes the mark of origin out of a copy: the document as it is stored, and the revision that it came from. */
export function withoutRev(doc: JsonObject): { readonly doc: JsonObject; readonly rev: string | null } {
  const { pawl } = doc;
  if (!isObject(pawl) || !Object.hasOwn(pawl, 'rev')) return { doc, rev: null };
  const { rev, ...rest } = pawl;
  const { pawl: _pawl, ...others } = doc;
  const stored = Object.keys(rest).length === 0 ? others : { ...doc, pawl: rest };
  return { doc: stored, rev: typeof rev === 'string' ? rev : null };
}

/** Marks a copy with the revision that it came from. */
export function withRev(doc: JsonObject, rev: string): JsonObject {
  return { ...doc, pawl: { ...(isObject(doc['pawl']) ? doc['pawl'] : {}), rev } };
}

const noted = v.looseObject({ pawl: notesSchema });

/** The member `pawl` of any checkpoint; values that do not fit count as absent. */
export function notesOf(doc: JsonObject): NonNullable<Notes> {
  return decodeBy(noted, doc).doc.pawl ?? {};
}

/** What was going to be done next, in the agent's words; null when nobody said. */
export function nextAction({ pawl }: JsonObject): string | null {
  const next = isObject(pawl) ? pawl['next_action'] : null;
  return typeof next === 'string' && next !== '' ? next : null;
}

/** How far each session's file is part of a run's document: `FILE:OFFSET`. */
export function sessionsOf({ pawl }: JsonObject): Readonly<Record<string, string>> {
  const sessions = isObject(pawl) ? pawl['sessions'] : null;
  const known = isObject(sessions) ? Object.entries(sessions) : [];
  return Object.fromEntries(known.filter((one): one is [string, string] => typeof one[1] === 'string'));
}
