// The workflow family: checkpoints of orchestrated workflows in .claude/checkpoints (seed 004).

import { isJsonObject, type JsonObject } from '../../rules/json/json.js';
import type { Family } from '../family.js';
import { checkWorkflow } from './check.js';
import { isNewerThanKnown } from './migrate.js';
import { settleWorkflow } from './progress.js';
import { isWorkflowFinished, workflowOverview, workflowResumePoint } from './resume.js';
import type { WorkflowCheckpoint } from './types.js';

export { checkWorkflow, isWorkflowCheckpoint, workflowStatuses } from './check.js';
export { workflowEventProblems } from './event-rules.js';
export { idsOf, nextSecond, parseWorkflowId, workflowId, type WorkflowIdParts } from './id.js';
export {
  isNewerThanKnown,
  latestSchemaVersion,
  type MigratedWorkflow,
  migrateWorkflow,
  needsMigration,
  presentForm,
  schemaVersionOf,
} from './migrate.js';
export { planPathOf, withPlanRecord } from './plan.js';
export { completedPhases, firstOpenPhase, settleWorkflow } from './progress.js';
export { ageInWords, resumePrompt, workflowOverview, workflowResumePoint } from './resume.js';
export { filesOfPhase, phaseAtWork, withTouchedFiles } from './touched.js';
export { applyWorkflow, pastErrors, placeAfter } from './transitions.js';
export type * from './types.js';

function recognisesWorkflow(value: unknown): value is JsonObject {
  if (!isJsonObject(value)) return false;
  const isNamed = typeof value['checkpoint_id'] === 'string' || typeof value['workflow_type'] === 'string';
  return isNamed && ['status', 'current_phase', 'workflow_state'].some((field) => Object.hasOwn(value, field));
}

export const workflowFamily: Family<WorkflowCheckpoint> = {
  name: 'workflow',
  recognises: recognisesWorkflow,
  isNewer: isNewerThanKnown,
  check: checkWorkflow,
  overview: workflowOverview,
  isFinished: isWorkflowFinished,
  resumePoint: workflowResumePoint,
  settle: settleWorkflow,
  stamp: (doc, now) => ({ ...doc, updated_at: now }),
  stampOf: (doc) => (typeof doc.updated_at === 'string' ? doc.updated_at : null),
};
