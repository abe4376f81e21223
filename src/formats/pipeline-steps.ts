// What can happen to a pipeline. Every operation works with and without a plan; with one, it also makes the document
// follow the plan. Pure.

import { pawl } from '../base/command-line.js';
import { PawlError, badInput } from '../base/errors.js';
import { reservedNames } from '../base/json.js';
import { nearest } from '../base/text.js';
import { type Note, addNote } from './notes.js';
import * as pipeline from './pipeline.js';
import { type GateUse, type PipelineDocument, type PipelinePlan, aboutOf, gateOf, gateUses } from './pipeline.js';
import { checkBy } from './schema.js';

/** A gate, for a workstream or a phase; without either, for the first phase that still needs it. */
export interface GateTarget {
  /** `lint`, or with what it is for: `lint (WS3)`. */
  readonly gate: string;
  readonly workstream?: string | undefined;
  readonly phase?: number | undefined;
}

type Review = pipeline.PipelineReview;
type Failure = Pick<NonNullable<PipelineDocument['error']>, 'message' | 'file' | 'line'>;

/** An override needs its reason and may leave the counts out. */
export type ReviewEvent = { readonly type: 'review' } & Pick<
  Review,
  'verdict' | 'findings_path' | 'override_reason'
> & {
    readonly p0_count?: number | undefined;
    readonly p1_count?: number | undefined;
  };

export type NoteEvent = { readonly type: 'note' } & Note &
  Pick<PipelineDocument, 'eslint_fixes' | 'cleanup_done' | 'key_fixes'>;

export interface DoneReport {
  /** Files that the workstream made. */
  readonly artifacts?: readonly string[] | undefined;
  /** What the next session should know. */
  readonly summary?: string | undefined;
}

export type PipelineEvent =
  | { readonly type: 'start'; readonly workstreams: readonly string[] }
  | ({ readonly type: 'done'; readonly workstream: string } & DoneReport)
  | ({ readonly type: 'fail'; readonly workstream: string } & Failure)
  | ({ readonly type: 'gate' } & GateTarget)
  | ({ readonly type: 'gate-failed' } & GateTarget & Failure)
  /** The failure is dealt with. */
  | { readonly type: 'resume' }
  /** Completed workstreams have to be done again, and their gates passed again. */
  | { readonly type: 'redo'; readonly workstreams: readonly string[] }
  | { readonly type: 'pause' | 'complete' }
  | ReviewEvent
  | NoteEvent;

/** A pipeline with nothing done yet. */
export function newPipeline(plan: PipelinePlan, now: string): PipelineDocument {
  const ids = Object.keys(plan.workstreams);
  const gates = [...new Set(gateUses(plan).map((use) => use.gate))];
  const placed = plan.phases.flatMap((phase) => phase.workstreams);
  // `lint (Phase 2)` must not be the gate of a workstream.
  const unusable = ids.filter((id) => reservedNames.has(id) || /^(?:Phase \d+)?$/.test(id));
  const problems = [
    ...(ids.length === 0 ? ['it must have a workstream'] : []),
    ...unusable.map((id) => `"${id}" cannot be the id of a workstream`),
    ...ids.filter((id) => placed.filter((one) => one === id).length !== 1).map((id) => `${id} must be in one phase`),
    ...gates.filter((gate) => gateOf(gate) !== gate).map((gate) => `"${gate}" cannot be the name of a gate`),
  ].map((message) => ({ path: '', message }));
  if (problems.length > 0) throw badInput(`the spec of ${plan.prd}`, problems);
  const empty = pipeline.emptyPipeline(plan.prd, plan.prd_title, now);
  return { ...empty, pending_workstreams: ids, gates_pending: gates };
}

interface Scene {
  readonly doc: PipelineDocument;
  readonly now: string;
  readonly plan: PipelinePlan | undefined;
}

/** Applies an event. The given document stays as it is. */
export function applyPipeline(
  given: PipelineDocument,
  event: PipelineEvent,
  now: string,
  plan?: PipelinePlan,
): PipelineDocument {
  // Notes and reviews are about the run, not about its work: a changed spec does not reopen it.
  const followed = event.type === 'note' || event.type === 'review' ? undefined : plan;
  const doc = pipeline.followPlan(given, followed);
  if (doc.status === 'complete' && event.type === 'complete') return doc;
  if (doc.status === 'complete' && event.type !== 'note' && event.type !== 'redo')
    throw pipeline.alreadyComplete(doc.prd);
  const next = pipeline.followPlan({ ...step({ doc, now, plan: followed }, event), timestamp: now }, followed);
  const known = new Set(checkBy(pipeline.pipelineSchema, doc, []).map((problem) => problem.path));
  const problems = checkBy(pipeline.pipelineSchema, next, []).filter((problem) => !known.has(problem.path));
  if (problems.length > 0) throw badInput(event.type, problems);
  return next;
}

function step(scene: Scene, event: PipelineEvent): PipelineDocument {
  const { doc, now } = scene;
  switch (event.type) {
    case 'start':
      return start(scene, [...new Set(event.workstreams)]);
    case 'done':
      return done(scene, event.workstream, event);
    case 'fail':
      needKnown(doc, [event.workstream]);
      if (doc.completed_workstreams.includes(event.workstream))
        throw notAllowed(`${event.workstream} is complete and cannot fail`, 'Record which gate failed, or redo it.');
      return failed(scene, event.workstream, event);
    case 'gate':
      return passGate(scene, usesFor(scene, event));
    case 'gate-failed': {
      const labels = usesFor(scene, event).map((use) => use.label);
      const about = aboutOf(labels[0] ?? '') ?? '';
      const message = `gate ${gateOf(event.gate)} failed: ${event.message}`;
      return failed({ ...scene, doc: takeBack(doc, labels) }, about, { ...event, message });
    }
    case 'pause':
      if (doc.status === 'failed')
        throw notAllowed(`${doc.prd} has failed and cannot be paused`, 'Fix the failure, then resume it.');
      return move(doc, doc.in_progress_workstreams, 'pending_workstreams');
    case 'resume':
      return doc.status === 'failed' ? { ...pipeline.leaveFailure(doc, now), status: 'paused' } : doc;
    case 'redo':
      return redo(scene, event.workstreams);
    case 'complete':
      throw notAllowed(`${doc.prd} is not complete: ${leftIn(doc).join(', ')}`);
    case 'review':
      return { ...doc, adversarial_review: reviewed(doc, event) };
    default:
      return noted(doc, event, now);
  }
}

function start(scene: Scene, ids: readonly string[]): PipelineDocument {
  const { doc, now } = scene;
  if (ids.length === 0) throw badInput('start', [{ path: '/workstreams', message: 'must name a workstream' }]);
  needKnown(doc, ids);
  const busy = ids.filter((id) => !doc.pending_workstreams.includes(id));
  const states = busy.map((id) => `${id} is ${doc.completed_workstreams.includes(id) ? 'complete' : 'in progress'}`);
  if (busy.length > 0) {
    const again = `\`${pawl`pipeline redo ${doc.prd} ${busy[0] ?? ''}`}\` does a completed one again.`;
    throw notAllowed(`${states.join(', ')}; only a pending workstream can start`, again);
  }
  needStartable(scene, ids);
  return move(pipeline.leaveFailure(doc, now), ids, 'in_progress_workstreams');
}

function needStartable({ doc, plan }: Scene, ids: readonly string[]): void {
  const { verdict, attempt = 0 } = doc.adversarial_review ?? {};
  if (verdict === 'do_not_ship') {
    const way = attempt < pipeline.maxReviews ? 'Record a second review, or override it' : 'Override the review';
    throw notAllowed(`${ids.join(', ')} cannot start: the review says do_not_ship`, `${way} with a reason.`);
  }
  if (plan === undefined) return;
  for (const id of ids) {
    const missing = pipeline.missingFor(doc, plan, id);
    if (missing.length > 0) throw notAllowed(`${id} cannot start yet: it needs ${missing.join(', ')}`);
  }
}

/** A late report counts, of a workstream that another one's failure stopped; a second report adds files. */
function done(scene: Scene, id: string, { artifacts = [], summary }: DoneReport): PipelineDocument {
  const { doc, now } = scene;
  needKnown(doc, [id]);
  if (doc.pending_workstreams.includes(id)) needStartable(scene, [id]);
  const base = doc.error?.workstream === id ? pipeline.leaveFailure(doc, now) : doc;
  const moved = doc.completed_workstreams.includes(id) ? base : move(base, [id], 'completed_workstreams');
  const pawl =
    summary === undefined ? {} : { pawl: { ...moved.pawl, summaries: { ...moved.pawl?.summaries, [id]: summary } } };
  if (artifacts.length === 0) return { ...moved, ...pawl };
  const before = (Object.hasOwn(doc.artifacts, id) ? doc.artifacts[id] : undefined) ?? [];
  return { ...moved, ...pawl, artifacts: { ...doc.artifacts, [id]: [...new Set([...before, ...artifacts])] } };
}

/** What runs is stopped with it: a failed pipeline has nothing in progress. */
function failed({ doc, now }: Scene, workstream: string, { message, file, line }: Failure): PipelineDocument {
  const place = { ...(file == null ? {} : { file }), ...(line == null ? {} : { line }) };
  return { ...pipeline.leaveFailure(doc, now), status: 'failed', error: { workstream, message, ...place } };
}

function passGate({ doc, now }: Scene, uses: readonly GateUse[]): PipelineDocument {
  const open = [...new Set(uses.flatMap((use) => use.covers))].filter((id) => !doc.completed_workstreams.includes(id));
  const labels = uses.map((use) => use.label);
  if (open.length > 0)
    throw notAllowed(
      `${labels.join(', ')} cannot pass yet: ${open.join(', ')} ${open.length === 1 ? 'is' : 'are'} not complete`,
      'Finish the work first, or name the workstream that the gate passed for.',
    );
  const isFixed = uses.some((use) => doc.error?.message.startsWith(`gate ${use.gate} failed: `));
  const base = isFixed ? pipeline.leaveFailure(doc, now) : doc;
  const pending = doc.gates_pending.filter((label) => !uses.some((use) => [use.gate, use.label].includes(label)));
  return withPasses(base, [...new Set([...doc.gates_passed, ...labels])], pending, uses[0]?.phase);
}

/** Makes gates due again, whether they had passed or not. */
function takeBack(doc: PipelineDocument, labels: readonly string[]): PipelineDocument {
  const pending = new Set(doc.gates_pending.map(gateOf));
  const due = new Set(labels.map(gateOf).filter((gate) => !pending.has(gate)));
  const left = doc.gates_passed.filter((label) => !labels.includes(label));
  return withPasses(doc, left, [...due, ...doc.gates_pending]);
}

/** Without a plan, each workstream that has passed a gate counts as a phase; a plan counts its own. */
function withPasses(doc: PipelineDocument, passed: string[], pending: string[], phase = 0): PipelineDocument {
  const current_phase = Math.max(phase, doc.current_phase + countTargets(passed) - countTargets(doc.gates_passed), 0);
  return { ...doc, current_phase, gates_passed: passed, gates_pending: pending };
}

function countTargets(labels: readonly string[]): number {
  return new Set(labels.map((label) => aboutOf(label) ?? label).filter((about) => !/^Phase \d+$/.test(about))).size;
}

/** Finds the uses of a gate that an event is about; all of them are in one phase. */
function usesFor({ doc, plan }: Scene, { gate: named, workstream, phase }: GateTarget): GateUse[] {
  const gate = gateOf(named);
  const about = workstream ?? (phase === undefined ? aboutOf(named) : `Phase ${phase}`);
  const all = plan === undefined ? [] : gateUses(plan);
  const labels = plan === undefined ? [...doc.gates_pending, ...doc.gates_passed] : all.map((use) => use.label);
  const found = labels.find((label) => gateOf(label) === gate);
  if (found === undefined) throw unknownName(doc, 'gate', gate, [...new Set(labels.map(gateOf))]);
  if (plan === undefined) return [looseUse(doc, gate, about ?? aboutOf(found) ?? `Phase ${doc.current_phase + 1}`)];
  const uses = all.filter((use) => use.gate === gate);
  const fits = uses.filter((use) => [undefined, aboutOf(use.label), `Phase ${use.phase}`].includes(about));
  const first = fits.find((use) => !doc.gates_passed.includes(use.label)) ?? fits[0];
  const fix = `it is used as ${uses.map((use) => use.label).join(', ')}`;
  if (first === undefined) throw badInput(doc.prd, [{ path: '/gate', message: `has no gate ${gate} (${about})`, fix }]);
  return fits.filter((use) => use.phase === first.phase);
}

/** A use of a gate as only the event knows it. */
function looseUse(doc: PipelineDocument, gate: string, about: string): GateUse {
  const phase = Number(/^Phase (\d+)$/.exec(about)?.[1] ?? 0);
  const covers = phase === 0 ? [about] : [];
  needKnown(doc, covers);
  return { gate, phase, label: `${gate} (${about})`, covers };
}

function redo({ doc, plan }: Scene, workstreams: readonly string[]): PipelineDocument {
  needKnown(doc, workstreams);
  const running = doc.in_progress_workstreams.join(', ');
  if (running !== '') throw notAllowed(`${running} is in progress`, 'Pause the run before you redo work.');
  const ids = doc.completed_workstreams.filter((id) => workstreams.includes(id));
  const covered = (plan === undefined ? [] : gateUses(plan)).filter((use) => use.covers.some((id) => ids.includes(id)));
  const own = doc.gates_passed.filter((label) => ids.includes(aboutOf(label) ?? ''));
  const open = takeBack(doc, [...own, ...covered.map((use) => use.label)]);
  const artifacts = Object.fromEntries(Object.entries(doc.artifacts).filter(([id]) => !ids.includes(id)));
  const { summaries, ...notes } = open.pawl ?? {};
  const left = Object.fromEntries(Object.entries(summaries ?? {}).filter(([id]) => !ids.includes(id)));
  const pawl = summaries == null ? {} : { pawl: { ...notes, summaries: left } };
  return { ...move(open, ids, 'pending_workstreams'), artifacts, ...pawl };
}

function reviewed({ prd, adversarial_review: before }: PipelineDocument, event: ReviewEvent): Review {
  const { verdict, override_reason } = event;
  const isOverride = verdict === 'overridden';
  if (isOverride && (override_reason ?? '').trim() === '')
    throw badInput('review', [{ path: '/override_reason', message: 'must say why the review is overridden' }]);
  const used = before?.attempt ?? 0;
  const attempt = isOverride ? Math.max(used, 1) : used + 1;
  if (attempt > pipeline.maxReviews)
    throw notAllowed(`${prd} has had its ${pipeline.maxReviews} reviews`, 'Override the last one with a reason.');
  const kept = isOverride ? before : undefined;
  const { p0_count = kept?.p0_count, p1_count = kept?.p1_count, findings_path = kept?.findings_path } = event;
  if (p0_count === undefined || p1_count === undefined)
    throw badInput('review', [{ path: '', message: 'p0_count and p1_count are needed', fix: 'write 0 for none' }]);
  const texts = { ...(findings_path == null ? {} : { findings_path }), ...(isOverride ? { override_reason } : {}) };
  return { ...kept, verdict, p0_count, p1_count, attempt, ...texts };
}

function noted(doc: PipelineDocument, event: NoteEvent, now: string): PipelineDocument {
  const next = { ...doc };
  const pawl = addNote(doc.pawl, event, now);
  if (pawl != null) next.pawl = pawl;
  if (event.eslint_fixes != null) next.eslint_fixes = [...(doc.eslint_fixes ?? []), ...event.eslint_fixes];
  if (event.cleanup_done != null) next.cleanup_done = [...(doc.cleanup_done ?? []), ...event.cleanup_done];
  if (event.key_fixes != null) next.key_fixes = [...(doc.key_fixes ?? []), ...event.key_fixes];
  return next;
}

/** What returns to pending comes first there, so that it is next. */
function move(doc: PipelineDocument, ids: readonly string[], to: pipeline.UnitList): PipelineDocument {
  const next = { ...doc };
  for (const list of pipeline.unitLists) {
    const rest = doc[list].filter((id) => !ids.includes(id));
    next[list] = list !== to ? rest : list === 'pending_workstreams' ? [...ids, ...rest] : [...rest, ...ids];
  }
  return next;
}

function needKnown(doc: PipelineDocument, ids: readonly string[]): void {
  const known = pipeline.unitLists.flatMap((list) => doc[list]);
  const unknown = ids.find((id) => !known.includes(id));
  if (unknown !== undefined) throw unknownName(doc, 'workstream', unknown, known);
}

function unknownName(doc: PipelineDocument, kind: string, name: string, known: readonly string[]): PawlError {
  const near = nearest(name, known);
  const fix = near === undefined ? `known: ${known.join(', ') || 'none'}` : `did you mean "${near}"?`;
  return badInput(doc.prd, [{ path: `/${kind}`, message: `there is no ${kind} ${name}`, fix }]);
}

function notAllowed(message: string, hint = 'Nothing was changed.'): PawlError {
  return new PawlError('not-allowed', message, { hint });
}

function leftIn(doc: PipelineDocument): string[] {
  const work = [...doc.in_progress_workstreams, ...doc.pending_workstreams].map((id) => `${id} is not done`);
  const gates = doc.gates_pending.map((gate) => `gate ${gate} has not passed`);
  return [...work, ...gates, ...(doc.error == null ? [] : [`${doc.error.workstream} failed`])];
}
