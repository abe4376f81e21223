// Steps of command runs.

import type { JsonObject } from '../base/json.js';
import type { CommandKey } from '../base/names.js';
import {
  type CommandDocument,
  type CommandEvent,
  applyCommand,
  commandFormat,
  newCommand,
  noRun,
} from '../formats/command.js';
import type { EventNote } from '../store/store.js';
import type { Change } from './change.js';

/** The change that an event makes. A phase, a note or a verdict begins the run when there is none. */
export function commandChange(key: CommandKey, event: CommandEvent, op?: string): Change<CommandDocument> {
  return {
    key,
    format: commandFormat,
    event: noteOf(event),
    op,
    decide(doc, now) {
      if (doc === null && event.type === 'complete') throw noRun(key);
      return applyCommand(doc ?? newCommand(key.command, key.feature, now), event, now);
    },
  };
}

/** What the history says about an event. */
function noteOf(event: CommandEvent): EventNote {
  if (event.type === 'phase') {
    const { status } = event.data;
    const args: JsonObject = { phase: event.phase, ...(status === undefined ? {} : { status }) };
    return { name: 'phase', args };
  }
  return event.type === 'gate' ? { name: 'gate', args: { ship_allowed: event.ship_allowed } } : { name: event.type };
}
