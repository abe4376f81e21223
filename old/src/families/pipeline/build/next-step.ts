// What a build does next. Pure: the checkpoint, what runs and the limits in, one step out. Whoever acts asks again.

import { setOf } from '../lists.js';
import { type PlanView, phaseName } from '../plan.js';
import type { PipelineCheckpoint } from '../types.js';

/** What the runner may do. */
export interface BuildLimits {
  /** How many workstreams may run at once. */
  readonly parallel: number;
  /** Numbers of the phases whose workstreams run one after the other. */
  readonly sequential: ReadonlySet<number>;
  /** Whether a person is asked after the spec, after each phase and before completion. */
  readonly approvals: boolean;
}

/** The next step. `over`: nothing is left to do. */
export type BuildStep =
  | { readonly is: 'start'; readonly phase: number; readonly workstreams: readonly string[] }
  | { readonly is: 'wait' }
  | { readonly is: 'gate'; readonly phase: number; readonly gate: string }
  | { readonly is: 'approve'; readonly about: string; readonly phase: number | null }
  | { readonly is: 'over' };

/**
 * Finds the next step of a build: the first phase with something open, its workstreams as their dependencies and the
 * limits allow, then its gates one by one, then a person's yes.
 * @param doc the checkpoint
 * @param plan its plan
 * @param running the workstreams that run now
 * @param limits how much may run at once, and whether a person is asked
 * @returns the step
 */
export function nextStep(
  doc: Pick<PipelineCheckpoint, 'status' | 'completed_workstreams' | 'gates_passed' | 'pawl'>,
  plan: PlanView,
  running: ReadonlySet<string>,
  limits: BuildLimits,
): BuildStep {
  const answers = new Map((doc.pawl?.approvals ?? []).map(({ about, answer }) => [about, answer]));
  // A no stands until someone says yes, also where nobody is asked.
  const isDue = (about: string): boolean =>
    limits.approvals ? answers.get(about) !== 'yes' : answers.get(about) === 'no';
  if (doc.status === 'initialized' && running.size === 0 && isDue('spec')) {
    return { is: 'approve', about: 'spec', phase: null };
  }
  const completed = setOf(doc.completed_workstreams);
  // Others may report what still runs: it is over when its own process is.
  const isDone = (id: string): boolean => completed.has(id) && !running.has(id);
  const passed = setOf(doc.gates_passed);
  const begun = doc.pawl?.begun ?? {};
  for (const [index, phase] of plan.phases.entries()) {
    const number = index + 1;
    const open = phase.workstreams.filter((id) => !isDone(id));
    if (open.length > 0) return stepInPhase(plan, open, isDone, running, number, limits);
    const due = plan.uses.find((use) => use.phase === number && !passed.has(use.label));
    if (due !== undefined) return { is: 'gate', phase: number, gate: due.gate };
    const next = plan.phases[number];
    // Whoever went on with the next phase has decided; so does a phase that is recorded as approved.
    const hasBegun = (id: string): boolean => completed.has(id) || running.has(id) || Object.hasOwn(begun, id);
    const hasNextBegun = next === undefined || next.workstreams.some(hasBegun);
    if (!hasNextBegun && isDue(phaseName(number))) return { is: 'approve', about: phaseName(number), phase: number };
  }
  return doc.pawl?.awaits === 'completion' ? { is: 'approve', about: 'completion', phase: null } : { is: 'over' };
}

function stepInPhase(
  plan: PlanView,
  open: readonly string[],
  isDone: (id: string) => boolean,
  running: ReadonlySet<string>,
  phase: number,
  limits: BuildLimits,
): BuildStep {
  const slots = (limits.sequential.has(phase) ? 1 : limits.parallel) - running.size;
  const isReady = (id: string): boolean => (plan.workstreams.get(id)?.depends_on ?? []).every(isDone);
  const ready = open.filter((id) => !running.has(id) && isReady(id)).slice(0, Math.max(0, slots));
  if (ready.length > 0) return { is: 'start', phase, workstreams: ready };
  return { is: 'wait' };
}
