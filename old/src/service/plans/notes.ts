// Notes on a run of any family: what the next agent must know. All of one call are one step.

import { bindAction } from '../../families/command/next-action.js';
import { bindToWorkstream } from '../../families/pipeline/next-action.js';
import { addNotes, type NoteTexts, type RunNotes } from '../../families/notes.js';
import type { JsonObject } from '../../rules/json/json.js';
import type { Key } from '../../rules/names.js';
import type { Plan } from '../change.js';
import { families } from '../families.js';
import { asDocument, asState } from '../documents.js';
import { notFound } from './note.js';
import { planWorkflow } from './workflow.js';

/**
 * Plans notes. The run must be there, and its file stays where it is.
 * @param key the checkpoint
 * @param notes the texts, in order
 * @param root where relative paths begin
 * @returns the plan
 */
export function planNotes(key: Key, notes: readonly NoteTexts[], root: string): Plan {
  return (doc, now, current) => {
    if (doc === null && key.family !== 'workflow') throw notFound(key, 'Begin it first.');
    let state = doc;
    for (const texts of notes) {
      // A workflow has rules of its own: an older schema is migrated, a newer one is not written.
      state =
        key.family === 'workflow'
          ? planWorkflow(key, { ...texts, type: 'note' }, root)(state, now, current).state
          : families[key.family].stamp({ ...state, pawl: asState(withUnit(key, state ?? {}, texts, now)) }, now);
    }
    return { state: state ?? {}, place: current?.place ?? 'live', event: { name: 'note' } };
  };
}

/** An action goes with the unit that is open when it is noted. */
function withUnit(key: Key, doc: JsonObject, texts: NoteTexts, now: string): RunNotes {
  const notes = addNotes(pawlOf(doc), texts, now);
  return key.family === 'command' ? bindAction(notes, doc, texts) : bindToWorkstream(notes, doc, texts);
}

/** What stands there without being an object is refused by `addNotes`, with its place. */
function pawlOf(doc: JsonObject | null): RunNotes | undefined {
  return doc === null ? undefined : asDocument<{ readonly pawl?: RunNotes }>(doc).pawl;
}
