// When a command's run is over: it has the time of its completion, and nothing is open.

import { isIsoTime, type Fields } from '../../../rules/fields.js';
import { isJsonObject, type Json } from '../../../rules/json/json.js';
import { isSomeText, memberIn } from '../../../rules/json/read-member.js';
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
 * @param doubt what the file says against it; null when it says nothing
 */
export function repairCompletion(draft: Draft, doubt: string | null): void {
  const value = draft.get('completed_at');
  const claim = doubt === null ? claimOf(draft.root) : 'in_progress';
  if (value !== undefined && readTime(value) !== null) {
    const isOpen = isOpenBeside(draft.root, readTime(value));
    if ((claim === null || claim === 'complete') && !isOpen) {
      const why = 'times are in ISO 8601 with their zone; without one, UTC is taken';
      draft.set(['completed_at'], readTime(value), 'spelling', why);
      return;
    }
    const why = isOpen ? 'the state says otherwise' : (doubt ?? 'status says otherwise');
    draft.setAside(['completed_at'], `${why}; what is in doubt is not done`, 'conflict');
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

/**
 * Tells whether anything is open in a run that has the time of its completion.
 * @param document the document
 * @param end that time
 * @returns true when the state names an open phase, or a phase is open that was not left so before the end
 */
export function isOpenBeside(document: Fields, end: string | null): boolean {
  const { state, phases } = document;
  const { current_phase: current, pending_phases: pending } = isJsonObject(state) ? state : {};
  const isLeft = (name: unknown): boolean => {
    const phase = isJsonObject(phases) && typeof name === 'string' && Object.hasOwn(phases, name) ? phases[name] : {};
    const status = memberIn(phase, 'status');
    return typeof name === 'string' && status !== 'complete' && status !== 'skipped';
  };
  if (isLeft(current) || (Array.isArray(pending) && pending.some(isLeft))) return true;
  return unitsLeft(document).some(({ name, status }) => {
    if (status === 'complete' || status === 'skipped') return false;
    const phase = memberIn(phases, name);
    const at = isJsonObject(phase) ? readTime(phase['updated_at']) : null;
    return at === null || end === null || Date.parse(at) > Date.parse(end);
  });
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
  if (!isSomeText(value) || isDoubtful(value)) return false;
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
