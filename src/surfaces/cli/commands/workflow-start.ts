// `pawl workflow start`: begins a workflow.

import { type StartEvent, workflowFamily } from '../../../families/workflow/index.js';
import { badInput } from '../../../rules/errors.js';
import { workflowKey } from '../../../rules/names.js';
import { forAnyDocument } from '../../../service/documents.js';
import { workflowInputProblems } from '../../../service/plans/workflow.js';
import { startWorkflow } from '../../../service/start-workflow.js';
import { withBench } from '../bench.js';
import type { Answer, Call } from '../call.js';
import { tidyUp } from '../daily.js';
import { inputOf } from '../terminal/input.js';
import { answerSaved } from '../write/saved.js';
import { stateOf } from '../write/workflow-state.js';

/**
 * Begins a workflow.
 * @param call type, project, what it is for, and what it begins with
 * @returns what was stored
 */
export async function run(call: Call): Promise<Answer> {
  const [workflow_type = '', project = ''] = call.positionals;
  return withBench(call, { workflow: forAnyDocument(workflowFamily) }, async (bench) => {
    const start: StartEvent = {
      type: 'start',
      id: '',
      workflow_type,
      project,
      description: inputOf(call, 'description') ?? '',
      total_phases: call.number('phases') ?? 1,
      ...stateOf(call, bench.root),
    };
    const problems = workflowInputProblems(start, bench.root);
    if (problems.length > 0) throw badInput('pawl workflow start', problems);
    const saved = await startWorkflow(bench, start, call.text('op-id'));
    const key = workflowKey(saved.document.checkpoint_id);
    const answer = answerSaved(call, bench, key, saved, {
      what: `phase 1 of ${saved.document.total_phases} may begin`,
    });
    await tidyUp(call, bench.root);
    return answer;
  });
}
