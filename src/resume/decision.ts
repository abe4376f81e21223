// The resume decision: can a run be continued, from where, by which command, and if not, why. Pure.

import { pawl } from '../base/command-line.js';
import type { Place } from '../base/names.js';
import { durationText, timeOf } from '../base/text.js';
import { capturePhase } from '../formats/command.js';
import { type PipelineDocument, maxReviews, pipelineResume } from '../formats/pipeline.js';
import type { WorkflowDocument } from '../formats/workflow.js';
import { type Facts, type LiveSession, problemsText } from './facts.js';

/** `resume` is safe, `ask` needs a person, `blocked` is not possible now, `nothing` is left to do. */
export type Action = 'resume' | 'ask' | 'blocked' | 'nothing';

/** Resume, start fresh, view, delete. */
export type Choice = 'r' | 's' | 'v' | 'd';

export interface Decision {
  readonly ref: string;
  readonly action: Action;
  /** Why it is not simply `resume`, in words. */
  readonly reasons: readonly string[];
  /** What is good to know and no reason to hesitate. */
  readonly information: readonly string[];
  /** Where the work continues; null when every unit is done. */
  readonly unit: string | null;
  /** Completed units that have to be done again. */
  readonly redo: readonly string[];
  /** The command line that continues; null when nothing can. */
  readonly command: string | null;
  /** What a person can choose. */
  readonly choices: readonly Choice[];
}

const all: readonly Choice[] = ['r', 's', 'v', 'd'];
export const oldDays = 7;
const dayMs = 86_400_000;

/**
 * Decides about one run.
 * @param takeOver a build that works on it now does not count
 */
export function decide(facts: Facts, now: Date, takeOver = false): Decision {
  const base = { ref: facts.ref, information: informationOf(facts), redo: [], unit: unitOf(facts), command: null };
  const over = reasonForNothing(facts);
  if (over !== null) return { ...base, action: 'nothing', reasons: [over], unit: null, choices: ['v'] };
  const block = reasonForBlock(takeOver ? { ...facts, holder: null } : facts);
  if (block !== null) return { ...base, action: 'blocked', ...block };
  const reasons = reasonsToAsk(facts, now);
  const redo = facts.evidence.stale.map(({ unit }) => unit);
  const action = reasons.length > 0 ? 'ask' : 'resume';
  return { ...base, action, reasons, redo, command: commandFor(facts, takeOver), choices: all };
}

function unitOf({ run, point, plan, stored }: Facts): string | null {
  if (stored === null) return null;
  return run.family === 'pipeline' ? pipelineResume(run.doc, plan ?? undefined).unit : point.unit;
}

function reasonForNothing({ ref, run, place, stored, overview, trouble }: Facts): string | null {
  if (trouble !== null) return null;
  if (stored === null) return `there is no run ${ref}`;
  if (run.family === 'pipeline' && overview.isFinished) return `${ref} already complete`;
  if (overview.status === 'complete') return `${ref} is complete`;
  if (place !== 'removed' && place !== 'archived') return null;
  const back = pawl`restore ${ref} ${stored.revision}`;
  return `${ref} was ${place === 'removed' ? 'deleted' : 'archived'}; \`${back}\` brings it back`;
}

function reasonForBlock({ trouble, holder, run, place }: Facts): Pick<Decision, 'reasons' | 'choices'> | null {
  if (trouble !== null) {
    const { kind, message } = trouble;
    const doctor = `\`${pawl`doctor`}\` explains it`;
    if (kind === 'damaged') return { reasons: [`its log is damaged: ${message}; ${doctor}`], choices: ['v'] };
    if (kind === 'unreadable') return { reasons: [message], choices: [] };
    const told = {
      corrupt: `its checkpoint file is corrupt: ${message}`,
      newer: message,
      incomplete: `it does not fit its format: ${message}; ${doctor}`,
    };
    return { reasons: [told[kind]], choices: ['s', 'v', 'd'] };
  }
  if (holder !== null) {
    const who = `${holder.actor} (process ${holder.pid} on ${holder.host})`;
    return { reasons: [`it is being built by ${who}; wait for that, or use --take-over`], choices: ['v'] };
  }
  const review = run.family === 'pipeline' && place === 'live' ? run.doc.adversarial_review : null;
  if (review?.verdict !== 'do_not_ship') return null;
  const way = review.attempt < maxReviews ? 'it needs a second review, or an override' : 'it needs an override';
  return { reasons: [`the review says do_not_ship; ${way} with a reason`], choices: ['v'] };
}

/** Every reason why a person should decide. */
function reasonsToAsk(facts: Facts, now: Date): readonly string[] {
  const { run, isForeign, notes, evidence, problems } = facts;
  const conflicts = notes.conflicts ?? [];
  return [
    ...(isForeign ? ['nobody here has worked on it: it came with the repository'] : []),
    ...(conflicts.length === 0 ? [] : [`values conflict: ${listed(conflicts.map(({ path }) => path))}`]),
    ...familyReasons(facts, now),
    ...(run.family === 'workflow' ? [] : tooOld(facts, now)),
    ...evidence.stale.map(({ unit, reason }) => `${unit} has to be done again: ${reason}`),
    ...evidence.differing,
    ...(problems.length === 0 ? [] : [`it does not fit its format: ${problemsText(problems)}`]),
  ];
}

function tooOld({ overview: { updatedAt } }: Facts, now: Date): readonly string[] {
  const age = updatedAt === null ? 0 : now.getTime() - timeOf(updatedAt);
  return age > oldDays * dayMs ? [`${durationText(age)} old`] : [];
}

function familyReasons(facts: Facts, now: Date): readonly string[] {
  const { run, overview, failure } = facts;
  if (run.family === 'pipeline') return pipelineReasons(run.doc, facts);
  if (run.family === 'workflow') return workflowReasons(run.doc, facts, now);
  const isFailed = overview.units.some((unit) => unit.status === 'failed');
  return isFailed && failure !== null ? [`the last attempt failed: ${failure.unit}: ${failure.message}`] : [];
}

function pipelineReasons(doc: PipelineDocument, { overview, failure }: Facts): readonly string[] {
  const { status } = overview;
  const running = doc.in_progress_workstreams;
  if (status === 'stalled') return ['it is stalled: its status is in_progress, but no workstream is'];
  if (status === 'in_progress')
    return [`it stopped while ${listed(running)} ${running.length === 1 ? 'was' : 'were'} in progress`];
  if (status !== 'failed') return [];
  return [`the last attempt failed: ${failure === null ? 'nobody said why' : joined(failure.unit, failure.message)}`];
}

/** The conditions of a safe resume, in their order; the first that does not hold is told. */
function workflowReasons(doc: WorkflowDocument, facts: Facts, now: Date): readonly string[] {
  const failed = doc.last_error ?? (doc.status === 'failed' ? 'nobody said why' : null);
  const conditions: readonly (readonly string[])[] = [
    testsOf(doc) === false ? ['its tests were not passing'] : [],
    failed === null ? [] : [`the last attempt failed: ${failed}`],
    doc.status === 'abandoned' || facts.place === 'failed' ? ['it was abandoned'] : [],
    tooOld(facts, now),
    facts.missingPlan === null ? [] : [`its plan ${facts.missingPlan} does not exist`],
  ];
  return conditions.find((reasons) => reasons.length > 0) ?? [];
}

/** A workflow that failed or was abandoned needs a retry before its next phase. */
export function isStopped({ status, last_error }: WorkflowDocument, place: Place): boolean {
  return status !== 'in_progress' || last_error !== null || place === 'failed';
}

/** Undefined when nobody recorded it: that is not the same as passing. */
function testsOf(doc: WorkflowDocument): boolean | undefined {
  const said = doc['tests_passing'] ?? doc.workflow_state['tests_passing'];
  return said === undefined || said === null ? undefined : said === true || said === 'true';
}

function informationOf({ run, notes, others, branch, head, overview, stored }: Facts): readonly string[] {
  if (stored === null) return [];
  const recorded = run.family === 'command' ? run.doc.head_commit : null;
  const gate = run.family === 'pipeline' && overview.status === 'paused' ? run.doc.gates_passed.at(-1) : undefined;
  const isElsewhere = notes.branch != null && branch !== null && notes.branch !== branch;
  return [
    ...others.map((one) => `also ${openText(one)}`),
    ...(isElsewhere ? [`it was worked on in branch ${notes.branch}; ${branch} is checked out`] : []),
    ...(recorded == null || head === null || recorded === head
      ? []
      : [`HEAD has moved from ${recorded.slice(0, 8)} to ${head.slice(0, 8)} since its last save`]),
    ...(gate === undefined ? [] : [`the last gate that passed is ${gate}`]),
    ...(run.family === 'workflow' && testsOf(run.doc) === undefined ? ['whether its tests pass is not recorded'] : []),
  ];
}

/** `open in another session since 12:40, which edited src/auth.ts` */
export function openText({ since, lastEdited }: LiveSession): string {
  const at = new Date(since);
  const clock = Number.isNaN(at.getTime())
    ? ''
    : ` since ${String(at.getHours()).padStart(2, '0')}:${String(at.getMinutes()).padStart(2, '0')}`;
  return `open in another session${clock}${lastEdited === null ? '' : `, which edited ${lastEdited}`}`;
}

/** The command line that continues after the decision. */
function commandFor(facts: Facts, takeOver: boolean): string | null {
  const { ref, run, overview, place } = facts;
  const unit = unitOf(facts);
  if (run.family === 'pipeline')
    return takeOver ? pawl`build ${ref} --resume --take-over` : pawl`build ${ref} --resume`;
  if (run.family === 'workflow') {
    if (isStopped(run.doc, place)) return pawl`resume ${ref} --choice r`;
    return unit === null ? pawl`workflow finish ${ref}` : pawl`workflow advance ${ref}`;
  }
  if (unit === capturePhase) return null; // whoever continues just works on: hooks see it
  if (unit !== null) return pawl`phase ${ref} ${unit} in_progress`;
  return overview.units.length === 0 ? null : pawl`complete ${ref}`;
}

function listed(names: readonly string[]): string {
  const shown = names.slice(0, 5).join(', ');
  return names.length > 5 ? `${shown} and ${names.length - 5} more` : shown;
}

function joined(unit: string, message: string): string {
  return unit === '' ? message : `${unit}: ${message}`;
}
