// The workflow family: checkpoints of `/orchestrate`, `/test-all` and other workflows that work in numbered phases. Pure.

import * as v from 'valibot';
import { checksum } from '../base/checksum.js';
import { PawlError, type Problem, badInput } from '../base/errors.js';
import { type JsonObject, isObject, limits, reservedNames, sameJson } from '../base/json.js';
import { durationText, oneLine, stripInvisible, timeOf } from '../base/text.js';
import { type CheckOptions, type Overview, type ResumePoint, type Unit, defineFormat } from './format.js';
import { type Note, addNote, notesSchema } from './notes.js';
import { checkBy, checkSummary, encodeOver, files, time, unitName } from './schema.js';

const wholeNumber = v.pipe(
  v.number(),
  v.integer('must be a whole number'),
  v.maxValue(limits.units, `must be at most ${limits.units}`),
);
const phaseCount = v.pipe(wholeNumber, v.minValue(0, 'must not be negative'));
const phaseNumber = v.pipe(wholeNumber, v.minValue(1, 'must be 1 or more: phases are counted from 1'));
const summary = v.pipe(v.string(), v.description('At most 500 words'));

const phaseSchema = v.looseObject({
  name: v.nullish(v.string()),
  context_summary: v.nullish(summary),
  files_created: v.nullish(files),
  files_modified: v.nullish(files),
  completed_at: v.nullish(time),
});

export const workflowSchema = v.looseObject({
  checkpoint_id: unitName,
  workflow_type: unitName,
  workflow_description: v.string(),
  created_at: time,
  updated_at: time,
  status: v.picklist(['in_progress', 'failed', 'complete', 'abandoned']),
  current_phase: phaseCount,
  total_phases: v.pipe(phaseCount, v.description('0 when the number is not known')),
  completed_phases: v.pipe(v.array(phaseNumber), v.maxLength(limits.units)),
  workflow_state: v.looseObject({
    project_name: v.nullish(v.string()),
    plan_path: v.nullish(v.string()),
    context_summary: v.nullish(summary),
  }),
  last_error: v.nullable(v.string()),
  pawl: v.nullish(
    v.looseObject({
      ...notesSchema.wrapped.entries,
      /** What is known about a phase; the key is its number. */
      phases: v.nullish(v.record(v.string(), phaseSchema)),
      /** Every failure, the latest last. */
      errors: v.nullish(v.array(v.looseObject({ text: v.string(), at: v.nullish(time) }))),
    }),
  ),
});

export type WorkflowDocument = v.InferInput<typeof workflowSchema>;
type PhaseRecord = v.InferInput<typeof phaseSchema>;

/** What is recorded about a phase: file lists unite, a summary replaces the one before. */
interface PhaseReport {
  /** The first phase that is not completed, unless given. */
  readonly phase?: number | undefined;
  readonly summary?: string | undefined;
  readonly created?: readonly string[] | undefined;
  readonly modified?: readonly string[] | undefined;
}

export type WorkflowEvent =
  /** Completes a phase. A failed workflow leaves `failed`: the work went on. */
  | ({ readonly type: 'advance' } & PhaseReport)
  /** Records something about a phase without completing it. */
  | ({ readonly type: 'progress' } & PhaseReport)
  /** Changes `workflow_state`: maps merge in depth, null deletes, anything else replaces. */
  | { readonly type: 'state'; readonly state: JsonObject }
  /** `final`: nothing more can be done; the caller moves the file to `failed/`. */
  | { readonly type: 'fail'; readonly message: string; readonly final?: boolean | undefined }
  /** Continues a failed or abandoned workflow. */
  | { readonly type: 'retry' }
  | { readonly type: 'finish' }
  | { readonly type: 'abandon'; readonly reason?: string | undefined }
  | ({ readonly type: 'note' } & Note);

/** Turns a project's name into snake case: `Auth System` and `authSystem` become `auth_system`. */
export function projectName(name: string): string {
  const letters = name.normalize('NFKD').replace(/\p{M}+/gu, '');
  const words = letters.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase();
  const snake = words.replace(/[^a-z0-9]+/g, '_').slice(0, 80);
  return snake.replace(/^_+|_+$/g, '') || `project_${checksum(name).slice(0, 8)}`;
}

/** Makes an id, e.g. `orchestrate_auth_system_20251003_184530`. Its time is in UTC; its type has no underscore. */
export function workflowId(type: string, project: string, now: string): string {
  const word = type.toLowerCase().replace(/[^a-z0-9.]+/g, '-');
  const kind = word.slice(0, 40).replace(/^[.-]+|[.-]+$/g, '') || 'workflow';
  return `${kind}_${projectName(project)}_${timestamp(timeOf(now))}`;
}

function timestamp(ms: number): string {
  const digits = new Date(ms).toISOString().replace(/\D/g, '');
  return `${digits.slice(0, 8)}_${digits.slice(8, 14)}`;
}

/** Takes an id apart; null when the text is not one, or its date does not exist. `at` is ISO 8601. */
export function parseWorkflowId(id: string): { type: string; project: string; at: string } | null {
  const [, type = '', project = '', date = '', clock = ''] = /^([^_]+)_(.+)_(\d{8})_(\d{6})$/.exec(id) ?? [];
  const at = `${date.replace(/(....)(..)/, '$1-$2-')}T${clock.replace(/(..)(..)/, '$1:$2:')}Z`;
  const ms = Date.parse(at);
  // 30 February would become 2 March.
  return Number.isNaN(ms) || timestamp(ms) !== `${date}_${clock}` ? null : { type, project, at };
}

/** A workflow with nothing done yet. It has as many phases as it has names for them, or more; 0 when nobody knows. */
export function newWorkflow(
  start: {
    readonly type: string;
    readonly project: string;
    readonly description: string;
    readonly totalPhases: number;
    readonly phaseNames?: readonly string[] | undefined;
  },
  now: string,
): WorkflowDocument {
  const { type, project, description, phaseNames = [] } = start;
  const total_phases = Math.max(start.totalPhases, phaseNames.length);
  const problems = checkBy(phaseCount, total_phases, ['total_phases']);
  if (problems.length > 0) throw badInput('workflow', problems);
  const phases = Object.fromEntries(phaseNames.map((name, index) => [index + 1, { name }]));
  return {
    checkpoint_id: workflowId(type, project, now),
    workflow_type: type,
    workflow_description: description,
    created_at: now,
    updated_at: now,
    status: 'in_progress',
    current_phase: 1,
    total_phases,
    completed_phases: [],
    workflow_state: { project_name: projectName(project) },
    last_error: null,
    ...(phaseNames.length === 0 ? {} : { pawl: { phases } }),
  };
}

const lifted = ['status', 'current_phase', 'total_phases', 'completed_phases', 'last_error', 'workflow_description'];

/**
 * Makes the checkpoint of a state that a workflow keeps in its own form. Status, phases, error and description are lifted
 * out of it, and all of it becomes `workflow_state`. Where it does not list completed phases, those before its current
 * phase count as completed.
 * @param project the project's name; null takes it from the state
 * @param before the unfinished checkpoint that the state continues
 */
export function workflowFromState(
  type: string,
  project: string | null,
  state: JsonObject,
  now: string,
  before?: WorkflowDocument,
): WorkflowDocument {
  const said = textOf(state['workflow_description']);
  const name = projectName(project ?? textOf(state['project_name']) ?? said ?? type);
  const start = { type, project: name, description: said ?? `${type} ${name}`, totalPhases: 0 };
  const base = recovered(before ?? newWorkflow(start, now));
  const current = v.is(phaseNumber, state['current_phase']) ? state['current_phase'] : 1;
  const next: Record<string, unknown> = {
    ...base,
    completed_phases: [...base.completed_phases, ...numbersTo(current - 1)],
    workflow_state: { project_name: base.workflow_state.project_name ?? name, ...state },
  };
  for (const field of lifted) if (state[field] !== '') next[field] = state[field] ?? next[field];
  if (!v.is(workflowSchema, next)) throw badInput('state', checkBy(workflowSchema, next, []));
  return settle(withError(next, next.last_error, now));
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

function numbersTo(last: number): number[] {
  return Array.from({ length: last }, (_, index) => index + 1);
}

/** Applies an event. The given document stays as it is. */
export function applyWorkflow(doc: WorkflowDocument, event: WorkflowEvent, now: string): WorkflowDocument {
  if (event.type !== 'note') refuseOver(doc, event.type);
  switch (event.type) {
    case 'advance':
      return advance(doc, event, now);
    case 'progress':
      return report(doc, phaseOf(doc, event.phase), event);
    case 'state':
      return { ...doc, workflow_state: mergeMaps(doc.workflow_state, event.state) };
    case 'fail': {
      const text = event.message.trim();
      if (text === '') throw badInput('fail', [{ path: '/message', message: 'must say what went wrong' }]);
      return { ...withError(doc, text, now), status: 'failed', last_error: text };
    }
    case 'retry':
      return recovered(doc);
    case 'finish':
      return finish(doc);
    case 'abandon':
      return { ...doc, status: 'abandoned', pawl: addNote(doc.pawl, { decision: event.reason }, now) };
    default: // note
      return { ...doc, pawl: addNote(doc.pawl, event, now) };
  }
}

function refuseOver({ checkpoint_id: id, status }: WorkflowDocument, type: WorkflowEvent['type']): void {
  if (status === 'complete') throw new PawlError('already-complete', `${id} is already complete`);
  if (status !== 'abandoned' || type === 'retry') return;
  throw new PawlError('not-allowed', `${id} was abandoned`, { hint: 'Resume it first, or start a new workflow.' });
}

function advance(doc: WorkflowDocument, event: PhaseReport, now: string): WorkflowDocument {
  const phase = phaseOf(doc, event.phase);
  if (doc.completed_phases.includes(phase)) return report(doc, phase, event);
  const reported = report(recovered(doc), phase, event, { completed_at: now });
  return settle({ ...reported, completed_phases: [...doc.completed_phases, phase] });
}

/** The phase that is meant: the given one, else the first that is not completed. */
function phaseOf(doc: WorkflowDocument, given: number | undefined): number {
  const total = doc.total_phases;
  const phase = given ?? openPhase(doc);
  const hint = 'Finish the workflow.';
  if (phase === null) throw new PawlError('not-allowed', 'every phase is already completed', { hint });
  const last = total || limits.units;
  if (v.is(phaseNumber, phase) && phase <= last) return phase;
  throw badInput('workflow', [{ path: '/phase', message: `there is no phase ${phase}; phases are 1 to ${last}` }]);
}

function report(doc: WorkflowDocument, phase: number, event: PhaseReport, more: PhaseRecord = {}): WorkflowDocument {
  const { phases } = doc.pawl ?? {};
  const record: PhaseRecord = { ...phases?.[phase], ...more };
  if (event.summary !== undefined) record.context_summary = event.summary;
  const { created = [], modified = [] } = event;
  if (created.length > 0) record.files_created = [...new Set([...(record.files_created ?? []), ...created])];
  if (modified.length > 0) record.files_modified = [...new Set([...(record.files_modified ?? []), ...modified])];
  return { ...doc, pawl: { ...doc.pawl, phases: { ...phases, [phase]: record } } };
}

function finish(doc: WorkflowDocument): WorkflowDocument {
  const open = doc.total_phases === 0 ? [] : openPhases(doc);
  if (open.length === 0) return settle({ ...recovered(doc), status: 'complete' });
  const named = open.length === 1 ? `Phase ${open[0]} is` : `Phases ${open.join(', ')} are`;
  throw new PawlError('not-allowed', `${named} not completed`, {
    hint: 'Complete the rest, or record a final failure.',
  });
}

/** Adds to the history of failures, which keeps the last 100. The same one again is not added. */
function withError(doc: WorkflowDocument, text: string | null, at: string): WorkflowDocument {
  const errors = doc.pawl?.errors ?? [];
  if (text === null || errors.at(-1)?.text === text) return doc;
  return { ...doc, pawl: { ...doc.pawl, errors: [...errors, { text, at, phase: openPhase(doc) }].slice(-100) } };
}

/** Leaves `failed` or `abandoned`. The error stays in the history, also one that another tool wrote. */
function recovered(doc: WorkflowDocument): WorkflowDocument {
  if (doc.last_error === null && doc.status === 'in_progress') return doc;
  return { ...withError(doc, doc.last_error, doc.updated_at), status: 'in_progress', last_error: null };
}

function mergeMaps(before: object, change: object): Record<string, unknown> {
  const merged: Record<string, unknown> = { ...before };
  for (const [name, value] of Object.entries(change)) {
    if (value === undefined || reservedNames.has(name)) continue;
    const old = merged[name];
    if (value === null) delete merged[name];
    else merged[name] = isObject(value) ? mergeMaps(isObject(old) ? old : {}, value) : value;
  }
  return merged;
}

/** The numbers of all phases; when their count is not known, up to the one behind the last completed one. */
function phasesOf({ total_phases, completed_phases }: WorkflowDocument): number[] {
  return numbersTo(total_phases || Math.min(Math.max(0, ...completed_phases) + 1, limits.units));
}

function openPhases(doc: WorkflowDocument): number[] {
  return phasesOf(doc).filter((phase) => !doc.completed_phases.includes(phase));
}

/** The first phase that is not completed, wherever `current_phase` points; null when all are. */
function openPhase(doc: WorkflowDocument): number | null {
  return openPhases(doc)[0] ?? null;
}

/** Sorts the completed phases and derives the current one: the first that is not completed, else the last. */
function settle(doc: WorkflowDocument): WorkflowDocument {
  const completed_phases = [...new Set(doc.completed_phases)].sort((a, b) => a - b);
  const current_phase = openPhase(doc) ?? doc.total_phases;
  const isSettled = current_phase === doc.current_phase && sameJson(completed_phases, doc.completed_phases);
  return isSettled ? doc : { ...doc, current_phase, completed_phases };
}

function overview(doc: WorkflowDocument): Overview {
  const isFinished = doc.status === 'complete' || doc.status === 'abandoned';
  const open = isFinished ? null : openPhase(doc);
  const units = phasesOf(doc).map((phase): Unit => {
    const record = doc.pawl?.phases?.[phase];
    const isOpen = phase === open;
    const isDone = doc.completed_phases.includes(phase);
    return {
      name: record?.name ? `Phase ${phase}: ${record.name}` : `Phase ${phase}`,
      status: isDone ? 'complete' : !isOpen ? 'pending' : doc.status === 'failed' ? 'failed' : 'in_progress',
      summary: record?.context_summary ?? undefined,
      files: [...(record?.files_created ?? []), ...(record?.files_modified ?? [])],
      error: isOpen ? (doc.last_error ?? undefined) : undefined,
    };
  });
  return {
    title: doc.pawl?.goal ?? (doc.workflow_description || doc.checkpoint_id),
    status: doc.status,
    isFinished,
    units,
    progress: { done: units.filter((unit) => unit.status === 'complete').length, total: units.length },
    current: units.find((unit) => unit.status === 'in_progress')?.name ?? null,
    startedAt: doc.created_at || null,
    updatedAt: doc.updated_at || null,
  };
}

/** The first phase that is not completed. */
function resumePoint(doc: WorkflowDocument): ResumePoint {
  const { isFinished, units } = overview(doc);
  if (isFinished) return { unit: null, summary: null };
  const last = units.findLast((unit) => unit.status === 'complete' && unit.summary !== undefined);
  return {
    unit: units.find((unit) => unit.status !== 'complete')?.name ?? null,
    summary: last?.summary ?? doc.workflow_state.context_summary ?? null,
  };
}

/** The question that a person is asked about a checkpoint that was found; the cursor waits behind its last line. */
export function resumePrompt(doc: WorkflowDocument, now: string): string {
  const { unit } = resumePoint(doc);
  const created = timeOf(doc.created_at);
  const when = Number.isNaN(created)
    ? 'unknown'
    : `${new Date(created).toISOString().slice(0, 19).replace('T', ' ')} (${durationText(timeOf(now) - created)} ago)`;
  return `Found existing checkpoint for "${oneLine(stripInvisible(overview(doc).title))}"
Created: ${when}
Progress: ${progressText(doc)}

Options:
  (r)esume - ${unit === null ? 'Finish; every phase is completed' : `Continue from ${oneLine(stripInvisible(unit))}`}
  (s)tart fresh - Delete checkpoint and restart
  (v)iew details - Show checkpoint contents
  (d)elete - Remove checkpoint without starting

Choice [r/s/v/d]:`;
}

function progressText(doc: WorkflowDocument): string {
  const done = phasesOf(doc).filter((phase) => doc.completed_phases.includes(phase));
  const of = doc.total_phases === 0 ? '' : ` of ${doc.total_phases}`;
  const last = done.at(-1);
  if (last === undefined) return `No phase${of} completed`;
  return last === done.length ? `Phase ${last}${of} completed` : `Phases ${done.join(', ')}${of} completed`;
}

/** True when a workflow has this description; case, spacing and punctuation do not matter. */
export function matchesDescription(doc: WorkflowDocument, text: string): boolean {
  return plain(text) !== '' && plain(text) === plain(doc.workflow_description);
}

function plain(text: string): string {
  const words = text.normalize('NFKC').toLowerCase();
  return words.replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ').trim();
}

function rules(doc: WorkflowDocument, { maxSummaryTokens }: CheckOptions): Problem[] {
  const { checkpoint_id: id, total_phases: total } = doc;
  const problems: Problem[] = [];
  const add = (path: string, message: string, fix: string): void => void problems.push({ path, message, fix });
  if (id !== '' && parseWorkflowId(id) === null)
    add('/checkpoint_id', 'is not a workflow id', 'write {type}_{project}_{YYYYMMDD_HHMMSS}');
  const beyond = total === 0 ? -1 : doc.completed_phases.findIndex((phase) => phase > total);
  if (beyond >= 0) add(`/completed_phases/${beyond}`, `must be at most ${total}, the number of phases`, 'remove it');
  const open = total === 0 ? 0 : openPhases(doc).length;
  if (doc.status === 'complete' && open > 0) {
    const fix = 'write "in_progress", or list every phase in completed_phases';
    add('/status', `is "complete", but ${open} of ${total} phases are not completed`, fix);
  }
  const { context_summary } = doc.workflow_state;
  problems.push(...checkSummary(context_summary, ['workflow_state', 'context_summary'], maxSummaryTokens));
  for (const [phase, record] of Object.entries(doc.pawl?.phases ?? {}))
    problems.push(
      ...checkSummary(record.context_summary, ['pawl', 'phases', phase, 'context_summary'], maxSummaryTokens),
    );
  return problems;
}

/** True above schema version 2.1. The versions up to it only added fields, and none means 1.0. */
function isNewer({ schema_version }: JsonObject): boolean {
  const version = JSON.stringify(schema_version ?? 1).replaceAll('"', '');
  const [major = 1, minor = 0] = version.split('.').map(Number);
  return major > 2 || (major === 2 && minor > 1);
}

export const workflowFormat = defineFormat(workflowSchema, {
  family: 'workflow',
  isCheckpoint: (value) =>
    (typeof value['checkpoint_id'] === 'string' || typeof value['workflow_type'] === 'string') &&
    ['status', 'current_phase', 'completed_phases', 'workflow_state'].some((member) => Object.hasOwn(value, member)),
  isNewer,
  fill(raw, key, now) {
    if (key.family !== 'workflow') return raw;
    const { type = 'workflow', project = key.id, at = now } = parseWorkflowId(key.id) ?? {};
    const blank = newWorkflow({ type, project, description: '', totalPhases: 0 }, at);
    return { ...encodeOver(null, null, { ...blank, checkpoint_id: key.id, updated_at: now }), ...raw };
  },
  named: ({ checkpoint_id }) => ({ id: checkpoint_id }),
  rules,
  settle,
  stamp: (doc, now) => ({ ...doc, updated_at: now }),
  derived: ['/updated_at', '/current_phase'],
  overview,
  resumePoint,
});
