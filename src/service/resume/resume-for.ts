// The decision about unfinished runs, and what a program chooses to do about it: `pawl resume` for programs.

import { PawlError } from '../../rules/errors.js';
import { type Key, parseKey } from '../../rules/names.js';
import { ageLimit } from '../config/age-limit.js';
import { holderOf } from '../lease/lease.js';
import { askerOf, leaseOf, type Owner, takeLease } from '../lease/leases.js';
import type { Workbench } from '../workbench.js';
import { removeRun, startFresh } from './act/discard.js';
import { restartWorkflow } from './act/restart.js';
import { resumeRun } from './act/take-up.js';
import { decideFully } from './claimed-end.js';
import { decideRun } from './decide-run.js';
import type { Choice, Decision } from './decision.js';

export interface ResumeWish {
  readonly ref?: string | undefined;
  /** The agent's session that asks. */
  readonly session?: string | undefined;
  /** Whether a run that is safe to resume is taken up. */
  readonly take: boolean;
  /** What is done about it, because someone has decided so. */
  readonly choose?: Exclude<Choice, 'v'> | undefined;
}

/** A decision, and what was done about the run. */
export interface ResumeAnswer extends Decision {
  /** Whether the run is the asker's now. */
  readonly taken: boolean;
  readonly acted: 'resumed' | 'restarted' | 'deleted' | null;
  /** After a fresh start: the run that begins from the start; null when the old one did not tell what it was about. */
  readonly new_ref?: string | null;
}

/**
 * Decides, and does what is chosen; without a choice, a safe run is taken up when that is wanted.
 * @param bench the store and the circumstances
 * @param wish which run, for whom
 * @returns the decision, and what was done; throws `held` or `not-allowed` for a choice that the run does not leave
 */
export async function resumeFor(bench: Workbench, wish: ResumeWish): Promise<ResumeAnswer> {
  const owner = askerOf(bench, wish.session);
  const decision = await decideFully(bench, { ref: wish.ref, owner, maxAgeDays: ageLimit(bench.root)() });
  const key = parseKey(decision.id ?? '');
  if (wish.choose !== undefined) return choose(bench, owner, decision, key, wish.choose);
  if (!wish.take || decision.verdict !== 'resume' || key === null) return { ...decision, taken: false, acted: null };
  return takeUp(bench, owner, decision, key);
}

async function takeUp(bench: Workbench, owner: Owner, decision: Decision, key: Key): Promise<ResumeAnswer> {
  const taken = await resumeRun(bench, key, { owner, redo: true, decided: decision.verdict === 'ask' });
  if (taken.ok) {
    const { revision, from, brief, status, place, path } = await decideRun(
      bench,
      taken.stored,
      leaseOf(bench, key, owner),
    );
    return { ...decision, revision, from, brief, status, place, path, taken: true, acted: 'resumed' };
  }
  // Someone was faster in that very moment.
  const reasons = [taken.held.reason ?? 'held by someone else'];
  const holder = holderOf(taken.held);
  return { ...decision, verdict: 'blocked', reasons, options: ['v'], holder, taken: false, acted: null };
}

async function choose(
  bench: Workbench,
  owner: Owner,
  decision: Decision,
  key: Key | null,
  choice: Exclude<Choice, 'v'>,
): Promise<ResumeAnswer> {
  if (key === null || !decision.options.includes(choice)) throw impossible(decision);
  if (choice === 'r') return takeUp(bench, owner, decision, key);
  if (choice === 's') return restart(bench, owner, decision, key);
  const last = await removeRun(bench, key, { owner });
  const { revision, place } = last ?? decision;
  return { ...decision, revision, place, next_command: null, taken: false, acted: 'deleted' };
}

async function restart(bench: Workbench, owner: Owner, decision: Decision, key: Key): Promise<ResumeAnswer> {
  const old = await startFresh(bench, key, { owner });
  const fresh = old !== null && key.family === 'workflow' ? await restartWorkflow(bench, old) : old;
  if (fresh === null) return { ...decision, next_command: null, taken: false, acted: 'restarted', new_ref: null };
  const taken = takeLease(bench, fresh.key, owner).ok;
  const { ref: new_ref, revision, from, brief, status, place, path } = await decideRun(bench, fresh);
  return { ...decision, revision, from, brief, status, place, path, taken, acted: 'restarted', new_ref };
}

function impossible({ ref, reasons, holder, options }: Decision): PawlError {
  if (ref === null) {
    return new PawlError('not-found', 'nothing is unfinished here', { hint: 'project.list() shows what is there.' });
  }
  const why = reasons.length === 0 ? '' : `: ${reasons.join('; ')}`;
  const left = options.length === 0 ? 'It leaves no choice.' : `It leaves these choices: ${options.join(', ')}.`;
  return holder === null
    ? new PawlError('not-allowed', `${ref} cannot be dealt with in that way${why}`, { hint: left })
    : new PawlError('held', `${ref} is ${reasons[0] ?? 'held by someone else'}; nothing was changed`, {
        hint: 'Wait until its holder is done, or ask them.',
        data: { ref, holder },
      });
}
