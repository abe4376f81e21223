// The decision about unfinished runs, and what a program chooses to do about it: `pawl resume` for programs.

import { PawlError } from '../../rules/errors.js';
import { parseKey } from '../../rules/names.js';
import { ageLimit } from '../config/age-limit.js';
import { askerOf } from '../lease/leases.js';
import type { Workbench } from '../workbench.js';
import { actOn } from './act/act.js';
import { decideFully } from './claimed-end.js';
import type { Acted, Choice, Decision } from './decision.js';

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
  readonly acted: Acted;
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
  const { choose, take } = wish;
  if (choose !== undefined && (key === null || !decision.options.includes(choose))) throw impossible(decision);
  const choice = choose ?? (take && decision.verdict === 'resume' ? 'r' : undefined);
  if (choice === undefined || key === null) return { ...decision, taken: false, acted: null };
  const { decision: after, taken, acted, newRef } = await actOn({ bench, owner, key, decision }, choice);
  return { ...after, taken, acted, ...(acted === 'restarted' ? { new_ref: newRef } : {}) };
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
