// A spec that was changed while its run was under way: the new plan, with everything that was done and still is in it.

import { finish } from '../derive.js';
import { planOf } from '../plan.js';
import type { PipelineCheckpoint } from '../types.js';
import type { ReplanEvent } from './events.js';
import { initPipeline } from './init.js';
import { needStill } from './refuse.js';
import type { Scene } from './work.js';

/**
 * Takes over a changed plan. Whether what is done still holds is told by its evidence, not here.
 * @param scene the checkpoint; nothing may run
 * @param event the new plan
 * @returns the checkpoint with the new plan; throws `bad-input` with every problem of it
 */
export function replan({ doc, now }: Scene, { type: _type, ...event }: ReplanEvent): PipelineCheckpoint {
  needStill(doc, 'take over a changed spec', doc.in_progress_workstreams, false);
  const fresh = initPipeline({ ...event, type: 'init', prd: doc.prd }, now);
  const plan = planOf(fresh);
  const completed = fresh.pending_workstreams.filter((id) => doc.completed_workstreams.includes(id));
  const done = new Set(completed);
  // A gate counts on where it is used as before, and all that it covers now is done.
  const passed = new Set(
    (plan?.uses ?? []).filter((use) => use.covers.every((id) => done.has(id))).map((use) => use.label),
  );
  const { begun: before = {}, blocked: held = {}, ...withoutOld } = doc.pawl ?? {};
  const isOpen = ([id]: readonly [string, unknown]): boolean => fresh.pending_workstreams.includes(id) && !done.has(id);
  const begun = Object.entries(before).filter(isOpen);
  const blocked = Object.entries(held).filter(isOpen);
  return finish(
    {
      ...doc,
      prd_title: fresh.prd_title,
      completed_workstreams: completed,
      pending_workstreams: fresh.pending_workstreams.filter((id) => !done.has(id)),
      artifacts: Object.fromEntries(Object.entries(doc.artifacts).filter(([id]) => done.has(id))),
      gates_passed: doc.gates_passed.filter((label) => passed.has(label)),
      gates_pending: fresh.gates_pending,
      pawl: {
        ...withoutOld,
        ...(begun.length === 0 ? {} : { begun: Object.fromEntries(begun) }),
        ...(blocked.length === 0 ? {} : { blocked: Object.fromEntries(blocked) }),
        spec: { ...fresh.pawl?.spec },
      },
    },
    plan,
    now,
  );
}
