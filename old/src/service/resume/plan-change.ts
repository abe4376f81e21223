// The plan that a workflow depends on, held against the disk. Reads only.

import { planPathOf } from '../../families/workflow/plan.js';
import { isJsonObject, type JsonObject } from '../../rules/json/json.js';
import { mapIn } from '../../rules/json/read-member.js';
import { readPlan } from '../plans/plan-file.js';
import { isGone } from '../gone-files.js';

/**
 * Compares the plan of a workflow with what was remembered of it.
 * @param root where relative paths begin
 * @param doc the workflow
 * @returns what happened to it, in words; null when it is as it was, or when there is none
 */
export function planChangeOf(root: string, doc: JsonObject): string | null {
  const file = planPathOf(doc);
  if (file === null || file.includes('\0')) return null;
  if (isGone(root, file)) return `its plan ${file} is gone`;
  const pawl = mapIn(doc, 'pawl');
  const known = isJsonObject(pawl['spec']) && pawl['spec']['path'] === file ? pawl['spec']['hash'] : undefined;
  if (typeof known !== 'string') return null;
  const now = readPlan(root, file);
  return now === null || now.hash === known ? null : `its plan ${file} has changed since the last step`;
}
