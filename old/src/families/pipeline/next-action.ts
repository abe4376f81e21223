// Which workstream a next action belongs to, so that nobody is told to do what is done. Pure; tolerates drifted documents.

import type { Fields } from '../../rules/fields.js';
import type { NoteTexts, RunNotes } from '../notes.js';
import type { PipelineCheckpoint, PipelinePawl } from './types.js';

/**
 * Notes which workstream an action goes with: the one that runs.
 * @param notes the notes, the action among them
 * @param doc the run
 * @param texts the note
 * @returns the notes; as they are when none runs, or several do
 */
export function bindToWorkstream(notes: RunNotes, doc: Fields, { next_action }: NoteTexts): RunNotes {
  const running: unknown = doc['in_progress_workstreams'];
  const [only, another]: readonly unknown[] = Array.isArray(running) ? running : [];
  const isBound = typeof next_action === 'string' && typeof only === 'string' && another === undefined;
  return isBound ? { ...notes, next_action_phase: only } : notes;
}

/**
 * Takes an action away when its workstream is done.
 * @param doc the run
 * @returns the run; the same object when nothing changes
 */
export function withoutDoneAction(doc: PipelineCheckpoint): PipelineCheckpoint {
  const noted: PipelinePawl & Pick<RunNotes, 'next_action' | 'next_action_phase'> = doc.pawl ?? {};
  const { next_action: _action, next_action_phase: owner, ...pawl } = noted;
  return typeof owner === 'string' && doc.completed_workstreams.includes(owner) ? { ...doc, pawl } : doc;
}
