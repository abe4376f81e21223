// The operations of the command family as plans, for the library, the silent facade and the command line alike.

import {
  type CommandCheckpoint,
  type CommandEvent,
  type PhaseData,
  applyCommand,
} from '../../families/command/index.js';
import { taskChanges } from '../../families/changes/tasks.js';
import { isComplete, unitsOf } from '../../families/command/phases.js';
import { isJsonObject, type JsonObject } from '../../rules/json/json.js';
import type { CommandKey, Key } from '../../rules/names.js';
import type { EventNote, Stored } from '../../store/store.js';
import type { Plan } from '../change.js';
import { asDocument, asState } from '../documents.js';
import { hasUnreadWork, unreadWork } from '../unread-work.js';
import type { Workbench } from '../workbench.js';
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

/** Work on a run takes it up; what is only said about one does not. */
function mayTakeUp(event: CommandEvent): boolean {
  return event.type === 'complete' || event.type === 'phase';
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
    if (doc !== null && event.type === 'complete' && hasUnreadWork(doc, unitsOf(doc).length)) throw unreadWork(key);
    const before = doc === null ? null : asDocument<CommandCheckpoint>(doc);
    const next = also.reduce((made, one) => applyCommand(made, one, now), applyCommand(before, event, now));
    return { state: asState(next), event: noteWithTasks(event, before, next) };
  };
}

/**
 * Plans a phase as it is reported: by the one who works, where HEAD is now. The first one begins a run with its usual phases.
 * @param bench where HEAD is
 * @param key the run
 * @param phase the phase
 * @param data what is reported of it
 * @param also what happens in the same step
 * @returns the plan
 */
export function planReport(
  bench: Pick<Workbench, 'head' | 'branch'>,
  key: CommandKey,
  phase: string,
  data: PhaseData,
  ...also: readonly CommandEvent[]
): Plan {
  const { command, feature } = key;
  const at = { head_commit: bench.head(), branch: bench.branch() };
  const begins = { typical_phases: true, new_run: true };
  return planCommand(key, { type: 'phase', command, feature, phase, data, ...at, ...begins }, ...also);
}

/** Which tasks a step changed is seen from the states alone: the event names only those that it sets. */
function noteWithTasks(event: CommandEvent, before: CommandCheckpoint | null, next: CommandCheckpoint): EventNote {
  const note = noteOf(event);
  if (event.type !== 'phase' || event.data.tasks == null) return note;
  const isSame = before?.started_at === next.started_at;
  const tasks = taskChanges(tasksIn(isSame ? before : null, event.phase), tasksIn(next, event.phase));
  return tasks.length === 0 ? note : { ...note, args: { ...note.args, tasks } };
}

function tasksIn(doc: CommandCheckpoint | null, phase: string): JsonObject {
  const found = doc !== null && Object.hasOwn(doc.phases, phase) ? doc.phases[phase]?.tasks : undefined;
  return isJsonObject(found) ? found : {};
}
