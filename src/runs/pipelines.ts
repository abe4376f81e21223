// Steps of pipeline runs.

import { pawl } from '../base/command-line.js';
import { PawlError } from '../base/errors.js';
import type { JsonObject } from '../base/json.js';
import { type Key, refOf } from '../base/names.js';
import { type PipelineDocument, type PipelinePlan, pipelineFormat } from '../formats/pipeline.js';
import { type PipelineEvent, applyPipeline, newPipeline } from '../formats/pipeline-steps.js';
import type { Change } from './change.js';

/** Begins a pipeline; refused while there is an unfinished one of that id. */
export function pipelineStart(key: Key, plan: PipelinePlan, op?: string): Change<PipelineDocument> {
  return {
    key,
    format: pipelineFormat,
    event: { name: 'init', args: { workstreams: Object.keys(plan.workstreams) } },
    op,
    decide(doc, now) {
      if (doc !== null && doc.status !== 'complete') {
        const hint = `\`${pawl`resume ${refOf(key)}`}\` continues it.`;
        throw new PawlError('not-allowed', `${refOf(key)} is unfinished`, { hint });
      }
      return newPipeline(plan, now);
    },
  };
}

/** The change that an event makes. */
export function pipelineChange(
  key: Key,
  event: PipelineEvent,
  plan?: PipelinePlan,
  op?: string,
): Change<PipelineDocument> {
  return {
    key,
    format: pipelineFormat,
    event: { name: event.type, args: argsOf(event) },
    op,
    plan,
    decide(doc, now) {
      if (doc === null)
        throw new PawlError('not-found', `there is no pipeline ${refOf(key)}`, {
          hint: `\`${pawl`pipeline init ${refOf(key)}`}\` begins it.`,
        });
      return applyPipeline(doc, event, now, plan);
    },
  };
}

/** What the history says about an event. */
function argsOf(event: PipelineEvent): JsonObject {
  switch (event.type) {
    case 'start':
    case 'redo':
      return { workstreams: [...event.workstreams] };
    case 'done':
      return { workstream: event.workstream };
    case 'fail':
      return { workstream: event.workstream, message: event.message };
    case 'gate':
    case 'gate-failed':
      return { gate: event.gate };
    case 'review':
      return { verdict: event.verdict };
    default:
      return {};
  }
}
