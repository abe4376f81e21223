// A spec that was changed while its run was under way: the new plan, with everything that was done and still is in it.

import { finish, gatesLeft, phaseOf } from '../derive.js';
import { unitLists } from '../lists.js';
import { gateLabel, type GateUse, phaseName, planOf } from '../plan.js';
import type { PipelineCheckpoint } from '../types.js';
import type { InitEvent, ReplanEvent } from './events.js';
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
  return finish({ ...underPlan(doc, fresh), prd_title: fresh.prd_title }, planOf(fresh), now);
}

/**
 * Tells a checkpoint what its spec says, where another tool wrote it and the spec fits: its lists follow the spec's order, its
 * phase and its pending gates follow from them. What it says of itself stays.
 * @param doc a checkpoint that knows no plan
 * @param init what its spec comes to
 * @returns the checkpoint with its plan; null when it has work that the spec does not know. Throws `bad-input`
 */
export function withSpec(doc: PipelineCheckpoint, init: InitEvent): PipelineCheckpoint | null {
  const fresh = initPipeline({ ...init, prd: doc.prd }, doc.timestamp);
  const plan = planOf(fresh);
  if (plan === null || unitLists.some((key) => doc[key].some((id) => !plan.workstreams.has(id)))) return null;
  const claimed = new Set(doc.gates_passed);
  const passed = plan.uses.filter((use) => isClaimed(use, claimed)).map(({ label }) => label);
  const bound = underPlan({ ...doc, gates_passed: passed }, fresh);
  return { ...bound, current_phase: phaseOf(bound, plan), gates_pending: gatesLeft(bound, plan) };
}

/** Other tools name what a gate covered as they see fit: its phase, its workstreams, or nothing. */
function isClaimed({ gate, label, phase, covers }: GateUse, claimed: ReadonlySet<string>): boolean {
  const names = [label, gate, gateLabel(gate, phaseName(phase))];
  return names.some((name) => claimed.has(name)) || covers.every((id) => claimed.has(gateLabel(gate, id)));
}

/** The lists of a checkpoint as a plan has them. */
function underPlan(doc: PipelineCheckpoint, fresh: PipelineCheckpoint): PipelineCheckpoint {
  const plan = planOf(fresh);
  const all = fresh.pending_workstreams;
  const completed = all.filter((id) => doc.completed_workstreams.includes(id));
  const done = new Set(completed);
  const running = all.filter((id) => doc.in_progress_workstreams.includes(id) && !done.has(id));
  // A gate counts on where it is used as before, and all that it covers now is done.
  const passed = new Set(
    (plan?.uses ?? []).filter((use) => use.covers.every((id) => done.has(id))).map((use) => use.label),
  );
  const { begun: before = {}, blocked: held = {}, ...withoutOld } = doc.pawl ?? {};
  const isOpen = ([id]: readonly [string, unknown]): boolean => all.includes(id) && !done.has(id);
  const begun = Object.entries(before).filter(isOpen);
  const blocked = Object.entries(held).filter(isOpen);
  return {
    ...doc,
    completed_workstreams: completed,
    in_progress_workstreams: running,
    pending_workstreams: all.filter((id) => !done.has(id) && !running.includes(id)),
    artifacts: Object.fromEntries(Object.entries(doc.artifacts).filter(([id]) => done.has(id))),
    gates_passed: doc.gates_passed.filter((label) => passed.has(label)),
    gates_pending: fresh.gates_pending,
    pawl: {
      ...withoutOld,
      ...(begun.length === 0 ? {} : { begun: Object.fromEntries(begun) }),
      ...(blocked.length === 0 ? {} : { blocked: Object.fromEntries(blocked) }),
      spec: { ...fresh.pawl?.spec },
    },
  };
}
