// Begins a run for a program: the first revision of a workflow, or of a command's run.

import { beginCommand, type CommandCheckpoint } from '../../families/command/index.js';
import { withLedger } from '../../families/durable/ledger.js';
import { badInput, PawlError } from '../../rules/errors.js';
import { commandKey, type Key, refOf, workflowKey } from '../../rules/names.js';
import type { Plan } from '../change.js';
import { asDocument, asState } from '../documents.js';
import { planWorkflow, workflowInputProblems } from '../plans/workflow.js';
import { writeWithFreeId } from '../start-workflow.js';
import { type Workbench, write } from '../workbench.js';
import { type RunKey, runKey } from './phase-plans.js';

/** What makes two runs the same work. */
export type RunIdentity =
  | { readonly family: 'command'; readonly command: string; readonly feature: string | null }
  | {
      readonly family: 'workflow';
      readonly type: string;
      readonly project: string;
      readonly description: string;
      /** What the workflow's state begins with. */
      readonly state?: Readonly<Record<string, unknown>> | undefined;
    };

/**
 * Begins a run.
 * @param bench the store and the circumstances
 * @param identity what it is about
 * @param phases its phases, when they are known
 * @param isRestarted a command's run was begun afresh just now
 * @returns its key
 */
export async function beginRun(
  bench: Workbench,
  identity: RunIdentity,
  phases: readonly string[],
  isRestarted: boolean,
): Promise<RunKey> {
  return identity.family === 'command'
    ? beginCommandRun(bench, identity, phases, isRestarted)
    : beginWorkflow(bench, identity, phases);
}

async function beginWorkflow(
  bench: Workbench,
  identity: Extract<RunIdentity, { readonly family: 'workflow' }>,
  phases: readonly string[],
): Promise<RunKey> {
  const { type, project, description, state } = identity;
  const total_phases = Math.max(1, phases.length);
  const start = { type: 'start', id: '', workflow_type: type, project, description, total_phases, state } as const;
  const problems = workflowInputProblems(start, bench.root);
  if (problems.length > 0) throw badInput('workflow', problems);
  const planFor = (id: string): Plan => {
    const plan = planWorkflow(workflowKey(id), { ...start, id }, bench.root);
    return (doc, now, current) => {
      const step = plan(doc, now, current);
      return { ...step, state: asState(withLedger(step.state, phases.map(named))) };
    };
  };
  const { document } = await writeWithFreeId(bench, type, project, planFor);
  return runKey(workflowKey(document.checkpoint_id));
}

async function beginCommandRun(
  bench: Workbench,
  { command, feature }: Extract<RunIdentity, { readonly family: 'command' }>,
  phases: readonly string[],
  isRestarted: boolean,
): Promise<RunKey> {
  const key = commandKey(command, feature);
  const head_commit = bench.head();
  const plan: Plan = (doc, now) => {
    const before = doc === null ? null : asDocument<CommandCheckpoint>(doc);
    if (before !== null && !isRestarted && before.completed_at === undefined) throw begunElsewhere(key);
    const begun = beginCommand(before, { type: 'phase', command, feature, head_commit }, phases, now);
    const state = asState(withLedger({ ...begun, head_commit, updated_at: now }, phases.map(named)));
    return { state, event: { name: isRestarted ? 'restarted' : 'start' } };
  };
  await write(bench, key, plan);
  return runKey(key);
}

/** Someone began it, without a program, in the very moment between the look and this step. */
function begunElsewhere(key: Key): PawlError {
  return new PawlError('conflict', `${refOf(key)} was begun by someone else in this moment`, {
    hint: 'Open it again; it will be continued.',
  });
}

function named(name: string): { readonly name: string } {
  return { name };
}
