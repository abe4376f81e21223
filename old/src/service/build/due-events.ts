// What a run has to record before work goes on: what stopped, an edited spec, results that no longer hold. Reads only, so
// that a preview and a build come to the same.

import {
  applyPipeline,
  type PipelineCheckpoint,
  type PipelineEvent,
  planChange,
  planOf,
} from '../../families/pipeline/index.js';
import type { Spec, SpecSource } from '../../families/pipeline/spec/index.js';
import { asState } from '../documents.js';
import { redoEvent } from '../evidence/settle-stale.js';
import type { Staleness } from '../evidence/stale-results.js';
import { stalenessOf } from '../evidence/staleness.js';
import type { Workbench } from '../workbench.js';
import { replanEvent } from './take-over-spec.js';

/** What goes on, and with which spec. */
export interface DueRequest {
  readonly bench: Workbench;
  readonly spec: Spec;
  readonly source: SpecSource;
  /** Why results are kept although what they are about has changed; undefined when they are done again. */
  readonly accept: string | undefined;
}

/** What is due. */
export interface Due {
  readonly events: readonly PipelineEvent[];
  /** The run with them. */
  readonly doc: PipelineCheckpoint;
  /** What no longer holds: done again, or kept. */
  readonly stale: Staleness;
  /** How the workstreams of an edited spec differ from those of the run, in words; empty when they do not. */
  readonly change: string;
}

/**
 * Finds what a run has to record before work goes on.
 * @param request the run's spec and the project
 * @param doc the run as it is
 * @returns what is due
 */
export async function dueEvents({ bench, spec, source, accept }: DueRequest, doc: PipelineCheckpoint): Promise<Due> {
  const events: PipelineEvent[] = [];
  // What a killed build left running has to be done again.
  if (doc.in_progress_workstreams.length > 0) events.push({ type: 'pause', stop_running: true });
  const replan = replanEvent(doc, spec, source);
  if (replan !== null) events.push(replan);
  const now = new Date(bench.clock()).toISOString();
  const before = events.reduce<PipelineCheckpoint>((at, event) => applyPipeline(at, event, now), doc);
  const [known, plan] = [planOf(doc), planOf(before)];
  const change = replan === null || known === null || plan === null ? '' : planChange(known, plan);
  const stale = await stalenessOf(bench, asState(before));
  const redo = accept !== undefined || stale.results.length === 0 ? [] : [redoEvent(stale.results)];
  const last = [...stale.moved, ...redo];
  const after = last.reduce<PipelineCheckpoint>((at, event) => applyPipeline(at, event, now), before);
  return { events: [...events, ...last], doc: after, stale, change };
}
