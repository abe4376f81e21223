// The one entry to all operations on a pipeline: a pure step from a checkpoint and an event to the next checkpoint.

import { badInput, drifted, PawlError } from '../../rules/errors.js';
import { checkPipeline } from './check.js';
import { withMoves } from './evidence/moves.js';
import { withoutDoneAction } from './next-action.js';
import { planOf } from './plan.js';
import { hasWorkableLists } from './workable.js';
import { eventProblems } from './steps/event-schema.js';
import type { PipelineEvent } from './steps/events.js';
import { accept, approve, hold, redo, waiveGate } from './steps/decisions.js';
import { blockGate, failGate, passGate } from './steps/gates.js';
import { initPipeline } from './steps/init.js';
import { note, review } from './steps/record.js';
import { alreadyComplete, notAllowed } from './steps/refuse.js';
import { replan } from './steps/replan.js';
import { done, fail, pause, start } from './steps/work.js';
import type { PipelineCheckpoint } from './types.js';

/**
 * Applies an event to a pipeline. The id's pattern is not judged here: checkPipeline does that, with its context.
 * @param doc the checkpoint, never changed; null when there is none yet
 * @param event what happened
 * @param now the time, ISO 8601
 * @returns the next checkpoint, sharing what did not change; throws a PawlError when the event does not fit
 */
export function applyPipeline(doc: PipelineCheckpoint | null, event: PipelineEvent, now: string): PipelineCheckpoint {
  const next = withoutDoneAction(apply(doc, event, now));
  made.add(next);
  return next;
}

// What came out of a step goes into the next one: it need not be looked through again.
const made = new WeakSet<PipelineCheckpoint>();

/** What is known of a run may be added to, and what no longer holds, or is new in its spec, is taken up again. */
const takenByComplete: ReadonlySet<PipelineEvent['type']> = new Set(['note', 'redo', 'replan', 'moved', 'accept']);

/** A gate may be run again, too: what pawl itself has seen counts. */
function isOfComplete(event: PipelineEvent): boolean {
  const isRun = ['pass_gate', 'fail_gate', 'block_gate', 'approve'].includes(event.type);
  return takenByComplete.has(event.type) || (isRun && 'evidence' in event && event.evidence !== undefined);
}

function apply(doc: PipelineCheckpoint | null, event: PipelineEvent, now: string): PipelineCheckpoint {
  const problems = eventProblems(event);
  if (problems.length > 0) throw badInput('pipeline event', problems);
  if (doc === null) {
    if (event.type === 'init') return initPipeline(event, now);
    throw new PawlError('not-found', 'There is no pipeline checkpoint yet.', {
      hint: 'Initialize it from its spec first.',
    });
  }
  needSound(doc);
  if (doc.status === 'complete' && !isOfComplete(event)) throw alreadyComplete(doc.prd);
  const scene = { doc, plan: planOf(doc), now };
  switch (event.type) {
    case 'init':
      throw notAllowed(`${doc.prd} has a checkpoint already`, `Go on with it, or give the new run another id.`);
    case 'replan':
      return replan(scene, event);
    case 'start':
      return start(scene, event);
    case 'done':
      return done(scene, event);
    case 'fail':
      return fail(scene, event);
    case 'pause':
      return pause(scene, event);
    case 'pass_gate':
      return passGate(scene, event);
    case 'fail_gate':
      return failGate(scene, event);
    case 'block_gate':
      return blockGate(scene, event);
    case 'waive_gate':
      return waiveGate(scene, event);
    case 'approve':
      return approve(scene, event);
    case 'redo':
      return redo(scene, event);
    case 'hold':
      return hold(scene);
    case 'accept':
      return accept(scene, event);
    case 'moved':
      return withMoves(doc, event);
    case 'review':
      return review(scene, event);
    default:
      return note(scene, event);
  }
}

/** Refuses a drifted document before a step can trip over it. */
function needSound(doc: PipelineCheckpoint): void {
  if (!made.has(doc) && !hasWorkableLists(doc)) throw drifted('pipeline checkpoint', checkPipeline(doc));
}
