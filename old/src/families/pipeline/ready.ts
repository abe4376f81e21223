// Which workstreams of a pipeline may start now, and which of its gates can be run. Reads drifted documents too.

import { isJsonObject } from '../../rules/json/json.js';
import { phaseOf } from './derive.js';
import { idsIn } from './lists.js';
import { type GateUse, planOf } from './plan.js';
import { approvalDue } from './waits.js';

/**
 * Lists the workstreams that may start now: pending, in the first phase that is not over, with all that they depend on
 * complete. An adversarial review that says do_not_ship lets none start, and neither does a person's no.
 * @param doc the checkpoint
 * @returns their ids, in the order of the phase; all pending ones when the checkpoint does not know its spec
 */
export function readyWorkstreams(doc: object): readonly string[] {
  const raw = isJsonObject(doc) ? doc : {};
  const { adversarial_review: review, status } = raw;
  if (status === 'complete' || (isJsonObject(review) && review.verdict === 'do_not_ship')) return [];
  if (approvalDue(raw)?.isNo === true) return [];
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

/**
 * Lists the gates that can be run now: they have not passed, and all that one run of them covers is complete.
 * @param doc the checkpoint
 * @returns their uses, in the order of the phases; none when the checkpoint does not know its spec
 */
export function dueGates(doc: object): readonly GateUse[] {
  const raw = isJsonObject(doc) ? doc : {};
  const plan = planOf(raw);
  if (plan === null) return [];
  const passed = new Set(idsIn(raw.gates_passed));
  const done = new Set(idsIn(raw.completed_workstreams));
  // A gate runs once for its phase, so it waits for every workstream of the phase that names it.
  const waiting = new Set(
    plan.uses.filter((use) => !use.covers.every((id) => done.has(id))).map((use) => `${use.phase} ${use.gate}`),
  );
  return plan.uses.filter((use) => !passed.has(use.label) && !waiting.has(`${use.phase} ${use.gate}`));
}
