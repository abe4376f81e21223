// The plan that a workflow follows: where its path stands in the state, and what is remembered of the file. Reads no disk.

import type { Fields } from '../../rules/fields.js';
import { isJsonObject, sameJson } from '../../rules/json/json.js';
import type { PlanRecord, WorkflowCheckpoint } from './types.js';

/**
 * Finds the path of the plan.
 * @param doc the checkpoint
 * @returns `workflow_state.plan_path`, or null when there is none
 */
export function planPathOf(doc: Fields): string | null {
  const state = doc['workflow_state'];
  const path = isJsonObject(state) ? state['plan_path'] : null;
  return typeof path === 'string' && path !== '' ? path : null;
}

/**
 * Remembers the plan under `pawl.spec`.
 * @param doc the checkpoint
 * @param record path and hash, or null to forget the plan
 * @returns the checkpoint with it; the same object when nothing changes
 */
export function withPlanRecord(doc: WorkflowCheckpoint, record: PlanRecord | null): WorkflowCheckpoint {
  const { spec: old, ...rest } = doc.pawl ?? {};
  if (record === null) return old === undefined ? doc : { ...doc, pawl: rest };
  const spec = { ...old, ...record };
  return sameJson(spec, old) ? doc : { ...doc, pawl: { ...doc.pawl, spec } };
}
