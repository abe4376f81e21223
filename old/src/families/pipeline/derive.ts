// What follows from a pipeline's lists: its status and its current phase. Also how workstreams move between the lists.

import { limits } from '../../rules/limits.js';
import { lastSeq } from './evidence/record.js';
import { setOf, type unitLists } from './lists.js';
import { gateIdOf, type PlanView } from './plan.js';
import type { PipelineCheckpoint, PipelineStatus } from './types.js';

/**
 * Derives the status from the lists. A failure stands until something runs again or a pause deals with it.
 * @param doc the checkpoint
 * @param plan its plan, when known
 * @returns the status that fits
 */
export function statusOf(doc: PipelineCheckpoint, plan: PlanView | null): PipelineStatus {
  if (doc.in_progress_workstreams.length > 0) return 'in_progress';
  if (doc.status === 'failed') return 'failed';
  if (isAllDone(doc, plan)) return doc.pawl?.awaits === undefined ? 'complete' : 'paused';
  const isUntouched = doc.completed_workstreams.length === 0 && doc.gates_passed.length === 0;
  return doc.status === 'initialized' && isUntouched ? 'initialized' : 'paused';
}

function isAllDone(doc: PipelineCheckpoint, plan: PlanView | null): boolean {
  if (doc.pending_workstreams.length > 0 || doc.completed_workstreams.length === 0) return false;
  if (plan === null) return doc.gates_pending.length === 0;
  return phaseOf(doc, plan) === plan.phases.length;
}

/**
 * Finds the last phase that is complete with its gates passed, all earlier ones included.
 * @param doc the checkpoint
 * @param plan its plan
 * @returns the phase's number; 0 when the first one is not complete
 */
export function phaseOf(
  doc: Pick<PipelineCheckpoint, 'completed_workstreams' | 'gates_passed'>,
  plan: PlanView,
): number {
  const passed = setOf(doc.gates_passed);
  const due = plan.uses.find((use) => !passed.has(use.label))?.phase ?? Infinity;
  return Math.min(due - 1, fullPhases(doc.completed_workstreams, plan));
}

// Asked several times about one list, in each step of a build.
const full = new WeakMap<readonly string[], { readonly plan: PlanView; readonly phases: number }>();

/** How many phases from the first one on have all their workstreams in a list. */
function fullPhases(list: readonly string[], plan: PlanView): number {
  const known = full.get(list);
  if (known?.plan === plan) return known.phases;
  const completed = setOf(list);
  const open = plan.phases.findIndex((phase) => phase.workstreams.some((id) => !completed.has(id)));
  const phases = open < 0 ? plan.phases.length : open;
  if (Object.isFrozen(list)) full.set(list, { plan, phases });
  return phases;
}

/**
 * Finds the gates that still have to pass: an id goes when its last use passed.
 * @param doc the checkpoint
 * @param plan its plan
 * @returns what is left of `gates_pending`; the same list when nothing goes
 */
export function gatesLeft(doc: PipelineCheckpoint, plan: PlanView): readonly string[] {
  if (doc.gates_pending.length === 0) return doc.gates_pending;
  const passed = setOf(doc.gates_passed);
  const due = new Set(plan.uses.filter((use) => !passed.has(use.label)).map((use) => use.gate));
  const known = new Set(plan.gates);
  const left = doc.gates_pending.filter((label) => due.has(gateIdOf(label)) || !known.has(gateIdOf(label)));
  return left.length < doc.gates_pending.length ? left : doc.gates_pending;
}

/**
 * Brings all that follows from the lists up to date after an operation.
 * @param doc the checkpoint with its lists changed
 * @param plan its plan; without one the current phase and the pending gates are kept
 * @param now the time, ISO 8601
 * @returns the checkpoint after the operation
 */
export function finish(doc: PipelineCheckpoint, plan: PlanView | null, now: string): PipelineCheckpoint {
  if (doc.pawl?.awaits === 'evidence') {
    // Whether results hold is found out anew with each step.
    const { awaits: _, ...pawl } = doc.pawl;
    return finish({ ...doc, pawl }, plan, now);
  }
  return {
    ...doc,
    current_phase: plan === null ? doc.current_phase : phaseOf(doc, plan),
    status: statusOf(doc, plan),
    gates_pending: plan === null ? doc.gates_pending : gatesLeft(doc, plan),
    timestamp: now,
  };
}

/**
 * Keeps a run open that has nothing left to do, because results of it do not hold.
 * @param doc the checkpoint, complete by its lists
 * @returns the checkpoint, paused, until a step finds that they hold
 */
export function heldOpen(doc: PipelineCheckpoint): PipelineCheckpoint {
  return { ...doc, status: 'paused', pawl: { ...doc.pawl, awaits: 'evidence' } };
}

/**
 * Takes passes of gates back.
 * @param doc the checkpoint
 * @param plan its plan, when known
 * @param labels the uses, e.g. `type-check (WS2)`
 * @returns the checkpoint, in which they have to pass again
 */
export function takeBack(
  doc: PipelineCheckpoint,
  plan: PlanView | null,
  labels: readonly string[],
): PipelineCheckpoint {
  const back = doc.gates_passed.filter((label) => labels.includes(label));
  if (back.length === 0) return doc;
  // Without a plan only the label knows what the gate was about, and each pass has counted as a phase.
  const isPlanned = plan !== null;
  const due = [...new Set([...doc.gates_pending, ...(isPlanned ? back.map(gateIdOf) : back)])];
  const place = (gate: string): number => plan?.gates.indexOf(gateIdOf(gate)) ?? 0;
  return {
    ...doc,
    current_phase: isPlanned ? doc.current_phase : Math.max(0, doc.current_phase - back.length),
    gates_passed: doc.gates_passed.filter((label) => !labels.includes(label)),
    gates_pending: due.toSorted((a, b) => place(a) - place(b)),
  };
}

/**
 * Moves workstreams into one of the three lists and out of the others. With a plan the list is in the spec's order;
 * without one, what returns to pending comes first, and what starts or is done comes last.
 * @param doc the checkpoint
 * @param ids the workstreams
 * @param to the list they belong in now
 * @param plan its plan, when known
 * @returns the checkpoint with its lists changed; lists that do not change are shared
 */
export function move(
  doc: PipelineCheckpoint,
  ids: readonly string[],
  to: (typeof unitLists)[number],
  plan: PlanView | null,
): PipelineCheckpoint {
  if (ids.length === 0) return doc;
  const moved = new Set(ids);
  const listFor = (key: (typeof unitLists)[number]): readonly string[] => {
    const rest = ids.some((id) => doc[key].includes(id)) ? doc[key].filter((id) => !moved.has(id)) : doc[key];
    if (key !== to) return rest === doc[key] ? rest : Object.freeze(rest);
    return Object.freeze(inOrder(key === 'pending_workstreams' ? [...moved, ...rest] : [...rest, ...moved], plan));
  };
  const free = withoutBlocked(doc, moved);
  return {
    ...(plan === null ? free : withBegun(free, moved, to)),
    completed_workstreams: listFor('completed_workstreams'),
    in_progress_workstreams: listFor('in_progress_workstreams'),
    pending_workstreams: listFor('pending_workstreams'),
  };
}

/** What runs, is done, or is to be tried again has nothing in its way that is known. */
function withoutBlocked(doc: PipelineCheckpoint, moved: ReadonlySet<string>): PipelineCheckpoint {
  const { blocked, ...pawl } = doc.pawl ?? {};
  const known = Object.entries(blocked ?? {});
  const left = known.filter(([id]) => !moved.has(id));
  if (left.length === known.length) return doc;
  return { ...doc, pawl: left.length === 0 ? pawl : { ...pawl, blocked: Object.fromEntries(left) } };
}

/** What stops before it is done may have changed files of others: it stays known as begun until it runs again, or is done. */
function withBegun(
  doc: PipelineCheckpoint,
  moved: ReadonlySet<string>,
  to: (typeof unitLists)[number],
): PipelineCheckpoint {
  const { begun = {}, ...pawl } = doc.pawl ?? {};
  const known = Object.entries(begun);
  const left = known.filter(([id]) => !moved.has(id));
  const stopped = to === 'pending_workstreams' ? doc.in_progress_workstreams.filter((id) => moved.has(id)) : [];
  if (stopped.length === 0 && left.length === known.length) return doc;
  const seq = lastSeq(doc);
  const all = Object.fromEntries([...left, ...stopped.map((id) => [id, seq] as const)]);
  return { ...doc, pawl: Object.keys(all).length === 0 ? pawl : { ...pawl, begun: all } };
}

function inOrder(ids: readonly string[], plan: PlanView | null): readonly string[] {
  if (plan === null) return ids;
  const { places } = plan;
  return ids.toSorted((a, b) => (places.get(a) ?? Infinity) - (places.get(b) ?? Infinity) || 0);
}

/**
 * Takes the failure that a run stood at into its history.
 * @param doc the checkpoint
 * @param now the time, ISO 8601
 * @returns the checkpoint without `error`; the same one when there was none
 */
export function leaveFailure(doc: PipelineCheckpoint, now: string): PipelineCheckpoint {
  const { error, ...rest } = doc;
  if (error === undefined) return doc;
  // Revisions keep everything; the document itself keeps what a person would read.
  const errors = [...(doc.pawl?.errors ?? []), { ...error, time: now }].slice(-limits.maxUnits);
  return { ...rest, pawl: { ...doc.pawl, errors } };
}
