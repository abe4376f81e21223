// `pawl workflow start`: begins a workflow, unless one of the same project is unfinished.

import type { StartEvent } from '../../../families/workflow/index.js';
import { badInput } from '../../../rules/errors.js';
import { keysOfRef, workflowKey } from '../../../rules/names.js';
import { families } from '../../../service/families.js';
import { workflowInputProblems } from '../../../service/plans/workflow.js';
import { startFresh } from '../../../service/resume/act/discard.js';
import type { Decision } from '../../../service/resume/decision.js';
import { decideStart } from '../../../service/resume/start.js';
import { startedBefore, startWorkflow } from '../../../service/start-workflow.js';
import type { Workbench } from '../../../service/workbench.js';
import { withBench } from '../bench.js';
import type { Answer, Call } from '../call.js';
import { tidyUp } from '../daily.js';
import { exits } from '../exit-codes.js';
import { inputOf } from '../terminal/input.js';
import { oneLine } from '../terminal/width.js';
import { answerSaved } from '../write/saved.js';
import { stateOf } from '../write/workflow-state.js';

function eventOf(call: Call, root: string): StartEvent {
  const [workflow_type = '', project = ''] = call.positionals;
  const event: StartEvent = {
    type: 'start',
    id: '',
    workflow_type,
    project,
    description: inputOf(call, 'description') ?? '',
    total_phases: call.number('phases') ?? 1,
    ...stateOf(call, root),
  };
  const problems = workflowInputProblems(event, root);
  if (problems.length > 0) throw badInput('pawl workflow start', problems);
  return event;
}

/** Says what is unfinished, and how to go on with it or begin anew. */
function undecided({ out }: Call, decision: Decision): Answer {
  const { ref, title, from, reasons, next_command, progress } = decision;
  const far = progress === null ? '' : `, ${progress.done} of ${progress.total} phases complete`;
  out.line(
    oneLine(`"${title ?? ref}" is unfinished: ${ref}${far}${from === null ? '' : `; it goes on with ${from}`}.`),
  );
  for (const reason of reasons) out.line(`  ${oneLine(reason)}`);
  out.line('Nothing was begun.');
  if (next_command !== null) out.line(`  To go on with it:  ${oneLine(next_command)}`);
  out.line('  To begin anew:     the same call with --fresh; the unfinished one moves to failed/, with its history');
  return { json: { ok: false, ...decision, acted: null }, exit: exits.blocked };
}

/** The unfinished run that is in the way, unless this very call began it. */
async function inTheWay(call: Call, bench: Workbench, start: StartEvent): Promise<Decision | null> {
  const { workflow_type: type, project, description } = start;
  const opId = call.text('op-id');
  if (opId !== undefined && (await startedBefore(bench, type, project, opId)) !== null) return null;
  return decideStart(bench, { family: 'workflow', type, project, description });
}

/**
 * Begins a workflow.
 * @param call type, project, what it is for, and what it begins with
 * @returns what was stored, or the decision that has to be made first
 */
export async function run(call: Call): Promise<Answer> {
  return withBench(call, families, async (bench) => {
    const start = eventOf(call, bench.root);
    const found = await inTheWay(call, bench, start);
    const isFresh = call.flag('fresh') || call.text('choice') === 's';
    if (found !== null && !isFresh) return undecided(call, found);
    const [old] = found?.ref == null ? [] : keysOfRef(found.ref);
    if (old !== undefined) await startFresh(bench, old);
    const saved = await startWorkflow(bench, start, call.text('op-id'));
    const key = workflowKey(saved.document.checkpoint_id);
    const what = `phase 1 of ${saved.document.total_phases} may begin`;
    const answer = answerSaved(call, bench, key, saved, { what, more: { replaced: found?.ref ?? null } });
    await tidyUp(call, bench.root);
    return answer;
  });
}
