// What became of the tasks of a phase.

import { isJsonObject, type Json, type JsonObject, sameJson } from '../../rules/json/json.js';
import { became, counted } from './change.js';

/** More of them than this are counted. */
const most = 5;

/**
 * Describes what became of tasks.
 * @param before the tasks before, by their ids
 * @param after the tasks after
 * @returns e.g. `task T3: in_progress → complete`, `task T4: removed`; of very many the first, and how many more
 */
export function taskChanges(before: JsonObject, after: JsonObject): readonly string[] {
  const changed = Object.keys(after).filter((id) => !sameJson(before[id], after[id]));
  const gone = Object.keys(before).filter((id) => !Object.hasOwn(after, id));
  const parts = [
    ...changed.map((id) => `task ${id}: ${taskChange(before[id], after[id])}`),
    ...gone.map((id) => `task ${id}: removed`),
  ];
  const more = parts.length - most;
  return more <= 0 ? parts : [...parts.slice(0, most), counted(more, 'more task')];
}

function taskChange(before: Json | undefined, after: Json | undefined): string {
  const [was, is] = [statusIn(before), statusIn(after)];
  return is === undefined || sameJson(was, is) ? 'changed' : became(was, is);
}

const statusIn = (task: Json | undefined): Json | undefined => (isJsonObject(task) ? task['status'] : task);
