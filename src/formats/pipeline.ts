// The pipeline family: checkpoints of `/build`, which works through the workstreams and gates of a spec. Here are the
// schema, the rules, and where to resume; what can happen to a pipeline is in pipeline-steps.ts. Pure.

import * as v from 'valibot';
import { PawlError, type Problem } from '../base/errors.js';
import { type JsonObject, limits, pointer, sameJson } from '../base/json.js';
import { oneLine, stripInvisible, timeOf } from '../base/text.js';
import { evidenceSchema, said } from './evidence.js';
import { type CheckOptions, type Overview, type ResumePoint, type Unit, defineFormat } from './format.js';
import { notesSchema } from './notes.js';
import { checkSummary, files, time, unitName, unitNames } from './schema.js';

export const maxReviews = 2;

const count = v.pipe(v.number(), v.integer('must be a whole number'), v.minValue(0, 'must not be negative'));
const fixes = v.nullish(v.array(v.looseObject({ file: v.string(), change: v.string() })));
const gates = v.pipe(v.array(unitName), v.maxLength(limits.filesPerUnit));
const failure = { workstream: v.string(), message: unitName, file: v.nullish(v.string()), line: v.nullish(count) };

export const pipelineSchema = v.looseObject({
  prd: unitName,
  prd_title: v.string(),
  /** The last phase that is complete with its gates passed; 0 before the first. */
  current_phase: count,
  status: v.picklist(['initialized', 'in_progress', 'paused', 'failed', 'complete']),
  completed_workstreams: unitNames,
  in_progress_workstreams: unitNames,
  pending_workstreams: unitNames,
  artifacts: v.record(unitName, files),
  gates_passed: gates,
  gates_pending: gates,
  timestamp: time,
  error: v.nullish(v.looseObject(failure)),
  adversarial_review: v.nullish(
    v.looseObject({
      // The first one is what an unreadable verdict counts as: it must not be an approval.
      verdict: v.picklist(['do_not_ship', 'ship', 'ship_with_gates', 'overridden']),
      p0_count: count,
      p1_count: count,
      attempt: count,
      findings_path: v.nullish(v.string()),
      override_reason: v.nullish(v.string()),
    }),
  ),
  eslint_fixes: fixes,
  cleanup_done: v.nullish(v.array(v.string())),
  key_fixes: fixes,
  pawl: v.nullish(
    v.looseObject({
      ...notesSchema.wrapped.entries,
      evidence: evidenceSchema,
      /** Gates that a person waived, and manual ones that a person approved. */
      waivers: v.nullish(v.array(v.looseObject({ gate: v.string(), reason: v.string(), issue: v.string(), ...said }))),
      approvals: v.nullish(v.array(v.looseObject({ gate: v.string(), ...said }))),
      /** Failures that the run has left behind. */
      errors: v.nullish(v.array(v.looseObject({ ...failure, at: v.nullish(time) }))),
      /** What the next session should know about a completed workstream. */
      summaries: v.nullish(v.record(unitName, v.string())),
    }),
  ),
});

export type PipelineDocument = v.InferInput<typeof pipelineSchema>;
export type PipelineReview = NonNullable<PipelineDocument['adversarial_review']>;

/** A pipeline without workstreams. */
export function emptyPipeline(prd: string, prd_title: string, timestamp: string): PipelineDocument & JsonObject {
  const identity = { prd, prd_title, current_phase: 0, status: 'initialized' as const };
  const work = { completed_workstreams: [], in_progress_workstreams: [], pending_workstreams: [], artifacts: {} };
  return { ...identity, ...work, gates_passed: [], gates_pending: [], timestamp };
}

/** What a spec plans. Every workstream stands in one phase. */
export interface PipelinePlan {
  readonly prd: string;
  readonly prd_title: string;
  /** By id, in the spec's order. */
  readonly workstreams: Readonly<Record<string, PlannedWorkstream>>;
  readonly phases: readonly { name: string; workstreams: readonly string[]; gates: readonly string[] }[];
}
export interface PlannedWorkstream {
  readonly name?: string | undefined;
  readonly depends_on?: readonly string[] | undefined;
  readonly gate?: string | readonly string[] | undefined;
  readonly outputs?: readonly string[] | undefined;
  /** Its own part of the spec as text: what its evidence hashes. */
  readonly section?: string | undefined;
}

/** One use of a gate: one for each workstream of a phase that names it, else one for the phase. */
export interface GateUse {
  readonly gate: string;
  /** From 1. */
  readonly phase: number;
  /** How a pass is recorded: `type-check (WS2)`, `build (Phase 3)`. */
  readonly label: string;
  /** The workstreams that must be complete before it can pass. */
  readonly covers: readonly string[];
}

/** The gate's own name in `type-check (WS2)`. */
export function gateOf(label: string): string {
  return /^(.+?) \(.+\)$/s.exec(label)?.[1] ?? label;
}

/** What a gate was passed for: the `WS2` in `type-check (WS2)`. */
export function aboutOf(label: string): string | undefined {
  return /^.+? \((.+)\)$/s.exec(label)?.[1];
}

/** Every use of every gate, in the order of the phases. */
export function gateUses(plan: PipelinePlan): GateUse[] {
  return plan.phases.flatMap(({ workstreams, gates: own }, index) => {
    const phase = index + 1;
    const named = workstreams.map((id) => ({ id, gates: [plan.workstreams[id]?.gate ?? []].flat() }));
    // A phase without workstreams stands for all the work before it.
    const all = workstreams.length > 0 ? workstreams : plan.phases.slice(0, index).flatMap((one) => one.workstreams);
    return [...new Set([...own, ...named.flatMap((one) => one.gates)])].flatMap((gate) => {
      const naming = named.filter((one) => one.gates.includes(gate));
      if (naming.length === 0) return [{ gate, phase, label: `${gate} (Phase ${phase})`, covers: all }];
      return naming.map(({ id }) => ({ gate, phase, label: `${gate} (${id})`, covers: [id] }));
    });
  });
}

/** How many phases, from the first one on, are complete with their gates passed. */
function finishedPhases(doc: PipelineDocument, plan: PipelinePlan): number {
  const isOpen = (id: string): boolean => !doc.completed_workstreams.includes(id);
  const open = plan.phases.findIndex((phase) => phase.workstreams.some(isOpen));
  const due = gateUses(plan).find((use) => !doc.gates_passed.includes(use.label))?.phase ?? Infinity;
  return Math.min(open < 0 ? plan.phases.length : open, due - 1);
}

/** The gates that can be run now: all that they cover is complete, and they have not passed. */
export function dueGates(doc: PipelineDocument, plan: PipelinePlan): GateUse[] {
  const open = gateUses(plan).filter((use) => !doc.gates_passed.includes(use.label));
  return open.filter((use) => use.covers.every((id) => doc.completed_workstreams.includes(id)));
}

/** What a workstream waits for: dependencies, and earlier phases with their gates. Empty when it can start. */
export function missingFor(doc: PipelineDocument, plan: PipelinePlan, id: string): string[] {
  const own = plan.phases.findIndex((phase) => phase.workstreams.includes(id));
  const earlier = plan.phases.slice(0, Math.max(own, 0)).flatMap((phase) => phase.workstreams);
  const needed = new Set([...earlier, ...(plan.workstreams[id]?.depends_on ?? [])]);
  const due = gateUses(plan).filter((use) => use.phase <= own && !doc.gates_passed.includes(use.label));
  const work = [...needed].filter((other) => !doc.completed_workstreams.includes(other));
  return [...work, ...due.map((use) => `gate ${use.label}`)];
}

/** Makes a document agree with its spec: new work is pending; removed work goes, and so do its artifacts and passes. */
export function followPlan(given: PipelineDocument, plan: PipelinePlan | undefined): PipelineDocument {
  const doc = settle(given);
  if (plan === undefined) return doc;
  if (doc.prd !== '' && doc.prd !== plan.prd)
    throw new PawlError('not-allowed', `the spec is for ${plan.prd}, not for ${doc.prd}`);
  const isPlanned = (id: string): boolean => Object.hasOwn(plan.workstreams, id);
  const completed_workstreams = doc.completed_workstreams.filter(isPlanned);
  const in_progress_workstreams = doc.in_progress_workstreams.filter(isPlanned);
  const isBegun = (id: string): boolean => completed_workstreams.includes(id) || in_progress_workstreams.includes(id);
  const isRemoved = (id: string): boolean => doc.completed_workstreams.includes(id) && !isPlanned(id);
  const uses = gateUses(plan);
  const due = uses.filter((use) => !doc.gates_passed.includes(use.label)).map((use) => use.gate);
  const next = {
    ...doc,
    completed_workstreams,
    in_progress_workstreams,
    pending_workstreams: Object.keys(plan.workstreams).filter((id) => !isBegun(id)),
    artifacts: Object.fromEntries(Object.entries(doc.artifacts).filter(([id]) => !isRemoved(id))),
    gates_passed: doc.gates_passed.filter((label) => uses.some((use) => use.label === label)),
    gates_pending: [...new Set(due)],
  };
  return settle({ ...next, current_phase: finishedPhases(next, plan) });
}

/** Finds where a document and its spec disagree. */
export function checkAgainstPlan(doc: PipelineDocument, plan: PipelinePlan): Problem[] {
  if (doc.prd !== '' && doc.prd !== plan.prd)
    return [{ path: '/prd', message: `the spec is for ${plan.prd}, not for ${doc.prd}` }];
  const planned = followPlan(doc, plan);
  const problems: Problem[] = [];
  for (const list of [...unitLists, ...gateLists]) {
    const have = list === 'gates_pending' ? doc[list].map(gateOf) : doc[list];
    for (const [index, name] of have.entries()) {
      if (planned[list].includes(name)) continue;
      problems.push({ path: pointer(list, index), message: `${name} does not fit the spec`, fix: 'remove it' });
    }
    for (const name of planned[list].filter((one) => !have.includes(one)))
      problems.push({ path: pointer(list), message: `${name} of the spec is missing`, fix: `add "${name}"` });
  }
  return problems;
}

export const unitLists = ['completed_workstreams', 'in_progress_workstreams', 'pending_workstreams'] as const;
export type UnitList = (typeof unitLists)[number];
const gateLists = ['gates_passed', 'gates_pending'] as const;

/**
 * Makes lists disjoint (completed before in progress before pending), and lets the status follow from them. A failure
 * stops what runs. An error that somebody left behind on purpose, by another status, becomes history.
 */
export function settle(doc: PipelineDocument): PipelineDocument {
  const completed_workstreams = [...new Set(doc.completed_workstreams)];
  const isOpen = (id: string): boolean => !completed_workstreams.includes(id);
  const running = [...new Set(doc.in_progress_workstreams)].filter(isOpen);
  const open = [...new Set([...running, ...doc.pending_workstreams])].filter(isOpen);
  const gates_passed = [...new Set(doc.gates_passed)];
  const isFailure =
    doc.error != null &&
    (['failed', 'initialized'].includes(doc.status) || (doc.status === 'in_progress' && running.length === 0));
  const next: PipelineDocument = {
    ...(isFailure ? doc : leaveFailure(doc, doc.timestamp)),
    completed_workstreams,
    in_progress_workstreams: isFailure ? [] : running,
    pending_workstreams: isFailure ? open : open.filter((id) => !running.includes(id)),
    gates_passed,
    gates_pending: [...new Set(doc.gates_pending)].filter((gate) => !gates_passed.includes(gate)),
  };
  const settled = { ...next, status: isFailure ? ('failed' as const) : statusOf(next) };
  return sameJson(settled, doc) ? doc : settled;
}

function statusOf(doc: PipelineDocument): PipelineDocument['status'] {
  if (doc.in_progress_workstreams.length > 0) return 'in_progress';
  if (doc.status === 'failed') return 'failed'; // without an error: the check asks for it
  const isBegun = doc.completed_workstreams.length > 0;
  const isOpen = doc.pending_workstreams.length > 0 || doc.gates_pending.length > 0;
  if (!isOpen && (isBegun || doc.status === 'complete')) return 'complete';
  return doc.status === 'initialized' && !isBegun && doc.gates_passed.length === 0 ? 'initialized' : 'paused';
}

/** Takes the failure that a run stopped at into its history. */
export function leaveFailure(doc: PipelineDocument, at: string): PipelineDocument {
  const { error, ...rest } = doc;
  if (error == null) return doc;
  const errors = [...(doc.pawl?.errors ?? []), { ...error, ...(at === '' ? {} : { at }) }];
  const status = doc.status === 'failed' ? 'paused' : doc.status;
  return { ...rest, status, pawl: { ...doc.pawl, errors: errors.slice(-50) } };
}

function rules(doc: PipelineDocument, { pipelineId, maxSummaryTokens }: CheckOptions): Problem[] {
  const problems: Problem[] = [];
  const say = (path: string, message: string, fix: string): number => problems.push({ path, message, fix });
  const { status, error, adversarial_review: review, in_progress_workstreams: running } = doc;
  if (doc.prd !== '' && !pipelineId.test(doc.prd))
    say('/prd', `"${doc.prd}" does not match ${pipelineId.source}`, 'write e.g. "PRD-009", or set pipeline.id_pattern');
  if (doc.timestamp !== '' && Number.isNaN(timeOf(doc.timestamp)))
    say('/timestamp', `${doc.timestamp} is not a time`, 'write e.g. "2026-01-29T10:30:00.000Z"');
  for (const lists of [unitLists, gateLists]) {
    const all = lists.flatMap((list) => doc[list].map((name, index) => ({ name, path: pointer(list, index) })));
    for (const { name, path } of all.filter((one, at) => all.findIndex((other) => other.name === one.name) < at))
      say(path, `${name} is listed twice`, 'keep it in one place only');
  }
  for (const id of Object.keys(doc.artifacts).filter((key) => !doc.completed_workstreams.includes(key)))
    say(pointer('artifacts', id), `${id} is not in completed_workstreams`, `add "${id}" there, or remove this`);

  if (status === 'in_progress' && running.length === 0)
    say('/in_progress_workstreams', 'must not be empty while status is in_progress', 'write "status": "paused"');
  if (status !== 'in_progress' && running.length > 0)
    say('/in_progress_workstreams', `must be empty while status is ${status}`, 'write "status": "in_progress"');
  if (status === 'failed' && error == null)
    say('/error', 'is missing although status is failed', 'write {"workstream": "WS3", "message": "what went wrong"}');
  if (status !== 'failed' && error != null)
    say('/error', `must be absent while status is ${status}`, 'remove it, or write "status": "failed"');
  for (const list of status === 'complete' ? (['pending_workstreams', 'gates_pending'] as const) : [])
    if (doc[list].length > 0) say(pointer(list), 'must be empty while status is complete', 'write "status": "paused"');

  if (review != null && (review.attempt < 1 || review.attempt > maxReviews))
    say('/adversarial_review/attempt', `must be 1 to ${maxReviews}`, 'write 1');
  if (review?.verdict === 'overridden' && (review.override_reason ?? '').trim() === '')
    say('/adversarial_review/override_reason', 'is missing', 'write why the review was overridden');
  for (const [id, text] of Object.entries(doc.pawl?.summaries ?? {}))
    problems.push(...checkSummary(text, ['pawl', 'summaries', id], maxSummaryTokens));
  return problems;
}

function overview(given: PipelineDocument): Overview {
  const doc = settle(given);
  const unit = (name: string, status: Unit['status']): Unit => {
    const error = doc.error?.workstream === name ? failureText(doc.error) : undefined;
    const list = Object.hasOwn(doc.artifacts, name) ? doc.artifacts[name] : undefined;
    const shown = status === 'pending' && error !== undefined ? 'failed' : status;
    return { name, status: shown, summary: summaryOf(doc, name), files: list ?? [], error };
  };
  const units = [
    ...doc.completed_workstreams.map((id) => unit(id, 'complete')),
    ...doc.in_progress_workstreams.map((id) => unit(id, 'in_progress')),
    ...doc.pending_workstreams.map((id) => unit(id, 'pending')),
  ];
  const isStalled = given.status === 'in_progress' && doc.status === 'paused';
  return {
    title: doc.pawl?.goal ?? (doc.prd_title === '' ? doc.prd : doc.prd_title),
    status: isStalled ? 'stalled' : doc.status,
    isFinished: doc.status === 'complete',
    units,
    progress: { done: doc.completed_workstreams.length, total: units.length },
    current: doc.in_progress_workstreams[0] ?? null,
    startedAt: null,
    updatedAt: doc.timestamp || null,
  };
}

function summaryOf({ pawl }: PipelineDocument, id: string): string | undefined {
  const summaries = pawl?.summaries ?? {};
  return Object.hasOwn(summaries, id) ? summaries[id] : undefined;
}

/** The unit is a workstream, or a gate as `gate lint (WS3)`; the phase counts from 1. Nulls when nothing is left. */
export interface PipelineResume extends ResumePoint {
  readonly phase: number | null;
}

/** With a plan the first phase that is not finished, its due gates first; else the first open workstream. */
export function pipelineResume(given: PipelineDocument, plan?: PipelinePlan): PipelineResume {
  const doc = settle(given);
  if (doc.status === 'complete') return { unit: null, summary: null, phase: null };
  const open = [...doc.in_progress_workstreams, ...doc.pending_workstreams];
  const gate = doc.gates_pending[0] === undefined ? null : `gate ${doc.gates_pending[0]}`;
  const failed = open.find((id) => id === doc.error?.workstream);
  const last = doc.completed_workstreams.findLast((id) => summaryOf(doc, id) !== undefined);
  const summary = (last === undefined ? undefined : summaryOf(doc, last)) ?? null;
  if (plan === undefined) return { unit: failed ?? open[0] ?? gate, summary, phase: doc.current_phase + 1 };
  const finished = finishedPhases(doc, plan);
  const due = dueGates(doc, plan).find((use) => use.phase === finished + 1);
  const next = open.find((id) => plan.phases[finished]?.workstreams.includes(id)) ?? open[0] ?? gate;
  return { unit: due === undefined ? next : `gate ${due.label}`, summary, phase: finished + 1 };
}

/** What a person sees when a pipeline is resumed. */
export function pipelineDisplay(given: PipelineDocument, plan?: PipelinePlan): string {
  const doc = settle(given);
  if (doc.status === 'complete') return alreadyComplete(doc.prd).message;
  const named = (id: string): string => {
    const { name = '' } = plan?.workstreams[id] ?? {};
    return name === '' ? id : `${id}: ${name}`;
  };
  const running = doc.in_progress_workstreams;
  const sections: readonly (readonly [string, readonly string[]])[] = [
    ['Completed:', doc.completed_workstreams.map((id) => `${named(id)} ✅`)],
    ['In progress:', running.map(named)],
    ['Pending:', doc.pending_workstreams.map(named)],
    ['Gates pending:', running.length + doc.pending_workstreams.length > 0 ? [] : doc.gates_pending],
  ];
  const shown = sections.filter(([, lines]) => lines.length > 0);
  const text = [
    `Resuming ${oneLine(doc.prd)} from Phase ${pipelineResume(doc, plan).phase}`,
    ...shown.map(([title, lines]) => [title, ...lines.map((line) => `  ${oneLine(line)}`)].join('\n')),
  ];
  return stripInvisible(text.join('\n\n'));
}

/** `no player_id (index.ts:45)` */
function failureText({ message, file, line }: NonNullable<PipelineDocument['error']>): string {
  return file == null ? message : `${message} (${file}${line == null ? '' : `:${line}`})`;
}

/** The error for a pipeline that has nothing left to do. */
export function alreadyComplete(prd: string): PawlError {
  return new PawlError('already-complete', `${prd} already complete`, { hint: 'Update the roadmap.' });
}

/** Tells drifted checkpoints from other JSON, too: some id or a status, and some list or map of workstreams or phases. */
function isCheckpoint(value: JsonObject): boolean {
  const has = (pattern: RegExp, type: string): boolean =>
    Object.entries(value).some(([name, member]) => pattern.test(name) && typeof member === type && member !== null);
  if (has(/^(?:\w+_)?workstreams$/, 'object')) return has(/^(?:prd|prd_id|prd_title|id|spec_id|status)$/, 'string');
  return has(/^(?:prd|prd_id|spec_id)$/, 'string') && has(/^(?:execution_)?phases$/, 'object');
}

export const pipelineFormat = defineFormat(pipelineSchema, {
  family: 'pipeline',
  isCheckpoint,
  isNewer: () => false, // the format has no version
  fill: (raw, key, now) => (key.family === 'pipeline' ? { ...emptyPipeline(key.id, key.id, now), ...raw } : raw),
  named: ({ prd }) => ({ id: prd }),
  rules,
  settle,
  stamp: (doc, now) => ({ ...doc, timestamp: now }),
  derived: ['/timestamp'],
  overview,
  resumePoint: (doc) => pipelineResume(doc),
});
