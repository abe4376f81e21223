// Which phase a next action belongs to, so that nobody is told to do what is done. Pure.

import type { Fields } from '../../rules/fields.js';
import type { Json } from '../../rules/json/json.js';
import { memberIn } from '../../rules/json/read-member.js';
import { type NoteTexts, type RunNotes, withoutAction } from '../notes.js';
import { commandResumePoint } from './resume.js';
import type { CommandPhase, NoteEvent } from './types.js';

const isSettled = (phase: CommandPhase | undefined): boolean =>
  phase?.status === 'complete' || phase?.status === 'skipped';

/** Phases that an action is not for: what is over, and what has not begun. */
const notOpen: ReadonlySet<unknown> = new Set(['complete', 'skipped', 'pending', undefined]);

/**
 * Notes which phase an action goes with: the one that it was given with, else the one that is open. Where none is, as at
 * the end of a phase, it is the one that begins next.
 * @param notes the notes, the action among them
 * @param doc the run
 * @param event the note
 * @returns the notes with the phase; as they are without an action
 */
export function bindAction(
  notes: RunNotes,
  doc: Fields,
  { phase, next_action }: NoteTexts & Pick<NoteEvent, 'phase'>,
): RunNotes {
  if (typeof next_action !== 'string') return notes;
  const owner = phase ?? commandResumePoint(doc).unit;
  const status = owner === null ? undefined : statusIn(doc['phases'], owner);
  const isGiven = phase !== undefined && status !== 'complete' && status !== 'skipped';
  return { ...notes, next_action_phase: isGiven || !notOpen.has(status) ? owner : null };
}

function statusIn(phases: unknown, name: string): Json | undefined {
  return memberIn(phases, name, 'status');
}

/**
 * Takes an action away when its phase is done, and gives one that waits for a phase to the first that begins.
 * @param notes the notes, or undefined
 * @param name the phase that changes
 * @param old the phase before, or undefined when it is new
 * @param phase the phase after
 * @returns the notes
 */
export function followPhase(
  notes: RunNotes | undefined,
  name: string,
  old: CommandPhase | undefined,
  phase: CommandPhase,
): RunNotes | undefined {
  const owner = notes?.next_action_phase;
  if (notes === undefined || owner === undefined || isSettled(old)) return notes;
  const begins = owner === null && (old === undefined || old.status === 'pending') && phase.status !== 'pending';
  if (!begins && owner !== name) return notes;
  if (isSettled(phase)) return withoutAction(notes);
  return begins ? { ...notes, next_action_phase: name } : notes;
}
