// Which workstreams of a pipeline may start now. Reads drifted documents too.

import { isJsonObject } from '../../rules/json/json.js';
import { phaseOf } from './derive.js';
import { idsIn } from './lists.js';
import { planOf } from './plan.js';

/**
 * Lists the workstreams that may start now: pending, in the first phase that is not over, with all that they depend on
 * complete. An adversarial review that says do_not_ship lets none start.
 * @param doc the checkpoint
 * @returns their ids, in the order of the phase; all pending ones when the checkpoint does not know its spec
 */
export function readyWorkstreams(doc: object): readonly string[] {
  const raw = isJsonObject(doc) ? doc : {};
  const { adversarial_review: review, status } = raw;
  if (status === 'complete' || (isJsonObject(review) && review.verdict === 'do_not_ship')) return [];
  const completed = idsIn(raw.completed_workstreams);
  const taken = new Set([...completed, ...idsIn(raw.in_progress_workstreams)]);
  const pending = idsIn(raw.pending_workstreams).filter((id) => !taken.has(id));
  const plan = planOf(raw);
  if (plan === null) return pending;
  const [isDone, isPending] = [new Set(completed), new Set(pending)];
  const over = phaseOf({ completed_workstreams: completed, gates_passed: idsIn(raw.gates_passed) }, plan);
  return (plan.phases[over]?.workstreams ?? []).filter(
    (id) => isPending.has(id) && (plan.workstreams.get(id)?.depends_on ?? []).every((other) => isDone.has(other)),
  );
}
