// Begins a workflow: its id names the second of its start, and when that id is taken, the next free second is used.

import { idsOf, nextSecond, type StartEvent, type WorkflowCheckpoint, workflowId } from '../families/workflow/index.js';
import { PawlError, isPawlError } from '../rules/errors.js';
import { refOf, workflowKey } from '../rules/names.js';
import type { Plan } from './change.js';
import type { Saved } from './checkpoint.js';
import { planWorkflow } from './plans/workflow.js';
import { everyPlace } from './refs.js';
import { type Workbench, write } from './workbench.js';

const maxTakenSeconds = 600;

/** How a workflow begins; its id is made on the way. */
export type WorkflowBeginning = Omit<StartEvent, 'type' | 'id'>;

/**
 * Begins a workflow.
 * @param bench the store and the circumstances
 * @param start how it begins, checked before
 * @param opId the same op id twice counts once, although each start would have an id of its own
 * @returns the stored checkpoint
 */
export async function startWorkflow(
  bench: Workbench,
  start: WorkflowBeginning,
  opId?: string,
): Promise<Saved<WorkflowCheckpoint>> {
  const plan = (id: string): Plan => planWorkflow(workflowKey(id), { ...start, type: 'start', id }, bench.root);
  return writeWithFreeId(bench, start.workflow_type, start.project, plan, opId);
}

/**
 * Stores the first revision of a workflow under the first free id.
 * @param bench the store and the circumstances
 * @param type the workflow's type
 * @param project the project's name
 * @param planFor makes the plan for an id
 * @param opId see {@link startWorkflow}
 * @returns the stored checkpoint
 */
export async function writeWithFreeId(
  bench: Workbench,
  type: string,
  project: string,
  planFor: (id: string) => Plan,
  opId?: string,
): Promise<Saved<WorkflowCheckpoint>> {
  const now = bench.clock(); // the id and `created_at` name the same moment
  const atOnce = { ...bench, clock: () => now };
  const done = opId === undefined ? null : await startedBefore(bench, type, project, opId);
  if (done !== null) return write(atOnce, workflowKey(done), planFor(done), opId === undefined ? {} : { opId });
  let id = workflowId(type, project, new Date(now));
  for (let taken = 0; taken < maxTakenSeconds; taken++) {
    try {
      const options = { expect: 0, ...(opId === undefined ? {} : { opId }) };
      return await write(atOnce, workflowKey(id), planFor(id), options);
    } catch (error) {
      if (!isPawlError(error, 'conflict')) throw error;
      id = nextSecond(id);
    }
  }
  throw new PawlError('busy', `no free id for ${type}/${project} within ${maxTakenSeconds} seconds`);
}

/**
 * Finds the workflow that an earlier call with the same op id began.
 * @param bench the store and the circumstances
 * @param type the workflow's type
 * @param project the project's name
 * @param opId the op id
 * @returns its id, or null
 */
export async function startedBefore(
  bench: Workbench,
  type: string,
  project: string,
  opId: string,
): Promise<string | null> {
  const isOfSame = idsOf(type, project);
  for (const { key } of await bench.store.list({ family: 'workflow', places: everyPlace })) {
    if (isOfSame(refOf(key)) && (await bench.store.findOp(key, opId)) !== null) return refOf(key);
  }
  return null;
}
