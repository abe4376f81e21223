// The pipeline family (seed 003): builds of a PRD in phases of workstreams, with gates between them.
// The schema is not exported here: declarations that users see must not mention the library it is written with.

import { isJsonObject, type JsonObject } from '../../rules/json/json.js';
import type { Family } from '../family.js';
import { checkPipeline } from './check.js';
import { isFinishedPipeline, overviewOf, resumePointOf } from './resume.js';
import { settlePipeline } from './settle.js';
import type { PipelineCheckpoint } from './types.js';

export { checkPipeline } from './check.js';
export { planChange } from './plan-change.js';
export { gateIdOf, gateLabel, type GateUse, type PlanView, planOf } from './plan.js';
export { heldOpen } from './derive.js';
export { missingFor } from './missing.js';
export { dueGates, readyWorkstreams } from './ready.js';
export { type ApprovalDue, approvalDue } from './waits.js';
export { displayState } from './resume.js';
export type * from './evidence/types.js';
export { waiverProblems } from './steps/decisions.js';
export type * from './steps/events.js';
export { gateUses } from './steps/gates.js';
export { alreadyComplete } from './steps/refuse.js';
export { applyPipeline } from './transitions.js';
export * from './types.js';

const idKeys = ['prd', 'prd_id', 'id', 'spec_id'] as const;

/** Members that only pipelines have, under the names that were met in real files. */
const hallmarks = [
  'completed_workstreams',
  'in_progress_workstreams',
  'pending_workstreams',
  'workstreams',
  'gates_passed',
  'gates_pending',
  'adversarial_review',
] as const;

function isOfAnotherFamily(value: JsonObject): boolean {
  const isWorkflow = Object.hasOwn(value, 'checkpoint_id') || Object.hasOwn(value, 'workflow_type');
  return isWorkflow || (typeof value.command === 'string' && isJsonObject(value.phases));
}

/**
 * Tells whether a value looks like a pipeline checkpoint, drifted ones included.
 * @param value any parsed value
 * @returns true when it has an id or a status, and lists that only pipelines have; or a PRD's id and a status
 */
export function isPipeline(value: unknown): value is JsonObject {
  if (!isJsonObject(value) || isOfAnotherFamily(value)) return false;
  const hasId = idKeys.some((key) => typeof value[key] === 'string');
  const hasStatus = typeof value.status === 'string';
  const marks = hallmarks.filter((key) => typeof value[key] === 'object' && value[key] !== null).length;
  const hasPrd = typeof value.prd === 'string' || typeof value.prd_id === 'string';
  return (marks > 0 && (hasId || hasStatus)) || (hasPrd && hasStatus);
}

/** The pipeline family. */
export const pipelineFamily: Family<PipelineCheckpoint> = {
  name: 'pipeline',
  recognises: isPipeline,
  isNewer: () => false,
  check: checkPipeline,
  overview: overviewOf,
  isFinished: isFinishedPipeline,
  resumePoint: resumePointOf,
  settle: settlePipeline,
  stamp: (doc, now) => ({ ...doc, timestamp: now }),
  stampOf: (doc) => (typeof doc.timestamp === 'string' ? doc.timestamp : null),
};
