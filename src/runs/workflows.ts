// Steps of workflow runs.

import { pawl } from '../base/command-line.js';
import { PawlError } from '../base/errors.js';
import type { JsonObject } from '../base/json.js';
import { type Key, type Place, refOf, workflowKey } from '../base/names.js';
import {
  type WorkflowDocument,
  type WorkflowEvent,
  applyWorkflow,
  newWorkflow,
  workflowFormat,
} from '../formats/workflow.js';
import type { Change } from './change.js';

/** What a new workflow is about. */
export type WorkflowStart = Parameters<typeof newWorkflow>[0];

/** Begins a workflow. Its id has the time in seconds; a second start within one takes the next free second. */
export function workflowStart(start: WorkflowStart, now: Date, op?: string): Change<WorkflowDocument> {
  const doc = newWorkflow(start, now.toISOString());
  const key = workflowKey(doc.checkpoint_id);
  return {
    key,
    format: workflowFormat,
    event: { name: 'start' },
    op,
    decide(existing) {
      if (existing !== null) throw new PawlError('conflict', `${refOf(key)} exists already`, { data: { taken: true } });
      return doc;
    },
  };
}

/** The change that an event makes. On success the file goes away; its last state stays in the history. */
export function workflowChange(key: Key, event: WorkflowEvent, op?: string): Change<WorkflowDocument> {
  return {
    key,
    format: workflowFormat,
    event: { name: event.type, args: argsOf(event) },
    op,
    place: placeAfter(event),
    decide(doc, now) {
      if (doc === null)
        throw new PawlError('not-found', `there is no unfinished workflow ${refOf(key)}`, {
          hint: `\`${pawl`list --all`}\` also shows finished ones.`,
        });
      return applyWorkflow(doc, event, now);
    },
  };
}

function placeAfter(event: WorkflowEvent): Place | undefined {
  if (event.type === 'finish') return 'archived';
  if (event.type === 'abandon' || (event.type === 'fail' && event.final === true)) return 'failed';
  return event.type === 'retry' ? 'live' : undefined;
}

/** What the history says about an event. */
function argsOf(event: WorkflowEvent): JsonObject {
  if (event.type === 'advance' || event.type === 'progress')
    return event.phase === undefined ? {} : { phase: event.phase };
  return event.type === 'fail' ? { message: event.message, final: event.final ?? false } : {};
}
