// The operations of the command family as plans, for the library, the silent facade and the command line alike.

import { type CommandCheckpoint, type CommandEvent, applyCommand } from '../../families/command/index.js';
import { isComplete } from '../../families/command/phases.js';
import type { JsonObject } from '../../rules/json/json.js';
import type { Key } from '../../rules/names.js';
import type { Stored } from '../../store/store.js';
import type { Plan } from '../change.js';
import { asDocument, asState } from '../documents.js';
import { notFound, noteOf } from './note.js';

/**
 * Gives the run that a step goes on with. One that was archived unfinished is still offered by `resume`: a step for it
 * takes it up again, and never begins another over it.
 * @param doc the document; null when none is in use
 * @param current the newest revision, wherever it is
 * @returns the document, also out of the archive; null when there is nothing to go on with
 */
export function goesOnWith(doc: JsonObject | null, current: Stored | null): JsonObject | null {
  const isOffered = doc === null && current?.place === 'archived' && !isComplete(current.state);
  return isOffered ? current.state : doc;
}

/** The silent facade, which finds no file, begins anew as the seeds have it. */
function mayTakeUp(event: CommandEvent): boolean {
  return event.type === 'complete' || (event.type === 'phase' && event.new_run === true);
}

/**
 * Plans an event of a command checkpoint. A checkpoint that does not exist can be begun, but not completed.
 * @param key the checkpoint
 * @param event what happens, and what the history says
 * @param also what happens in the same step
 * @returns the plan
 */
export function planCommand(key: Key, event: CommandEvent, ...also: readonly CommandEvent[]): Plan {
  return (found, now, current) => {
    const doc = mayTakeUp(event) ? goesOnWith(found, current) : found;
    if (doc === null && event.type === 'complete') throw notFound(key, 'Begin it with its first phase.');
    const before = doc === null ? null : asDocument<CommandCheckpoint>(doc);
    const next = also.reduce((made, one) => applyCommand(made, one, now), applyCommand(before, event, now));
    return { state: asState(next), event: noteOf(event) };
  };
}
