// `pawl workflow advance|update|fail|retry|finish|abandon`: the steps of a workflow that is there.

import { workflowFamily } from '../../../families/workflow/index.js';
import type { Problem } from '../../../rules/errors.js';
import { forAnyDocument } from '../../../service/documents.js';
import { takeWorkflowStep, type WorkflowStep } from '../../../service/workflow/take-workflow-step.js';
import { withBench } from '../bench.js';
import type { Answer, Call } from '../call.js';
import { inputOf } from '../terminal/input.js';
import { answerSaved, writeOptionsOf } from '../write/saved.js';
import { stateOf } from '../write/workflow-state.js';

type Steps = WorkflowStep['type'];

const events: { readonly [Type in Steps]: (call: Call, root: string, problems: Problem[]) => WorkflowStep } = {
  advance: (call, root, problems) => ({
    type: 'advance',
    ...(call.number('phase') === undefined ? {} : { phase: call.number('phase') }),
    ...(call.number('phases') === undefined ? {} : { total_phases: call.number('phases') }),
    ...stateOf(call, root, problems),
  }),
  update: (call, root, problems) => ({ type: 'update', state: {}, ...stateOf(call, root, problems) }),
  fail: (call) => ({
    type: 'fail',
    error: inputOf(call, 'error') ?? '',
    ...(call.flag('final') ? { final: true } : {}),
  }),
  retry: () => ({ type: 'retry' }),
  finish: () => ({ type: 'finish' }),
  abandon: (call) => ({ type: 'abandon', reason: inputOf(call, 'reason') }),
};

const isStep = (name: string): name is Steps => Object.hasOwn(events, name);

/**
 * Takes a step of a workflow.
 * @param call which workflow, and what the step needs
 * @returns what was stored
 */
export async function run(call: Call): Promise<Answer> {
  const step = call.row.name.split(' ')[1] ?? '';
  if (!isStep(step)) throw new TypeError(`pawl ${call.row.name} is no step of a workflow`);
  return withBench(call, { workflow: forAnyDocument(workflowFamily) }, async (bench) => {
    const problems: Problem[] = [];
    const event = events[step](call, bench.root, problems);
    const how = { doing: `pawl ${call.row.name}`, options: writeOptionsOf(call), problems };
    const { key, saved, what } = await takeWorkflowStep(bench, call.positionals[0] ?? '', event, how);
    return answerSaved(call, bench, key, saved, { what });
  });
}
