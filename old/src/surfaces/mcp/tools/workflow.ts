// Tools for orchestrated workflows: seed 004's lifecycle.

import { badInput, PawlError } from '../../../rules/errors.js';
import { workflowKey } from '../../../rules/names.js';
import type { StatePatch } from '../../../families/workflow/index.js';
import { workflowInputProblems } from '../../../service/plans/workflow.js';
import { decideStart } from '../../../service/resume/start.js';
import { inTurn } from '../../../service/start-turn.js';
import { startedBefore, startWorkflow } from '../../../service/start-workflow.js';
import { takeWorkflowStep, type WorkflowStep } from '../../../service/workflow/take-workflow-step.js';
import * as f from '../fields.js';
import { answerSaved, type ChangeArgs, writeOptions } from '../saved.js';
import type { Scene } from '../scene.js';
import { type Reply, settles, tool, type ToolRow, writes } from '../tool.js';
import type { SavedDocument } from '../../../service/saved-document.js';

const state = f.optional(
  f.map('What changes in the state of the workflow: maps merge, other values replace, null deletes.', {
    plan_path: 'specs/auth.md',
  }),
);
const ref = f.text('The workflow: its id, or TYPE/PROJECT for the newest of a project.', 'orchestrate/auth_system');
const phases = (description: string) => f.number(description, 5);

const start = tool({
  name: 'workflow_start',
  title: 'Start a workflow',
  description:
    'Begins an orchestrated workflow of several phases. When an unfinished one of the same project is there, nothing is ' +
    'started: call resume for it first.',
  hints: writes,
  input: {
    type: f.text('The kind of workflow.', 'orchestrate'),
    project: f.text('A short name of the project or feature.', 'auth_system'),
    description: f.text('What it is for.', 'Build the login'),
    phases: phases('How many phases it has.'),
    state,
    op_id: f.change.op_id,
  },
  output: f.savedOutput,
  run: async (args, scene) =>
    scene.withBench(async (bench) => {
      const { type, project, description, op_id: opId } = args;
      const begin = { workflow_type: type, project, description, total_phases: args.phases, ...stateOf(args) };
      const problems = workflowInputProblems({ ...begin, type: 'start', id: '' }, bench.root);
      if (problems.length > 0) throw badInput('workflow_start', problems);
      const saved = await inTurn(bench.root, project, async () => {
        const isRepeated = opId !== undefined && (await startedBefore(bench, type, project, opId)) !== null;
        const before = isRepeated
          ? null
          : await decideStart(bench, { family: 'workflow', type, project, description, owner: scene.owner });
        if (before !== null) throw inTheWay(before.ref ?? '', before.reasons);
        return startWorkflow(bench, begin, opId);
      });
      const key = workflowKey(saved.document.checkpoint_id);
      return answerSaved(scene, bench, key, saved, `phase 1 of ${saved.document.total_phases} may begin`);
    }),
});

function inTheWay(unfinished: string, reasons: readonly string[]): PawlError {
  const why = reasons.length === 0 ? '' : ` (${reasons.join('; ')})`;
  return new PawlError('not-allowed', `${unfinished} of the same project is unfinished${why}; nothing was started`, {
    hint: `Call resume with ref ${unfinished}: it is taken up when that is safe, and otherwise a person decides.`,
  });
}

function stateOf({ state: given }: { readonly state?: StatePatch | undefined }): { readonly state?: StatePatch } {
  return given === undefined ? {} : { state: given };
}

/** Takes one step of a workflow that is there. */
async function step(
  scene: Scene,
  args: ChangeArgs & { readonly ref: string },
  event: WorkflowStep,
): Promise<Reply<SavedDocument>> {
  return scene.withBench(async (bench) => {
    const how = { doing: `workflow_${event.type}`, options: writeOptions(args) };
    const { key, saved, what } = await takeWorkflowStep(bench, args.ref, event, how);
    return answerSaved(scene, bench, key, saved, what);
  });
}

const advance = tool({
  name: 'workflow_advance',
  title: 'Complete a phase of a workflow',
  description:
    'Records that a phase is complete; the next one may begin. On a failed workflow it also leaves the failure.',
  hints: writes,
  input: {
    ref,
    phase: f.optional(f.number('The phase; the first one that is not complete unless given.', 2)),
    phases: f.optional(phases('A new number of phases, when the plan changed.')),
    state,
    ...f.change,
  },
  output: f.savedOutput,
  run: (args, scene) => {
    const { phase, phases: total } = args;
    const counts = {
      ...(phase === undefined ? {} : { phase }),
      ...(total === undefined ? {} : { total_phases: total }),
    };
    return step(scene, args, { type: 'advance', ...counts, ...stateOf(args) });
  },
});

const update = tool({
  name: 'workflow_update',
  title: 'Change the state of a workflow',
  description:
    'Records what changed in the state of a workflow within a phase, e.g. artifacts or the path of the plan.',
  hints: settles,
  input: {
    ref,
    state: f.map('What changes: maps merge, other values replace, null deletes.', { plan_path: 'specs/auth.md' }),
    ...f.change,
  },
  output: f.savedOutput,
  run: (args, scene) => step(scene, args, { type: 'update', state: args.state }),
});

const fail = tool({
  name: 'workflow_fail',
  title: 'Record the failure of a workflow',
  description: 'Records that the workflow failed and why. It can be taken up again with workflow_retry.',
  hints: writes,
  input: { ref, error: f.text('What went wrong.', 'the migration fails on empty tables'), ...f.change },
  output: f.savedOutput,
  run: (args, scene) => step(scene, args, { type: 'fail', error: args.error }),
});

const retry = tool({
  name: 'workflow_retry',
  title: 'Take a failed workflow up again',
  description: 'Leaves the failure behind when its cause is dealt with; the error stays in the history.',
  hints: writes,
  input: { ref, ...f.change },
  output: f.savedOutput,
  run: (args, scene) => step(scene, args, { type: 'retry' }),
});

const finish = tool({
  name: 'workflow_finish',
  title: 'Finish a workflow',
  description: 'Completes the workflow, and its last phase when only that is open. Its last state is archived.',
  hints: writes,
  input: { ref, ...f.change },
  output: f.savedOutput,
  run: (args, scene) => step(scene, args, { type: 'finish' }),
});

export const workflowTools: readonly ToolRow[] = [start, advance, update, fail, retry, finish];
