// Steps of a build on a run about which its workstreams report as well: what was said already is not said twice. Pure.

import { move } from '../derive.js';
import { planOf } from '../plan.js';
import type { PipelineEvent } from '../steps/events.js';
import { applyPipeline } from '../transitions.js';
import type { PipelineCheckpoint, PipelineError } from '../types.js';

/**
 * Applies what happened in a build, whatever the workstreams reported themselves meanwhile.
 * @param doc the checkpoint
 * @param event what happened
 * @param now the time, ISO 8601
 * @returns the next checkpoint; the same one when it is on record already
 */
export function applyBuildStep(doc: PipelineCheckpoint, event: PipelineEvent, now: string): PipelineCheckpoint {
  const isOver = doc.status === 'complete';
  switch (event.type) {
    case 'start': {
      const workstreams = event.workstreams.filter((id) => doc.pending_workstreams.includes(id));
      return isOver || workstreams.length === 0 ? doc : applyPipeline(doc, { ...event, workstreams }, now);
    }
    case 'done':
    case 'pause':
      return isOver ? doc : applyPipeline(doc, event, now);
    case 'fail': {
      const { workstream: id } = event;
      if (isOver || doc.completed_workstreams.includes(id) || ownFailure(doc, id) !== null) return doc;
      // It ran here, even if a report returned it to pending.
      const isPending = doc.pending_workstreams.includes(id);
      return applyPipeline(isPending ? move(doc, [id], 'in_progress_workstreams', planOf(doc)) : doc, event, now);
    }
    default:
      return applyPipeline(doc, event, now);
  }
}

/**
 * Finds the failure that a workstream is recorded with.
 * @param doc the checkpoint
 * @param id the workstream
 * @returns the failure; null when the run has not failed there
 */
export function ownFailure(doc: PipelineCheckpoint, id: string): PipelineError | null {
  return doc.status === 'failed' && doc.error?.workstream === id ? doc.error : null;
}
