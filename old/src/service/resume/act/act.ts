// Acting on a resume decision, the same for every surface: what is done about the run, and how it stands afterwards.

import type { Key } from '../../../rules/names.js';
import type { Stored } from '../../../store/store.js';
import { leaseOf, type Owner, takeLease } from '../../lease/leases.js';
import { nextCommand } from '../../next-command.js';
import { familyOf, readNewest, type Workbench } from '../../workbench.js';
import { decideRun } from '../decide-run.js';
import { type Acted, type Choice, type Decision, nothingToResume } from '../decision.js';
import { removeRun, startFresh } from './discard.js';
import { restartWorkflow } from './restart.js';
import { resumeRun } from './take-up.js';

/** A decision that is to be acted on. */
export interface Situation {
  readonly bench: Workbench;
  readonly owner: Owner;
  readonly key: Key;
  readonly decision: Decision;
}

/** What was done. */
export interface Outcome {
  /** Null when somebody was faster: nothing was done, and the decision tells who. */
  readonly acted: Acted;
  /** How the run stands now, and what comes next: `resume` when there is something to go on with. */
  readonly decision: Decision;
  /** Whether what goes on is the owner's now. */
  readonly taken: boolean;
  /** After a fresh start: the run that begins from the start; null when the old one did not tell what it was about. */
  readonly newRef: string | null;
  /** Whether its history is kept, or it had none and the bytes of its file were set aside. */
  readonly kept: 'history' | 'aside';
}

/**
 * Does what was chosen.
 * @param at the run, and what was decided about it
 * @param choice one of the decision's options
 * @param steal also from someone who is at work, because a person said so
 * @returns what was done; throws `held` when someone else works on what was to be put away
 */
export async function actOn(at: Situation, choice: Exclude<Choice, 'v'>, steal = false): Promise<Outcome> {
  if (choice === 'r') return takeUp(at, steal);
  return choice === 's' ? restart(at) : remove(at);
}

async function takeUp(at: Situation, steal: boolean): Promise<Outcome> {
  const { bench, owner, key, decision } = at;
  const { others, notes, redo } = decision;
  const taken = await resumeRun(bench, key, { owner, steal, redo: true, decided: decision.verdict === 'ask' });
  if (!taken.ok) {
    const held = await decideRun(bench, await readNewest(bench.store, key), taken.held);
    return { acted: null, decision: { ...held, others }, taken: false, newRef: null, kept: 'history' };
  }
  const after = await decideRun(bench, taken.stored, leaseOf(bench, key, owner));
  const next_command = stepOf(bench, taken.stored, after);
  const now = { ...after, verdict: 'resume', reasons: [], notes, redo, others, next_command } as const;
  return { acted: 'resumed', decision: now, taken: true, newRef: null, kept: 'history' };
}

async function restart(at: Situation): Promise<Outcome> {
  const { bench, owner, key } = at;
  const old = await startFresh(bench, key, { owner });
  if (old === null) return setAside(at, 'restarted');
  const gone = await putAway(at, old);
  const fresh = key.family === 'workflow' ? await restartWorkflow(bench, old) : old;
  if (fresh === null) return { acted: 'restarted', decision: gone, taken: false, newRef: null, kept: 'history' };
  const taken = takeLease(bench, fresh.key, owner).ok;
  const { ref, from, brief } = await decideRun(bench, fresh, leaseOf(bench, fresh.key, owner));
  const now = { ...gone, verdict: 'resume', from, brief, next_command: stepOf(bench, fresh) } as const;
  return { acted: 'restarted', decision: now, taken, newRef: ref, kept: 'history' };
}

async function remove(at: Situation): Promise<Outcome> {
  const last = await removeRun(at.bench, at.key, { owner: at.owner });
  if (last === null) return setAside(at, 'deleted');
  return { acted: 'deleted', decision: await putAway(at, last), taken: false, newRef: null, kept: 'history' };
}

/** A run that nobody goes on with, as it was left. */
async function putAway({ bench, decision }: Situation, left: Stored): Promise<Decision> {
  const after = await decideRun(bench, left);
  const over = { verdict: 'nothing', reasons: [], from: null, brief: null, next_command: null } as const;
  return { ...after, ...over, others: decision.others };
}

/** Nothing is known of the run any more. */
function setAside({ decision }: Situation, acted: 'restarted' | 'deleted'): Outcome {
  const { ref, id, family, title, others } = decision;
  const now = { ...nothingToResume, ref, id, family, title, others };
  return { acted, decision: now, taken: false, newRef: null, kept: 'aside' };
}

function stepOf(bench: Workbench, { key, state }: Stored, at?: Pick<Decision, 'redo' | 'from'>): string | null {
  return nextCommand(key, familyOf(bench, key).overview(state), at?.redo, at?.from);
}
