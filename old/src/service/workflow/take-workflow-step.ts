// One step of a workflow that is there, as the command line and the MCP server take it: stored with what was touched.

import type { WorkflowCheckpoint, WorkflowEvent } from '../../families/workflow/index.js';
import { badInput, type Problem } from '../../rules/errors.js';
import type { Key } from '../../rules/names.js';
import type { Saved } from '../checkpoint.js';
import { writeWithTouched } from '../journal/store-touched.js';
import { planWorkflow, workflowInputProblems } from '../plans/workflow.js';
import { workflowRef } from '../typed-refs.js';
import type { Workbench, WriteOptions } from '../workbench.js';

/** The events that have a command, or a tool, of their own. */
export type WorkflowStep = Exclude<WorkflowEvent, { readonly type: 'start' | 'note' }>;

/** A step that was taken. */
export interface TakenWorkflowStep {
  readonly key: Key;
  readonly saved: Saved<WorkflowCheckpoint>;
  /** The step in words. */
  readonly what: string;
}

const happened: { readonly [Type in Exclude<WorkflowStep['type'], 'advance'>]: string } = {
  update: 'its state is updated',
  fail: 'it has failed',
  retry: 'it goes on',
  finish: 'it is complete; its last state is archived',
  abandon: 'it is abandoned',
};

/**
 * Takes a step.
 * @param bench the store and the circumstances
 * @param typed the workflow, as it was named
 * @param event what happens
 * @param how what the caller calls the step, its expectations, and what it found wrong with it already
 * @param how.doing e.g. `pawl workflow advance`
 * @param how.options expected revision, op id
 * @param how.problems see above
 * @returns what was stored
 */
export async function takeWorkflowStep(
  bench: Workbench,
  typed: string,
  event: WorkflowStep,
  how: { readonly doing: string; readonly options: WriteOptions; readonly problems?: readonly Problem[] },
): Promise<TakenWorkflowStep> {
  const problems = [...(how.problems ?? []), ...workflowInputProblems(event, bench.root)];
  if (problems.length > 0) throw badInput(how.doing, problems);
  const key = await workflowRef(bench, typed);
  const plan = planWorkflow(key, event, bench.root);
  const saved = await writeWithTouched<WorkflowCheckpoint>(bench, key, plan, how.options);
  const { completed_phases: done, total_phases: total } = saved.document;
  const what = event.type === 'advance' ? `${done.length} of ${total} phases are complete` : happened[event.type];
  return { key, saved, what };
}
