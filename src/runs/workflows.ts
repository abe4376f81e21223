// Steps of workflow runs.

import { pawl } from '../base/command-line.js';
import { PawlError, isPawlError } from '../base/errors.js';
import type { JsonObject } from '../base/json.js';
import { type Key, type Place, refOf, workflowKey } from '../base/names.js';
import {
  type WorkflowDocument,
  type WorkflowEvent,
  applyWorkflow,
  matchesDescription,
  newWorkflow,
  parseWorkflowId,
  workflowFormat,
  workflowId,
} from '../formats/workflow.js';
import type { Stored } from '../store/store.js';
import { type Change, change, planChange } from './change.js';
import type { Project } from './project.js';

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

/** Starts a workflow; another one of the same name that began within the same second moves it to the next. */
export async function startWorkflow(project: Project, start: WorkflowStart, op?: string): Promise<Stored> {
  for (let second = 0; second < 60; second++) {
    const step = workflowStart(start, new Date(project.now().getTime() + second * 1000), op);
    try {
      const stored = await change(project.store, step.key, planChange(step, project.context()));
      if (stored !== null) return stored;
    } catch (error) {
      if (!isPawlError(error, 'conflict') || error.data['taken'] !== true) throw error;
    }
  }
  throw new PawlError('busy', 'others start workflows of this name every second', { hint: 'Try again.' });
}

/** The unfinished workflows that a new one would repeat: of the same type and project, or with the same description. */
export async function unfinishedLike(project: Project, start: WorkflowStart): Promise<readonly Key[]> {
  const id = parseWorkflowId(workflowId(start.type, start.project, project.now().toISOString()));
  const isSame = (key: Key, doc: WorkflowDocument): boolean => {
    const { type, project: name } = parseWorkflowId(refOf(key)) ?? {};
    return (type === id?.type && name === id?.project) || matchesDescription(doc, start.description);
  };
  return (await project.store.list({ family: 'workflow' }))
    .filter(({ place, problem }) => place === 'live' && problem === undefined)
    .filter(
      ({ key, state }) => !workflowFormat.overview(state).isFinished && isSame(key, workflowFormat.decode(state).doc),
    )
    .map(({ key }) => key);
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
