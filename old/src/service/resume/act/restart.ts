// Begins a workflow again that was put away for a fresh start: the same work, under an id of its own.

import { parseWorkflowId } from '../../../families/workflow/id.js';
import { isJsonObject } from '../../../rules/json/json.js';
import { workflowKey } from '../../../rules/names.js';
import type { Stored } from '../../../store/store.js';
import { startWorkflow } from '../../start-workflow.js';
import { readNewest, type Workbench } from '../../workbench.js';

/**
 * Begins a workflow again.
 * @param bench the store and the circumstances
 * @param old the one that was put away
 * @returns the new one; null when the old one does not tell what it was about
 */
export async function restartWorkflow(bench: Workbench, old: Stored): Promise<Stored | null> {
  const { key, state } = old;
  const parts = key.family === 'workflow' ? parseWorkflowId(key.id) : null;
  const { workflow_type, workflow_description: description, total_phases, workflow_state: kept } = state;
  const project =
    isJsonObject(kept) && typeof kept['project_name'] === 'string' ? kept['project_name'] : parts?.project;
  const type = typeof workflow_type === 'string' ? workflow_type : parts?.type;
  if (type === undefined || project === undefined || typeof description !== 'string') return null;
  if (typeof total_phases !== 'number' || !Number.isInteger(total_phases) || total_phases < 1) return null;
  const started = await startWorkflow(bench, { workflow_type: type, project, description, total_phases });
  return readNewest(bench.store, workflowKey(started.document.checkpoint_id));
}
