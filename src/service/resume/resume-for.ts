// The decision about unfinished runs, and taking the run up when that is safe: `pawl resume --auto` for programs.

import { parseKey } from '../../rules/names.js';
import { ageLimit } from '../config/age-limit.js';
import { holderOf } from '../lease/lease.js';
import { currentOwner } from '../lease/leases.js';
import type { Workbench } from '../workbench.js';
import { resumeRun } from './act/take-up.js';
import { decide } from './decide.js';
import { decideRun } from './decide-run.js';
import type { Decision } from './decision.js';

export interface ResumeWish {
  readonly ref?: string | undefined;
  /** The agent's session that asks. */
  readonly session?: string | undefined;
  /** Whether a run that is safe to resume is taken up. */
  readonly take: boolean;
}

/**
 * Decides, and takes the run up when that is wanted and safe.
 * @param bench the store and the circumstances
 * @param wish which run, for whom
 * @returns the decision, and whether the run was taken up
 */
export async function resumeFor(bench: Workbench, wish: ResumeWish): Promise<Decision & { readonly taken: boolean }> {
  const owner = currentOwner(process.env, wish.session);
  const decision = await decide(bench, { ref: wish.ref, owner, maxAgeDays: ageLimit(bench.root)() });
  const key = parseKey(decision.id ?? '');
  if (!wish.take || decision.verdict !== 'resume' || key === null) return { ...decision, taken: false };
  const taken = await resumeRun(bench, key, { owner, redo: true });
  if (taken.ok) {
    const { revision, from, brief, status, place, path } = await decideRun(bench, taken.stored);
    return { ...decision, revision, from, brief, status, place, path, taken: true };
  }
  // Someone was faster in that very moment.
  const reasons = [taken.held.reason ?? 'held by someone else'];
  return { ...decision, verdict: 'blocked', reasons, options: ['v'], holder: holderOf(taken.held), taken: false };
}
