// Repairs what a merge or an edit can put out of step, and only what cannot be meant otherwise.

import { gatesLeft, leaveFailure, phaseOf, statusOf } from './derive.js';
import { gateLists, unitLists } from './lists.js';
import { planOf } from './plan.js';
import { type PipelineCheckpoint, pipelineStatuses } from './types.js';

/**
 * Makes lists disjoint (complete before in progress before pending) and free of duplicates. Where the spec is known,
 * pending gates, current phase and status follow from the lists; a claimed `complete` is left for the check to judge.
 * @param doc the checkpoint, also a drifted one
 * @returns the settled checkpoint; the same object when nothing changes
 */
export function settlePipeline(doc: PipelineCheckpoint): PipelineCheckpoint {
  if (![...unitLists, ...gateLists].every((key) => Array.isArray(doc[key]))) return doc;
  const seen = new Set<string>();
  const listed: PipelineCheckpoint = {
    ...doc,
    completed_workstreams: fresh(doc.completed_workstreams, seen),
    in_progress_workstreams: fresh(doc.in_progress_workstreams, seen),
    pending_workstreams: fresh(doc.pending_workstreams, seen),
    gates_passed: fresh(doc.gates_passed, new Set()),
    gates_pending: fresh(doc.gates_pending, new Set()),
  };
  const settled = derived(listed);
  const keys = [...unitLists, ...gateLists, 'current_phase', 'status', 'error'] as const;
  return keys.every((key) => settled[key] === doc[key]) ? doc : settled;
}

/** The items that were not seen before; the same list when that is all of them. */
function fresh(list: readonly string[], seen: Set<string>): readonly string[] {
  const kept = list.filter((item) => !seen.has(item) && seen.add(item));
  return kept.length < list.length ? kept : list;
}

function derived(doc: PipelineCheckpoint): PipelineCheckpoint {
  const plan = planOf(doc);
  if (plan === null) return doc;
  const isRunning = doc.in_progress_workstreams.length > 0;
  // Someone started again while someone else saw a failure: the failure is history.
  const base = isRunning && typeof doc.error === 'object' ? leaveFailure(doc, doc.timestamp) : doc;
  const isOpen = doc.status !== 'complete' && pipelineStatuses.includes(doc.status);
  return {
    ...base,
    current_phase: phaseOf(base, plan),
    status: isOpen ? statusOf(base, plan) : base.status,
    gates_pending: gatesLeft(base, plan),
  };
}
