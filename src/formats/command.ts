// The command family: checkpoints of `/implement`, `/design` and other commands that work in phases. Pure.

import * as v from 'valibot';
import { PawlError, type Problem, badInput } from '../base/errors.js';
import { type Json, type JsonObject, isObject, limits, reservedNames, sameJson } from '../base/json.js';
import { type Key, refOf } from '../base/names.js';
import { type CheckOptions, type Overview, type ResumePoint, type Unit, defineFormat } from './format.js';
import { type Note, addNote, notesSchema } from './notes.js';
import { checkBy, checkSummary, files, time, unitName, unitNames } from './schema.js';

const summary = v.pipe(v.string(), v.description('At most 500 words'));
const status = v.picklist(['pending', 'in_progress', 'complete', 'failed', 'skipped']);

const phaseSchema = v.looseObject({
  status,
  started_at: v.nullish(time),
  updated_at: v.nullish(time),
  context_summary: v.nullish(summary),
  files_created: v.nullish(files),
  files_modified: v.nullish(files),
  error: v.nullish(v.string()),
  tasks: v.nullish(
    v.record(v.string(), v.looseObject({ status: v.nullish(v.string()), description: v.nullish(v.string()) })),
  ),
});

export const commandSchema = v.looseObject({
  command: unitName,
  feature: v.nullish(v.string()),
  version: v.literal(1),
  head_commit: v.nullish(v.string()),
  started_at: time,
  updated_at: time,
  completed_at: v.nullish(time),
  state: v.looseObject({
    current_phase: v.nullable(unitName),
    completed_phases: unitNames,
    pending_phases: unitNames,
    current_task: v.nullish(v.string()),
    context_summary: v.nullish(summary),
  }),
  phases: v.record(unitName, phaseSchema),
  gate: v.nullish(
    v.looseObject({ ship_allowed: v.boolean(), blockers: v.array(v.string()), head_commit: v.nullish(v.string()) }),
  ),
  pawl: notesSchema,
});

export type CommandDocument = v.InferInput<typeof commandSchema>;
export type CommandPhase = v.InferInput<typeof phaseSchema>;
export type PhaseStatus = CommandPhase['status'];

/** The phases that the seven known commands usually go through. */
export const typicalPhases: Readonly<Record<string, readonly string[]>> = {
  start: ['branch', 'issue-creation'],
  design: ['research', 'planning', 'specs'],
  reconcile: ['analysis', 'reconciliation'],
  research: ['discovery', 'synthesis'],
  implement: ['implementation', 'validation'],
  ship: ['pre-flight', 'commit', 'push'],
  review: ['analysis', 'feedback'],
};

/** The command, and the phase, of work that hooks saw and nobody named. */
export const capturePhase = 'work';

/** What a phase update changes: maps merge, file lists unite, other values replace, null deletes. */
export interface PhaseData {
  readonly status?: PhaseStatus | undefined;
  readonly context_summary?: string | null | undefined;
  readonly files_created?: readonly string[] | null | undefined;
  readonly files_modified?: readonly string[] | null | undefined;
  readonly error?: string | null | undefined;
  readonly tasks?: Readonly<Record<string, unknown>> | null | undefined;
  /** Stored as `state.current_task`. */
  readonly current_task?: string | null | undefined;
  readonly [field: string]: unknown;
}

export type CommandEvent =
  | { readonly type: 'phase'; readonly phase: string; readonly data: PhaseData }
  | { readonly type: 'complete' }
  | ({ readonly type: 'note' } & Note)
  | {
      readonly type: 'gate';
      readonly ship_allowed: boolean;
      readonly blockers: readonly string[];
      readonly head_commit?: string | null;
    };

/** A run with nothing done yet. */
export function newCommand(command: string, feature: string | null, now: string): CommandDocument {
  const state = { current_phase: null, completed_phases: [], pending_phases: [] };
  return { command, feature, version: 1, head_commit: null, started_at: now, updated_at: now, state, phases: {} };
}

/** Applies an event. The given document stays as it is. */
export function applyCommand(doc: CommandDocument, event: CommandEvent, now: string): CommandDocument {
  switch (event.type) {
    case 'phase':
      return applyPhase(doc, event.phase, event.data, now);
    case 'complete':
      return settle({ ...doc, completed_at: doc.completed_at ?? now, state: { ...doc.state, current_phase: null } });
    case 'note':
      return { ...doc, pawl: addNote(doc.pawl, event, now) };
    default: {
      const { ship_allowed, blockers, head_commit } = event; // gate
      return { ...doc, gate: { ...doc.gate, ship_allowed, blockers: [...blockers], head_commit: head_commit ?? null } };
    }
  }
}

function applyPhase(
  doc: CommandDocument,
  name: string,
  { current_task, ...data }: PhaseData,
  now: string,
): CommandDocument {
  if (name === '' || reservedNames.has(name))
    throw badInput('phase', [{ path: '/phase', message: `must be the name of a phase, found "${name}"` }]);
  const base = doc.completed_at == null ? doc : nextRun(doc, now);
  const before = Object.hasOwn(base.phases, name) ? base.phases[name] : undefined;
  const phase = mergePhase(name, before, data, now);
  const isFirst = Object.keys(base.phases).length === 0 && base.state.pending_phases.length === 0;
  const typical = isFirst && Object.hasOwn(typicalPhases, base.command) ? (typicalPhases[base.command] ?? []) : [];
  const pending_phases = typical.includes(name) ? [...typical] : base.state.pending_phases;
  const current_phase = phase.status === 'in_progress' ? name : base.state.current_phase;
  const state = { ...base.state, current_phase, pending_phases };
  if (current_task === null) delete state.current_task;
  else if (current_task !== undefined) state.current_task = current_task;
  return settle({ ...base, state, phases: { ...base.phases, [name]: phase } });
}

/** After completion the next phase begins a new run: what belonged to the old one goes, fields that pawl does not know stay. */
export function nextRun(doc: CommandDocument, now: string): CommandDocument {
  const { completed_at: _at, gate: _gate, pawl, ...rest } = doc;
  const { current_task: _task, context_summary: _summary, ...state } = doc.state;
  const kept = pawl?.branch == null ? {} : { pawl: { branch: pawl.branch } };
  const lists = { current_phase: null, completed_phases: [], pending_phases: [] };
  return { ...rest, started_at: now, state: { ...state, ...lists }, phases: {}, ...kept };
}

function mergePhase(name: string, before: CommandPhase | undefined, data: PhaseData, now: string): CommandPhase {
  const merged = mergeMaps(before ?? {}, data);
  const status = data.status ?? before?.status ?? 'in_progress';
  const isBegun = status !== 'pending' && status !== 'skipped';
  const phase = { ...merged, status, updated_at: now, ...(isBegun ? { started_at: merged['started_at'] ?? now } : {}) };
  if (status !== 'failed' && data.error === undefined) Reflect.deleteProperty(phase, 'error');
  const problems = checkBy(phaseSchema, phase, ['phases', name]);
  if (problems.length === 0 && v.is(phaseSchema, phase)) return phase;
  throw badInput(`phase ${name}`, problems);
}

/** Maps merge in depth, file lists unite, null deletes, anything else replaces. */
function mergeMaps(before: object, data: object): Record<string, unknown> {
  const merged: Record<string, unknown> = { ...before };
  for (const [name, value] of Object.entries(data)) {
    if (value === undefined || reservedNames.has(name)) continue;
    const old = merged[name];
    if (value === null) delete merged[name];
    else if (isObject(value)) merged[name] = mergeMaps(isObject(old) ? old : {}, value);
    else if (name.startsWith('files_') && Array.isArray(value))
      merged[name] = [...new Set([...(Array.isArray(old) ? old : []), ...value])];
    else merged[name] = value;
  }
  return merged;
}

/** Derives the state's lists from the phases; names that only the lists know keep their place. */
function settle(doc: CommandDocument): CommandDocument {
  const { phases, state } = doc;
  const statusOf = (name: string): PhaseStatus | undefined =>
    Object.hasOwn(phases, name) ? phases[name]?.status : undefined;
  const named = (wanted: PhaseStatus): string[] => Object.keys(phases).filter((name) => statusOf(name) === wanted);
  const listed = (list: readonly string[], own: PhaseStatus): string[] =>
    list.filter((name) => (statusOf(name) ?? own) === own);
  const completed_phases = [...new Set([...listed(state.completed_phases, 'complete'), ...named('complete')])];
  const isOver = doc.completed_at != null;
  const said = state.current_phase;
  const holds =
    said !== null && !completed_phases.includes(said) && (statusOf(said) ?? 'in_progress') === 'in_progress';
  const current_phase = isOver ? null : holds ? said : (named('in_progress')[0] ?? null);
  const pending = [...new Set([...listed(state.pending_phases, 'pending'), ...named('pending')])];
  const pending_phases = isOver
    ? []
    : pending.filter((name) => name !== current_phase && !completed_phases.includes(name));
  const settled = { ...state, current_phase, completed_phases, pending_phases };
  return sameJson(settled, state) ? doc : { ...doc, state: settled };
}

/** Phases and the names that only the lists know: completed ones first, then in the order of the document. */
function unitsOf(doc: CommandDocument): Unit[] {
  const { current_phase, completed_phases, pending_phases } = settle(doc).state;
  const names = new Set([
    ...completed_phases,
    ...Object.keys(doc.phases),
    ...(current_phase === null ? [] : [current_phase]),
    ...pending_phases,
  ]);
  return [...names].map((name) => {
    const phase = Object.hasOwn(doc.phases, name) ? doc.phases[name] : undefined;
    const listed = completed_phases.includes(name) ? 'complete' : name === current_phase ? 'in_progress' : 'pending';
    return {
      name,
      status: phase?.status ?? listed,
      summary: phase?.context_summary ?? undefined,
      files: [...(phase?.files_created ?? []), ...(phase?.files_modified ?? [])],
      error: phase?.error ?? undefined,
    };
  });
}

function overview(doc: CommandDocument): Overview {
  const units = unitsOf(doc);
  // A review that nobody has shipped from yet leaves only its verdict here: nothing is to be resumed.
  const isVerdict = doc.gate != null && units.length === 0 && doc.pawl?.sessions == null;
  const isFinished = doc.completed_at != null || isVerdict;
  const has = (wanted: PhaseStatus): boolean => units.some((unit) => unit.status === wanted);
  const open = has('in_progress')
    ? 'in_progress'
    : has('failed')
      ? 'failed'
      : has('complete')
        ? 'in_progress'
        : 'pending';
  return {
    title: doc.pawl?.goal ?? (doc.feature == null ? doc.command : `${doc.command} ${doc.feature}`),
    status: isFinished ? 'complete' : open,
    isFinished,
    units,
    progress: {
      done: units.filter((unit) => unit.status === 'complete' || unit.status === 'skipped').length,
      total: units.length,
    },
    current: settle(doc).state.current_phase,
    startedAt: doc.started_at || null,
    updatedAt: doc.updated_at || null,
  };
}

/** The current phase, else the failed one, else the first pending one. */
export function commandResume(doc: CommandDocument): ResumePoint {
  if (doc.completed_at != null) return { unit: null, summary: null };
  const { current_phase, completed_phases, pending_phases } = settle(doc).state;
  const failed = unitsOf(doc).find((unit) => unit.status === 'failed')?.name;
  const summaryOf = (name: string): string | undefined => doc.phases[name]?.context_summary || undefined;
  const done = lastCompleted(doc, completed_phases).find((name) => summaryOf(name) !== undefined);
  return {
    unit: current_phase ?? failed ?? pending_phases[0] ?? null,
    summary: (done === undefined ? undefined : summaryOf(done)) ?? null,
  };
}

/** Completed phases, the latest first. */
function lastCompleted(doc: CommandDocument, completed: readonly string[]): readonly string[] {
  return completed.toReversed().filter((name) => Object.hasOwn(doc.phases, name));
}

function rules({ state, phases }: CommandDocument, { maxSummaryTokens: max }: CheckOptions): Problem[] {
  const problems = checkSummary(state.context_summary, ['state', 'context_summary'], max);
  for (const [name, { context_summary: text }] of Object.entries(phases))
    problems.push(...checkSummary(text, ['phases', name, 'context_summary'], max));
  const count = Object.keys(phases).length;
  if (count > limits.units)
    problems.push({ path: '/phases', message: `has ${count} phases; the limit is ${limits.units}` });
  return problems;
}

/** Null is the same as absent. */
function withDefaults(raw: JsonObject, defaults: JsonObject): JsonObject {
  const filled: Record<string, Json> = { ...defaults, ...raw };
  for (const [name, value] of Object.entries(defaults)) filled[name] ??= value;
  return filled;
}

export const commandFormat = defineFormat(commandSchema, {
  family: 'command',
  isCheckpoint: (value) => isObject(value['state']) || isObject(value['phases']),
  isNewer: (value) => typeof value['version'] === 'number' && value['version'] > 1,
  fill(raw, key, now) {
    if (key.family !== 'command') return raw;
    const { command, feature } = key;
    const lists = { current_phase: null, completed_phases: [], pending_phases: [] };
    const members = { command, feature, version: 1, head_commit: null, started_at: now, updated_at: now };
    const filled = withDefaults(raw, { ...members, state: lists, phases: {} });
    return isObject(filled['state']) ? { ...filled, state: withDefaults(filled['state'], lists) } : filled;
  },
  named: ({ command, feature }) => ({ command, feature }),
  rules,
  settle,
  stamp: (doc, now, head) => ({ ...doc, head_commit: head, updated_at: now }),
  derived: ['/updated_at', '/head_commit', '/state/current_phase', '/state/completed_phases', '/state/pending_phases'],
  overview,
  resumePoint: commandResume,
});

/** The error for an event on a run that does not exist. */
export function noRun(key: Key): PawlError {
  return new PawlError('not-found', `${refOf(key)} has not been started`, { hint: 'Its first phase begins it.' });
}
