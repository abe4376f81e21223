// `pawl workflow start`: begins a workflow, unless one of the same project is unfinished.

import type { StartEvent, WorkflowCheckpoint } from '../../../families/workflow/index.js';
import { badInput, type Problem } from '../../../rules/errors.js';
import { parseKey, workflowKey } from '../../../rules/names.js';
import type { Saved } from '../../../service/checkpoint.js';
import { families } from '../../../service/families.js';
import { currentOwner } from '../../../service/lease/leases.js';
import { workflowInputProblems } from '../../../service/plans/workflow.js';
import { startFresh } from '../../../service/resume/act/discard.js';
import { decideStart } from '../../../service/resume/start.js';
import { inTurn } from '../../../service/start-turn.js';
import { startedBefore, startWorkflow } from '../../../service/start-workflow.js';
import type { Workbench } from '../../../service/workbench.js';
import { withBench } from '../bench.js';
import type { Answer, Call } from '../call.js';
import { attempt } from '../call-problems.js';
import { tidyUp } from '../daily.js';
import { decideBefore } from '../resume/before-start.js';
import { asideWords } from '../resume/choices.js';
import type { Scene } from '../resume/scene.js';
import { findRoot } from '../root.js';
import { inputOf } from '../terminal/input.js';
import { answerSaved } from '../write/saved.js';
import { stateOf } from '../write/workflow-state.js';

function eventOf(call: Call, root: string, problems: Problem[]): StartEvent {
  const [workflow_type = '', project = ''] = call.positionals;
  const event: StartEvent = {
    type: 'start',
    id: '',
    workflow_type,
    project,
    description: attempt(problems, '--description', () => inputOf(call, 'description')) ?? '',
    total_phases: call.number('phases') ?? 1,
    ...stateOf(call, root, problems),
  };
  problems.push(...workflowInputProblems(event, root));
  return event;
}

/** Which argument writes a member of the event. */
const written: Readonly<Record<string, string>> = {
  '/workflow_type': 'TYPE',
  '/project': 'PROJECT',
  '/description': '--description',
  '/total_phases': '--phases',
};

/**
 * Finds everything that is wrong with a call.
 * @param call the call, as far as its arguments fit
 * @returns the problems that its arguments do not tell by themselves
 */
export function check(call: Call): readonly Problem[] {
  const problems: Problem[] = [];
  eventOf(call, findRoot(call), problems);
  return problems.map((problem) => Object.assign({}, problem, { path: written[problem.path] ?? problem.path }));
}

/** The unfinished run that is in the way, unless this very call began it. */
async function inTheWay(call: Call, bench: Workbench, start: StartEvent): Promise<Scene | null> {
  const { workflow_type: type, project, description } = start;
  const opId = call.text('op-id');
  if (opId !== undefined && (await startedBefore(bench, type, project, opId)) !== null) return null;
  const owner = currentOwner();
  const decision = await decideStart(bench, { family: 'workflow', type, project, description, owner });
  const key = parseKey(decision?.id ?? '');
  if (decision === null || key === null) return null;
  const stored = decision.revision === null ? null : await bench.store.get(key);
  return { call, bench, owner, decision, key, stored, now: new Date(bench.clock()).toISOString() };
}

/**
 * Begins a workflow.
 * @param call type, project, what it is for, and what it begins with
 * @returns what was stored, or the decision that has to be made first
 */
export async function run(call: Call): Promise<Answer> {
  return withBench(call, families, async (bench) => {
    const problems: Problem[] = [];
    const start = eventOf(call, bench.root, problems);
    if (problems.length > 0) throw badInput('pawl workflow start', problems);
    const begin = (): Promise<Saved<WorkflowCheckpoint>> => startWorkflow(bench, start, call.text('op-id'));
    const met = await inTurn(bench.root, start.project, async () => {
      const before = await inTheWay(call, bench, start);
      return before === null ? { before, saved: await begin() } : { before, saved: null };
    });
    const { before } = met;
    const decided = before === null ? null : await decideBefore(before);
    if (decided !== null) return decided;
    const old = before === null ? null : await startFresh(bench, before.key, { owner: before.owner });
    if (before !== null && old === null)
      call.out.line(`The file of ${before.decision.ref} was set aside; ${asideWords}`);
    if (before?.decision.place === 'live' && old !== null)
      call.out.line(`${before.decision.ref} moved to failed/, with its history`);
    const saved = met.saved ?? (await begin());
    const key = workflowKey(saved.document.checkpoint_id);
    const what = `phase 1 of ${saved.document.total_phases} may begin`;
    const answer = answerSaved(call, bench, key, saved, { what, more: { replaced: before?.decision.ref ?? null } });
    await tidyUp(call, bench.root);
    return answer;
  });
}
