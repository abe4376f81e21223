// The operations of the command family as plans, for the library, the silent facade and the command line alike.

import { type CommandCheckpoint, type CommandEvent, applyCommand } from '../families/command/index.js';
import { PawlError } from '../rules/errors.js';
import type { JsonObject } from '../rules/json.js';
import { type Key, refOf } from '../rules/names.js';
import type { EventNote } from '../store/store.js';
import type { Plan } from './change.js';

/**
 * Plans an event of a command checkpoint. A checkpoint that does not exist is begun by a phase, and by nothing else.
 * @param key the checkpoint
 * @param event what happens
 * @returns the plan
 */
export function planCommand(key: Key, event: CommandEvent): Plan {
  return (doc, now) => {
    if (doc === null && event.type !== 'phase') {
      throw new PawlError('not-found', `there is no checkpoint ${refOf(key)}`, { hint: 'Begin it with its first phase.' });
    }
    const next = applyCommand(doc as CommandCheckpoint | null, event, now);
    return { state: next as unknown as JsonObject, event: noteOf(event) };
  };
}

/** History keeps the event's name and what identifies it; the values are in the state. */
function noteOf(event: CommandEvent): EventNote {
  switch (event.type) {
    case 'phase':
      return { name: 'phase', args: { phase: event.phase, ...(event.data.status === undefined ? {} : { status: event.data.status }) } };
    case 'gate':
      return { name: 'gate', args: { ship_allowed: event.ship_allowed } };
    default:
      return { name: event.type };
  }
}
