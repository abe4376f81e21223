// What the next agent must know, kept under a checkpoint's `pawl` key. Workflows keep theirs in the same way.

import { badInput, drifted, PawlError } from '../rules/errors.js';
import { isJsonObject } from '../rules/json/json.js';
import {
  anyMap,
  anyText,
  checkFields,
  checkValue,
  type FieldRule,
  isoTime,
  optional,
  textOrNull,
} from '../rules/fields.js';
import { isSomeText } from '../rules/json/read-member.js';
import type { MemberRules } from '../rules/members.js';
import { mergePatch } from '../rules/json/merge-patch.js';

/** Something that the next agent must know, with the time it was noted. */
export interface NoteEntry {
  readonly text: string;
  /** ISO 8601. */
  readonly at: string;
  readonly [field: string]: unknown;
}

/** What pawl stores in a checkpoint beside the seeds' fields. */
export interface RunNotes {
  readonly next_action?: string | undefined;
  /** The unit that the action goes with: it was open when that was noted; null is the one that begins next. */
  readonly next_action_phase?: string | null | undefined;
  /** The branch that was checked out at the last step. */
  readonly branch?: string | undefined;
  /** What was known when the agent's context was last compacted. */
  readonly resume_note?: string | undefined;
  readonly decisions?: readonly NoteEntry[] | undefined;
  /** What was tried or proposed, and dropped. */
  readonly rejected?: readonly NoteEntry[] | undefined;
  /** Earlier decisions or plans that no longer hold. */
  readonly superseded?: readonly NoteEntry[] | undefined;
  /** What the file said against its run when it was repaired; `at` is when it had last changed then. */
  readonly doubt?: NoteEntry | undefined;
  readonly [field: string]: unknown;
}

const note: FieldRule = {
  fits: (value) => isJsonObject(value) && typeof value['text'] === 'string' && isoTime.fits(value['at']),
  wanted: 'an object with "text" and "at" (a time in ISO 8601)',
  example: '{"text": "…", "at": "2026-01-29T10:30:00.000Z"}',
};
const noteList: FieldRule = { fits: Array.isArray, wanted: 'a list of notes', example: '[]', each: note };

/** What pawl's own fields must be. */
export const notesRules = {
  next_action: optional(anyText),
  next_action_phase: optional(textOrNull),
  branch: optional(anyText),
  resume_note: optional(anyText),
  decisions: optional(noteList),
  rejected: optional(noteList),
  superseded: optional(noteList),
} satisfies Record<string, FieldRule>;

/** The texts of one note. */
export interface NoteTexts {
  /** null takes the next action away. */
  readonly next_action?: string | null | undefined;
  /** null takes it away. */
  readonly resume_note?: string | null | undefined;
  readonly decision?: string | undefined;
  readonly reject?: string | undefined;
  readonly supersede?: string | undefined;
}

const noteText: FieldRule = optional({
  fits: isSomeText,
  wanted: 'a text that is not empty',
  example: '"Sessions stay on the server."',
});

/** What the texts of one note must be. */
export const noteTextRules = {
  next_action: {
    ...noteText,
    fits: (value) => value === null || isSomeText(value),
    wanted: 'a text that is not empty, or null to take the next action away',
    example: '"Write the spec."',
  },
  resume_note: {
    ...noteText,
    fits: (value) => value === null || isSomeText(value),
    wanted: 'a text that is not empty, or null to take it away',
    example: '"The handlers are half done."',
  },
  decision: noteText,
  reject: noteText,
  supersede: noteText,
} satisfies MemberRules;

/**
 * Adds a note.
 * @param old what the checkpoint keeps under `pawl`, or undefined
 * @param texts at least one text
 * @param now the time, ISO 8601
 * @returns the new content of `pawl`
 */
export function addNotes(old: RunNotes | undefined, texts: NoteTexts, now: string): RunNotes {
  const { next_action, resume_note, decision, reject, supersede } = texts;
  if ([next_action, resume_note, decision, reject, supersede].every((text) => text === undefined)) {
    throw new PawlError('bad-usage', 'A note needs next_action, decision, reject or supersede.', {
      hint: 'Give at least one of them, as a text.',
    });
  }
  const wrong = checkFields({ next_action, resume_note, decision, reject, supersede }, noteTextRules);
  if (wrong.length > 0) throw badInput('The note', wrong);
  const notes: RunNotes = old ?? {};
  const problems = [...checkValue(notes, anyMap, ['pawl']), ...checkFields(notes, notesRules, ['pawl'])];
  if (problems.length > 0) throw drifted('The checkpoint', problems);
  return {
    ...mergePatch(notes, {
      next_action,
      resume_note,
      ...(next_action === undefined ? {} : { next_action_phase: null }),
    }),
    ...added('decisions', notes.decisions, decision, now),
    ...added('rejected', notes.rejected, reject, now),
    ...added('superseded', notes.superseded, supersede, now),
  };
}

/**
 * Takes an action away with its unit, so that nobody is told to do what is done.
 * @param notes the notes
 * @returns the notes; as they are when the action belongs to no unit
 */
export function withoutAction(notes: RunNotes): RunNotes {
  if (notes.next_action_phase === undefined) return notes;
  return mergePatch(notes, { next_action: null, next_action_phase: null });
}

function added(
  list: string,
  old: readonly NoteEntry[] | undefined,
  text: string | undefined,
  at: string,
): Record<string, readonly NoteEntry[]> {
  return text === undefined ? {} : { [list]: [...(old ?? []), { text, at }] };
}
