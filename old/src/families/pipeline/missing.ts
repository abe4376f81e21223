// What a workstream still waits for.

import { setOf } from './lists.js';
import type { PlanView } from './plan.js';
import type { PipelineCheckpoint } from './types.js';

/** What must be done before a workstream. */
export interface Missing {
  /** Workstreams that are not complete. */
  readonly workstreams: readonly string[];
  /** Gates that have not passed, as labels. */
  readonly gates: readonly string[];
  /** Both for people, e.g. `WS1 (in progress)`, `gate type-check (WS1)`. */
  readonly words: readonly string[];
}

/**
 * Finds what must be done before a workstream: what it depends on, and the phases before its own with their gates.
 * @param doc the checkpoint
 * @param plan its plan
 * @param id the workstream
 * @returns what is missing
 */
export function missingFor(doc: PipelineCheckpoint, plan: PlanView, id: string): Missing {
  const completed = setOf(doc.completed_workstreams);
  const passed = setOf(doc.gates_passed);
  const phase = (plan.phaseOf.get(id) ?? 0) - 1;
  const before = plan.phases.slice(0, Math.max(phase, 0)).flatMap((earlier) => earlier.workstreams);
  const needs = [...new Set([...(plan.workstreams.get(id)?.depends_on ?? []), ...before])];
  const workstreams = needs.filter((other) => !completed.has(other));
  const gates = plan.uses.filter((use) => use.phase <= phase && !passed.has(use.label)).map((use) => use.label);
  const words = [
    ...workstreams.map((other) => `${other} (${stateOf(doc, other)})`),
    ...gates.map((label) => `gate ${label}`),
  ];
  return { workstreams, gates, words };
}

/**
 * Says how far a workstream is.
 * @param doc the checkpoint
 * @param id the workstream
 * @returns `complete`, `in progress` or `pending`
 */
export function stateOf(doc: PipelineCheckpoint, id: string): string {
  if (doc.completed_workstreams.includes(id)) return 'complete';
  return doc.in_progress_workstreams.includes(id) ? 'in progress' : 'pending';
}
