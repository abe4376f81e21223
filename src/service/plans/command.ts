// The operations of the command family as plans, for the library, the silent facade and the command line alike.

import { type CommandCheckpoint, type CommandEvent, applyCommand } from '../../families/command/index.js';
import type { Key } from '../../rules/names.js';
import type { Plan } from '../change.js';
import { asDocument, asState } from '../documents.js';
import { notFound, noteOf } from './note.js';

/**
 * Plans an event of a command checkpoint. A checkpoint that does not exist can be begun, but not completed.
 * @param key the checkpoint
 * @param event what happens, and what the history says
 * @param also what happens in the same step
 * @returns the plan
 */
export function planCommand(key: Key, event: CommandEvent, ...also: readonly CommandEvent[]): Plan {
  return (doc, now) => {
    if (doc === null && event.type === 'complete') throw notFound(key, 'Begin it with its first phase.');
    const before = doc === null ? null : asDocument<CommandCheckpoint>(doc);
    const next = also.reduce((made, one) => applyCommand(made, one, now), applyCommand(before, event, now));
    return { state: asState(next), event: noteOf(event) };
  };
}
