// What is said against a command's run. Only while nothing newer is known.

import { isJsonObject, type Json, type JsonObject } from '../../../rules/json/json.js';
import { mapIn } from '../../../rules/json/read-member.js';
import { unitsOf } from '../../command/phases.js';
import { readTime } from '../read/times.js';
import { doubtsIn } from './against.js';
import { isOpenBeside } from './completion.js';

/**
 * Says in words what a file says against its run.
 * @param document the document, its state and phases repaired
 * @returns the words; null when nothing speaks against it
 */
export function doubtOf(document: JsonObject): string | null {
  const units = unitsOf({ ...document, completed_at: undefined });
  // A name that stands in both lists is not done.
  const { pending_phases: pending } = mapIn(document, 'state');
  const open = new Set<Json>(Array.isArray(pending) ? pending : []);
  const isOpen = (name: string): boolean =>
    open.has(name) && !(isJsonObject(document['phases']) && Object.hasOwn(document['phases'], name));
  const isDone =
    units.length > 0 &&
    units.every(({ name, status }) => (status === 'complete' || status === 'skipped') && !isOpen(name));
  // A command that was completed may have left phases open before.
  const end = readTime(document['completed_at']);
  const isOver = isDone || (end !== null && !isOpenBeside(document, end));
  const doubts = doubtsIn(document, isOver);
  return doubts.length === 0 ? null : doubts.join('; ');
}
