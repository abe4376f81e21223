// Steps of a build on a run about which its workstreams report as well: what was said already is not said twice. Pure.

import { sameJson } from '../../../rules/json/json.js';
import { move } from '../derive.js';
import { planOf } from '../plan.js';
import type { FailEvent, PipelineEvent } from '../steps/events.js';
import { startAnyway } from '../steps/work.js';
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
    case 'moved':
      return isOver ? doc : applyPipeline(doc, event, now);
    case 'pause': {
      // Others may have taken it out of the plan.
      const open = new Set([...doc.in_progress_workstreams, ...doc.pending_workstreams]);
      const blocked = Object.fromEntries(Object.entries(event.blocked ?? {}).filter(([id]) => open.has(id)));
      return isOver ? doc : applyPipeline(doc, { ...event, blocked }, now);
    }
    case 'fail': {
      const { workstream: id } = event;
      if (isOver || doc.completed_workstreams.includes(id) || doc.error?.workstream === id) return doc;
      return failBuilt(doc, event, now);
    }
    default:
      return applyPipeline(doc, event, now);
  }
}

/**
 * Records that a workstream failed in a build. It ran there, even if its start is not on record yet, or a report returned it
 * to pending; and what runs beside it is the build's affair.
 * @param doc the checkpoint
 * @param event what went wrong
 * @param now the time, ISO 8601
 * @returns the checkpoint, failed
 */
export function failBuilt(doc: PipelineCheckpoint, event: FailEvent, now: string): PipelineCheckpoint {
  const { workstream: id } = event;
  const isPending = doc.pending_workstreams.includes(id);
  const running = isPending ? move(doc, [id], 'in_progress_workstreams', planOf(doc)) : doc;
  return applyPipeline(running, { ...event, stop_running: true }, now);
}

/**
 * Tells what of a build is still to be recorded on a state that others stored. While a failure stands nothing is on record as
 * running: what a build has started meanwhile shows when it ends.
 * @param base the state that the build went on from
 * @param doc the checkpoint as others left it
 * @param events what happened since the base, in order
 * @returns the events, without starts where others recorded a failure
 */
export function dueOn(
  base: PipelineCheckpoint,
  doc: PipelineCheckpoint,
  events: readonly PipelineEvent[],
): readonly PipelineEvent[] {
  const hasFailed = doc.error !== undefined && !sameJson(doc.error, base.error);
  return hasFailed ? events.filter(({ type }) => type !== 'start') : events;
}

/**
 * Applies what happened in a build to a state that others stored meanwhile. It has happened, so nothing of it is refused; and
 * what they stored stays.
 * @param doc the checkpoint as others left it
 * @param events what is due on it, in order
 * @param now the time, ISO 8601
 * @returns the next checkpoint; the same one when all of it is on record already
 */
export function replayBuildSteps(
  doc: PipelineCheckpoint,
  events: readonly PipelineEvent[],
  now: string,
): PipelineCheckpoint {
  return events.reduce((at, event) => (at.status === 'complete' ? at : replayed(at, event, now)), doc);
}

function replayed(doc: PipelineCheckpoint, event: PipelineEvent, now: string): PipelineCheckpoint {
  const plan = planOf(doc);
  switch (event.type) {
    case 'start': {
      const workstreams = event.workstreams.filter((id) => doc.pending_workstreams.includes(id));
      return workstreams.length === 0 ? doc : startAnyway({ doc, plan, now }, { ...event, workstreams });
    }
    case 'done':
    case 'fail':
      // Others may have taken it out of the plan.
      return plan?.workstreams.has(event.workstream) === false ? doc : applyBuildStep(doc, event, now);
    case 'redo': {
      const workstreams = event.workstreams?.filter((id) => doc.completed_workstreams.includes(id)) ?? [];
      const gates = event.gates?.filter((label) => doc.gates_passed.includes(label)) ?? [];
      if (workstreams.length + gates.length === 0) return doc;
      return applyBuildStep(doc, { ...event, workstreams, gates }, now);
    }
    default:
      return applyBuildStep(doc, event, now);
  }
}

/**
 * Finds the failures of a workstream, earlier ones included.
 * @param doc the checkpoint
 * @param id the workstream
 * @returns the failures, the last one last
 */
export function failuresOf({ error, pawl }: PipelineCheckpoint, id: string): readonly PipelineError[] {
  const all = [...(pawl?.errors ?? []), ...(error === undefined ? [] : [error])];
  return all.filter(({ workstream }) => workstream === id);
}
