// What happened to a workflow, phase by phase.

import { isJsonObject, type Json, type JsonObject, sameJson } from '../../rules/json/json.js';
import { completedPhases } from '../workflow/index.js';
import { became, type Change, shortly } from './change.js';

/** Places that are described here, that follow from others, or that every save changes. */
export const workflowPlaces =
  /^\/(?:updated_at|status|current_phase|total_phases|completed_phases|last_error|pawl\/(?:errors|failed_at|abandoned|spec))(?:\/|$)/;

/** What a workflow is called is no news when it begins. */
export const workflowIdentity =
  /^\/(?:checkpoint_id|workflow_type|workflow_description|created_at|workflow_state|workflow_state\/project_name)$/;

/**
 * Describes what happened to a workflow.
 * @param before the state before; empty when there was none
 * @param after the state after
 * @returns a line for each phase that changed, and for the run
 */
export function workflowChanges(before: JsonObject, after: JsonObject): Change[] {
  const [was, is] = [new Set(completedPhases(before)), new Set(completedPhases(after))];
  const changes: Change[] = [];
  for (const phase of is)
    if (!was.has(phase)) changes.push({ unit: `Phase ${phase}`, text: `phase ${phase}: complete` });
  for (const phase of was)
    if (!is.has(phase)) changes.push({ unit: `Phase ${phase}`, text: `phase ${phase}: open again` });
  const { status, total_phases: total, current_phase: current } = after;
  if (!sameJson(status, before['status']))
    changes.push({ unit: null, text: `status: ${became(before['status'], status)}` });
  if (!sameJson(total, before['total_phases']))
    changes.push({ unit: null, text: `phases: ${became(before['total_phases'], total)}` });
  if (!sameJson(after['last_error'] ?? null, before['last_error'] ?? null)) {
    const unit = typeof current === 'number' ? `Phase ${current}` : null;
    changes.push({ unit, text: errorText(after['last_error']) });
  }
  return changes;
}

function errorText(error: Json | undefined): string {
  if (error == null) return 'the failure is left behind';
  return `failed: ${shortly(isJsonObject(error) ? (error['message'] ?? error) : error)}`;
}
