// Hand-offs of a run: requests to sub-agents and their responses. They are kept under `pawl.handoffs[]`, one entry per task.

import { pawl } from '../base/command-line.js';
import { PawlError, type Problem } from '../base/errors.js';
import { type JsonObject, isObject, sameJson } from '../base/json.js';
import { type Key, refOf } from '../base/names.js';
import { nearest } from '../base/text.js';
import { type CommandDocument, commandFormat } from '../formats/command.js';
import {
  type Aggregated,
  type AggregationRule,
  type HandoffRequest,
  type HandoffResponse,
  type ResponseOptions,
  aggregateHandoffs,
  checkHandoffRequest,
  checkHandoffResponse,
} from '../formats/handoff.js';
import type { Notes } from '../formats/notes.js';
import { type PipelineDocument, pipelineFormat } from '../formats/pipeline.js';
import { type WorkflowDocument, workflowFormat } from '../formats/workflow.js';
import type { Stored } from '../store/store.js';
import { type Context, type Plan, change, openState, planChange } from './change.js';
import type { Project } from './project.js';

type HandoffEvent =
  | { readonly type: 'request'; readonly request: HandoffRequest }
  | { readonly type: 'response'; readonly response: HandoffResponse };

/** A task that was handed to a sub-agent; `response` is null until it has answered. */
export interface Handoff {
  readonly request: HandoffRequest;
  readonly response: HandoffResponse | null;
}

/** What became of a request or response that was handed in. */
export interface StoredHandoff<T> {
  /** As it is stored: without secrets, and with a shorter summary where that was wanted. */
  readonly value: T;
  readonly warnings: readonly Problem[];
  readonly stored: Stored;
}

/** The hand-offs of a run, in the order of their requests. */
export function handoffsOf(state: JsonObject): readonly Handoff[] {
  const list = isObject(state['pawl']) ? state['pawl']['handoffs'] : null;
  return (Array.isArray(list) ? list : []).flatMap((one: unknown) => {
    const { request } = checkHandoffRequest(isObject(one) ? one['request'] : null);
    const { response } = checkHandoffResponse(isObject(one) ? one['response'] : null);
    return request === null ? [] : [{ request, response }];
  });
}

/** The first task id that no hand-off of the run has: `T001`. */
export function freeTaskId(state: JsonObject): string {
  const taken = new Set(handoffsOf(state).map(({ request }) => request.task_id));
  for (let number = 1; ; number++) {
    const id = `T${String(number).padStart(3, '0')}`;
    if (!taken.has(id)) return id;
  }
}

/** Checks a request and stores it with the run. A task that has been answered is not asked again. */
export async function recordRequest(
  project: Project,
  key: Key,
  given: unknown,
): Promise<StoredHandoff<HandoffRequest>> {
  const { request, problems, warnings } = checkHandoffRequest(given);
  if (request === null) throw invalidHandoff('request', problems);
  const stored = await store(project, key, { type: 'request', request });
  return { value: taskOf(stored.state, request.task_id)?.request ?? request, warnings, stored };
}

/** Checks a response against its request and stores it with the run. A second response replaces the first. */
export async function recordResponse(
  project: Project,
  key: Key,
  given: unknown,
  options: Pick<ResponseOptions, 'truncate' | 'reject'> = {},
): Promise<StoredHandoff<HandoffResponse>> {
  const state = openState(await project.store.get(key));
  if (state === null) throw noRun(key);
  const request = requestFor(key, state, isObject(given) ? given['task_id'] : undefined);
  const { response, problems, warnings } = checkHandoffResponse(given, { ...options, request });
  if (response === null) throw invalidHandoff('response', problems);
  const stored = await store(project, key, { type: 'response', response });
  return { value: taskOf(stored.state, response.task_id)?.response ?? response, warnings, stored };
}

/**
 * Decides by the responses of a run's hand-offs. A task without a response is open.
 * @param tasks the tasks that count; all of the run when it is empty
 */
export function aggregateRun(
  key: Key,
  state: JsonObject,
  rule: AggregationRule,
  tasks: readonly string[] = [],
): Aggregated {
  for (const task of tasks) requestFor(key, state, task);
  const counted = handoffsOf(state).filter(({ request }) => tasks.length === 0 || tasks.includes(request.task_id));
  if (counted.length === 0) {
    const hint = `\`${pawl`handoff new ${refOf(key)}`}\` records a request.`;
    throw new PawlError('not-found', `${refOf(key)} has no hand-offs`, { hint });
  }
  return aggregateHandoffs(
    counted.map(({ request, response }) => response ?? unanswered(request)),
    rule,
  );
}

function unanswered({ task_id, phase }: HandoffRequest): HandoffResponse {
  const issues = ['it has not answered yet'];
  return { task_id, phase, status: 'partial', decision: 'CLARIFY', findings: {}, context_summary: '-', issues };
}

/** The error for a request or response that does not fit; it lists every problem. */
export function invalidHandoff(kind: 'request' | 'response', problems: readonly Problem[], name = 'this'): PawlError {
  const lines = problems.map(({ path, message, fix }) => `${path} ${message}${fix ? ` (${fix})` : ''}`.trim());
  const message = [`${name} is not a valid ${kind}:`, ...lines].join('\n  ');
  return new PawlError('bad-input', message, { problems, hint: 'Nothing was stored.' });
}

function noRun(key: Key): PawlError {
  return new PawlError('not-found', `there is no unfinished run ${refOf(key)}`, {
    hint: `\`${pawl`list --all`}\` shows all runs.`,
  });
}

function taskOf(state: JsonObject, task: string): Handoff | undefined {
  return handoffsOf(state).find(({ request }) => request.task_id === task);
}

function requestFor(key: Key, state: JsonObject, task: unknown): HandoffRequest {
  const known = handoffsOf(state).map(({ request }) => request.task_id);
  const found = typeof task === 'string' ? taskOf(state, task) : undefined;
  if (found !== undefined) return found.request;
  const near = typeof task === 'string' ? nearest(task, known) : undefined;
  const listed = known.length === 0 ? 'It has no hand-offs.' : `It has ${known.join(', ')}.`;
  const shown = typeof task === 'string' ? `task_id "${task}"` : 'that task_id; it must be text';
  throw new PawlError('not-found', `${refOf(key)} has no request with ${shown}`, {
    hint: near === undefined ? listed : `Did you mean ${near}? ${listed}`,
  });
}

async function store(project: Project, key: Key, event: HandoffEvent): Promise<Stored> {
  const stored = await change(project.store, key, planHandoff(key, event, project.context()));
  if (stored === null) throw noRun(key);
  return stored;
}

type Records = NonNullable<NonNullable<Notes>['handoffs']>;

/** The change that a request or a response makes to a run of any family. */
function planHandoff(key: Key, event: HandoffEvent, context: Context): Plan {
  const { task_id } = event.type === 'request' ? event.request : event.response;
  const base = { key, event: { name: `handoff ${event.type}`, args: { task_id } } };
  const by =
    <D extends { pawl?: Notes }>(withRecords: (doc: D, handoffs: Records) => D) =>
    (doc: D | null, now: string): D => {
      if (doc === null) throw noRun(key);
      const handoffs = nextRecords(doc.pawl?.handoffs ?? [], event, now);
      return handoffs === null ? doc : withRecords(doc, handoffs);
    };
  switch (key.family) {
    case 'command': {
      const decide = by<CommandDocument>((doc, handoffs) => ({ ...doc, pawl: { ...doc.pawl, handoffs } }));
      return planChange({ ...base, format: commandFormat, decide }, context);
    }
    case 'pipeline': {
      const decide = by<PipelineDocument>((doc, handoffs) => ({ ...doc, pawl: { ...doc.pawl, handoffs } }));
      return planChange({ ...base, format: pipelineFormat, decide }, context);
    }
    default: {
      const decide = by<WorkflowDocument>((doc, handoffs) => ({ ...doc, pawl: { ...doc.pawl, handoffs } }));
      return planChange({ ...base, format: workflowFormat, decide }, context);
    }
  }
}

/** The entries after an event; null when it says nothing new. */
function nextRecords(before: Records, event: HandoffEvent, now: string): Records | null {
  const { task_id } = event.type === 'request' ? event.request : event.response;
  const old = before.find((one) => one.task_id === task_id);
  const replaced = (record: Records[number]): Records =>
    old === undefined ? [...before, record] : before.map((one) => (one === old ? record : one));
  if (event.type === 'response') {
    if (sameJson(old?.['response'], event.response)) return null;
    return replaced({ ...old, task_id, response: event.response, answered_at: now });
  }
  if (sameJson(old?.['request'], event.request)) return null;
  if (old?.['response'] !== undefined) {
    const hint = 'Choose another task_id.';
    throw new PawlError('conflict', `${task_id} was handed off before, and has been answered`, { hint });
  }
  return replaced({ task_id, request: event.request, requested_at: now });
}
