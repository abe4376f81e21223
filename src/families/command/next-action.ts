// Which phase a next action belongs to, so that nobody is told to do what is done. Pure.

import { mergePatch } from '../../rules/json/merge-patch.js';
import type { RunNotes } from '../notes.js';
import type { CommandCheckpoint, CommandPhase, NoteEvent } from './types.js';

const isSettled = (phase: CommandPhase | undefined): boolean =>
  phase?.status === 'complete' || phase?.status === 'skipped';

/**
 * Notes which phase an action was given with. One that comes with the end of a phase belongs to the phase that begins next.
 * @param notes the notes, the action among them
 * @param phases the run's phases
 * @param event the note
 * @returns the notes with the phase; as they are when the action was given without one
 */
export function bindAction(notes: RunNotes, phases: CommandCheckpoint['phases'], event: NoteEvent): RunNotes {
  const { phase, next_action } = event;
  if (phase === undefined || typeof next_action !== 'string') return notes;
  const isOver = Object.hasOwn(phases, phase) && isSettled(phases[phase]);
  return { ...notes, next_action_phase: isOver ? null : phase };
}

/**
 * Takes the action of a phase away.
 * @param notes the notes
 * @returns the notes; as they are when the action belongs to no phase
 */
export function withoutAction(notes: RunNotes): RunNotes {
  if (notes.next_action_phase === undefined) return notes;
  return mergePatch(notes, { next_action: null, next_action_phase: null });
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
