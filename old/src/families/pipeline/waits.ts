// What a pipeline waits for that is no work: a person's yes at a point of its build. Reads drifted documents too.

import { isJsonObject } from '../../rules/json/json.js';
import { isSomeText } from '../../rules/json/read-member.js';
import { nextStep } from './build/next-step.js';
import type { ApprovalRecord } from './evidence/types.js';
import { idsIn } from './lists.js';
import { planOf } from './plan.js';

/** A point at which a person has to say yes. */
export interface ApprovalDue {
  /** `spec`, `Phase N` or `completion`. */
  readonly about: string;
  /** The point in words, e.g. `its completion`. */
  readonly point: string;
  /** Whether a person said no there. */
  readonly isNo: boolean;
  /** e.g. `Phase 1 was not approved: ana said no`. */
  readonly text: string;
}

/** Nobody is in a hurry here: what may run at once does not matter. */
const limits = { parallel: Infinity, sequential: new Set<number>(), approvals: true };

/**
 * Finds the point at which a run waits for a person: someone said no there, or the run was begun with questions and has come
 * to one.
 * @param doc the checkpoint, also a drifted one
 * @returns the point; null when the run goes on by itself
 */
export function approvalDue(doc: object): ApprovalDue | null {
  const raw = isJsonObject(doc) ? doc : {};
  const { pawl, status } = raw;
  const plan = planOf(raw);
  if (plan === null || !isJsonObject(pawl)) return null;
  const isHeld = pawl['awaits'] === 'completion';
  const said = Array.isArray(pawl['approvals']) ? pawl['approvals'].filter(isJsonObject) : [];
  if (!isHeld && said.length === 0) return null;
  const approvals = said.flatMap(({ about, answer }): ApprovalRecord[] =>
    typeof about === 'string' && (answer === 'yes' || answer === 'no') ? [{ about, answer, by: '', at: '' }] : [],
  );
  const step = nextStep(
    {
      status: status === 'initialized' ? status : 'paused',
      completed_workstreams: idsIn(raw['completed_workstreams']),
      gates_passed: idsIn(raw['gates_passed']),
      pawl: { approvals, ...(isHeld ? { awaits: 'completion' } : {}) },
    },
    plan,
    new Set([
      ...idsIn(raw['in_progress_workstreams']),
      ...(isJsonObject(pawl['begun']) ? Object.keys(pawl['begun']) : []),
    ]),
    limits,
  );
  if (step.is !== 'approve') return null;
  const { about } = step;
  const point = about === 'spec' || about === 'completion' ? `its ${about}` : about;
  const last = said.findLast((one) => one['about'] === about);
  if (last?.['answer'] !== 'no') {
    return isHeld ? { about, point, isNo: false, text: `${point} waits for a person's yes` } : null;
  }
  const note = isSomeText(last['note']) ? `: ${last['note'].trim()}` : '';
  const by = typeof last['by'] === 'string' ? last['by'] : 'someone';
  return { about, point, isNo: true, text: `${point} was not approved: ${by} said no${note}` };
}
