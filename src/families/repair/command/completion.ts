// When a command's run is over: it has the time of its completion, and nothing is open.

import { isIsoTime, type Fields } from '../../../rules/fields.js';
import type { Json } from '../../../rules/json/json.js';
import { unitsOf } from '../../command/phases.js';
import type { Draft } from '../draft.js';
import { isDoubtful, readStatus } from '../read/status.js';
import { readTime } from '../read/times.js';
import type { Concept } from '../read/words.js';

const times = ['completed_at', 'finished_at', 'ended_at', 'completion_time', 'end_time', 'updated_at'];
const flags = ['completed', 'complete', 'done', 'finished', 'is_complete'];

/**
 * Gives a run that is said to be over the time of its completion, and takes it from one that is not over.
 * @param draft the document, its times repaired
 */
export function repairCompletion(draft: Draft): void {
  const value = draft.get('completed_at');
  const claim = claimOf(draft.root);
  if (value !== undefined && readTime(value) !== null) {
    const isOpen = unitsLeft(draft.root).some(({ status }) => status === 'in_progress' || status === 'pending');
    if ((claim === null || claim === 'complete') && !isOpen) {
      const why = 'times are in ISO 8601 with their zone; without one, UTC is taken';
      draft.set(['completed_at'], readTime(value), 'spelling', why);
      return;
    }
    const where = isOpen ? 'the state' : 'status';
    draft.setAside(['completed_at'], `${where} says otherwise; what is in doubt is not done`, 'conflict');
    return;
  }
  const isOver = (claim === 'complete' || (claim === null && saysOver(value))) && isDone(draft.root);
  const source = times.find((field) => isIsoTime(readTime(draft.get(field))));
  if (isOver && source !== undefined) {
    const said = value === undefined ? 'the run says that it is complete' : 'completed_at is not a time';
    const why = `${said}, and every phase is done; taken from ${source}`;
    draft.set(['completed_at'], readTime(draft.get(source)), 'inferred', why);
  } else if (value !== undefined) draft.setAside(['completed_at'], 'completed_at is not a time');
}

/**
 * Tells whether a run says in other words than the format that it is over, and nothing in it says otherwise.
 * @param document a valid document
 * @returns true when it is to get the time of its completion
 */
export function claimsCompletion(document: Readonly<Record<string, Json>>): boolean {
  return document['completed_at'] === undefined && claimOf(document) === 'complete' && isDone(document);
}

function claimOf(document: Readonly<Record<string, Json>>): Concept | null {
  const status = document['status'];
  const said = readStatus(status);
  if (said !== null || isDoubtful(status)) return said ?? 'in_progress';
  const flag = flags.find((name) => Object.hasOwn(document, name) && typeof document[name] === 'boolean');
  return flag === undefined ? null : readStatus(document[flag]);
}

/** `"completed_at": "today"`, `true` */
function saysOver(value: Json | undefined): boolean {
  if (value === true) return true;
  if (typeof value !== 'string' || value.trim() === '' || isDoubtful(value)) return false;
  const said = readStatus(value);
  return said === null || said === 'complete';
}

function isDone(document: Fields): boolean {
  const units = unitsLeft(document);
  return units.length > 0 && units.every(({ status }) => status === 'complete' || status === 'skipped');
}

/** As if nothing were said about the end: a time of completion would hide what is open. */
function unitsLeft(document: Fields): ReturnType<typeof unitsOf> {
  return unitsOf({ ...document, completed_at: undefined });
}
