// `pawl workflow advance|update|fail|retry|finish|abandon`: the steps of a workflow that is there.

import { type WorkflowCheckpoint, type WorkflowEvent, workflowFamily } from '../../../families/workflow/index.js';
import { badInput, type Problem } from '../../../rules/errors.js';
import { forAnyDocument } from '../../../service/documents.js';
import { writeWithTouched } from '../../../service/journal/store-touched.js';
import { planWorkflow, workflowInputProblems } from '../../../service/plans/workflow.js';
import { withBench } from '../bench.js';
import type { Answer, Call } from '../call.js';
import { inputOf } from '../terminal/input.js';
import { workflowRef } from '../../../service/typed-refs.js';
import { answerSaved, writeOptionsOf } from '../write/saved.js';
import { stateOf } from '../write/workflow-state.js';

type Steps = Exclude<WorkflowEvent['type'], 'start' | 'note'>;

const events: { readonly [Type in Steps]: (call: Call, root: string, problems: Problem[]) => WorkflowEvent } = {
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

const happened: { readonly [Type in Exclude<Steps, 'advance'>]: string } = {
  update: 'its state is updated',
  fail: 'it has failed',
  retry: 'it goes on',
  finish: 'it is complete; its last state is archived',
  abandon: 'it is abandoned',
};

function whatHappened(step: Steps, { completed_phases: done, total_phases: total }: WorkflowCheckpoint): string {
  return step === 'advance' ? `${done.length} of ${total} phases are complete` : happened[step];
}

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
    problems.push(...workflowInputProblems(event, bench.root));
    if (problems.length > 0) throw badInput(`pawl ${call.row.name}`, problems);
    const key = await workflowRef(bench, call.positionals[0] ?? '');
    const plan = planWorkflow(key, event, bench.root);
    const saved = await writeWithTouched<WorkflowCheckpoint>(bench, key, plan, writeOptionsOf(call));
    return answerSaved(call, bench, key, saved, { what: whatHappened(step, saved.document) });
  });
}
