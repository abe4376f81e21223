// What people and agents are told about a pipeline: overview, resume point and seed 003's display.
// Reads drifted documents too.

import { isJsonObject, type JsonObject } from '../../rules/json/json.js';
import { errorLine } from '../../rules/overview.js';
import { harmlessLine } from '../../rules/text/harmless.js';
import { listed } from '../../rules/text/listed.js';
import type { FamilyOverview, ResumePoint } from '../family.js';
import { blockedWork, heldGates } from './held-gates.js';
import { idsIn } from './lists.js';
import { gateIdOf, phaseName, planOf, type PlanView } from './plan.js';
import { dueGates, readyWorkstreams } from './ready.js';
import type { PipelineCheckpoint } from './types.js';
import { approvalDue } from './waits.js';

/** How a point is named at which a person has to say yes. */
const approvalPrefix = 'approval of ';

/** What can be read of a pipeline whatever its shape. */
interface Reading {
  readonly raw: JsonObject;
  readonly id: string;
  readonly status: string;
  readonly isFinished: boolean;
  readonly completed: readonly string[];
  readonly running: readonly string[];
  readonly pending: readonly string[];
  readonly plan: PlanView | null;
}

function readPipeline(doc: object): Reading {
  const raw = isJsonObject(doc) ? doc : {};
  const completed = idsIn(raw.completed_workstreams);
  const running = idsIn(raw.in_progress_workstreams).filter((id) => !completed.includes(id));
  const pending = idsIn(raw.pending_workstreams).filter((id) => !completed.includes(id) && !running.includes(id));
  const status = typeof raw.status === 'string' ? raw.status : 'unknown';
  const id = [raw.prd, raw.prd_id, raw.id, raw.spec_id].find((value) => typeof value === 'string') ?? 'pipeline';
  return { raw, id, status, isFinished: isFinishedPipeline(raw), completed, running, pending, plan: planOf(raw) };
}

/**
 * Tells whether nothing is left to do.
 * @param doc the checkpoint, also a drifted one
 * @returns true when its status says that it is complete, and no workstream and no gate is open beside it
 */
export function isFinishedPipeline(doc: {
  readonly status?: unknown;
  readonly in_progress_workstreams?: unknown;
  readonly pending_workstreams?: unknown;
  readonly gates_pending?: unknown;
}): boolean {
  if (!saysComplete(doc.status)) return false;
  return ![doc.in_progress_workstreams, doc.pending_workstreams, doc.gates_pending].some(
    (list) => idsIn(list).length > 0,
  );
}

function saysComplete(status: unknown): boolean {
  return typeof status === 'string' && /^completed?$/i.test(status);
}

/**
 * Summarises a pipeline for lists.
 * @param doc the checkpoint, also a drifted one
 * @returns the overview; its status is `stalled` when work is said to be in progress and nothing runs
 */
export function overviewOf(doc: PipelineCheckpoint): FamilyOverview {
  const { raw, id, status, isFinished, completed, running, pending, plan } = readPipeline(doc);
  const due = isFinished ? null : approvalDue(raw);
  const title = typeof raw.prd_title === 'string' && raw.prd_title !== '' ? `${id}: ${raw.prd_title}` : id;
  const isStalled = status === 'in_progress' && running.length === 0;
  const total = new Set([...completed, ...running, ...pending, ...(plan?.workstreams.keys() ?? [])]).size;
  const time = [raw.timestamp, raw.updated_at, raw.last_updated].find((value) => typeof value === 'string');
  return {
    title,
    status: isStalled ? 'stalled' : shownStatus(status, isFinished, running.length > 0),
    finished: isFinished,
    progress: { done: completed.length, total },
    current: running.length === 0 ? null : running.join(', '),
    next: isFinished ? null : due === null ? nextUnit(doc) : `${approvalPrefix}${due.point}`,
    error: isFinished
      ? null
      : errorLine(failureOf(raw), reviewBlock(raw), due?.text, (blockedWork(raw)[0] ?? heldGates(raw)[0])?.text),
    updated_at: typeof time === 'string' ? time : null,
  };
}

/** A run that says complete and has something open is not shown as complete. */
function shownStatus(status: string, isFinished: boolean, isRunning: boolean): string {
  if (isFinished || !saysComplete(status)) return status;
  return isRunning ? 'in_progress' : 'paused';
}

/** What can be done next: a workstream that may start, a gate that can be run; else what all that runs is in the way of. */
function nextUnit(doc: object): string | null {
  const { raw, completed, running, pending, plan } = readPipeline(doc);
  const [ready] = readyWorkstreams(raw);
  if (ready !== undefined) return ready;
  const [due] = dueGates(raw);
  if (due !== undefined) return `gate ${due.gate}`;
  if (isForbidden(raw)) return null;
  const phase = plan?.phases.find(({ workstreams }) => workstreams.some((unit) => !completed.includes(unit)));
  const waiting = phase?.workstreams.find((unit) => pending.includes(unit)) ?? pending[0];
  if (waiting !== undefined) return waiting;
  const [label] = running.length > 0 ? [] : idsIn(raw.gates_pending);
  return label === undefined ? null : `gate ${gateIdOf(label)}`;
}

function failureOf({ error }: JsonObject): string | null {
  if (!isJsonObject(error) || typeof error.message !== 'string') return null;
  const line = typeof error.line === 'number' ? `:${error.line}` : '';
  const at = typeof error.file === 'string' ? ` (${error.file}${line})` : '';
  return `${typeof error.workstream === 'string' ? `${error.workstream}: ` : ''}${error.message}${at}`;
}

/** A review that forbids the start. */
function isForbidden({ adversarial_review: review }: JsonObject): boolean {
  return isJsonObject(review) && review.verdict === 'do_not_ship';
}

function reviewBlock(raw: JsonObject): string | null {
  return raw.status === 'initialized' && isForbidden(raw) ? 'the review says: do not ship' : null;
}

/**
 * Says where a pipeline goes on.
 * @param doc the checkpoint, also a drifted one
 * @returns the first phase that is not finished, with its open workstreams, e.g. `Phase 2: WS2, WS3`, or with its gates
 * when only they are left, e.g. `Phase 1: gate lint`; a gate that failed comes first. Without a spec the failed gate, or
 * the first running or pending workstream. The summary names the last completed workstream
 */
export function resumePointOf(doc: PipelineCheckpoint): ResumePoint {
  const { raw, isFinished, completed } = readPipeline(doc);
  const last = completed.at(-1);
  const artifacts = isJsonObject(raw.artifacts) ? raw.artifacts : {};
  const files = last !== undefined && Object.hasOwn(artifacts, last) ? idsIn(artifacts[last]) : [];
  return {
    unit: isFinished ? null : (unitToResume(doc)?.text ?? null),
    summary: last === undefined ? null : `${last} complete${files.length === 0 ? '' : `: ${listed(files, 10)}`}`,
    error: failureOf(raw),
  };
}

function unitToResume(doc: object): { readonly phase: number | null; readonly text: string } | null {
  const { raw, completed, running, pending, plan } = readPipeline(doc);
  const failed = failedGate(raw);
  if (plan !== null) {
    const passed = new Set(idsIn(raw.gates_passed));
    const done = new Set(completed);
    for (const [index, { workstreams }] of plan.phases.entries()) {
      const open = workstreams.filter((id) => !done.has(id));
      const due = plan.uses.filter((use) => use.phase === index + 1 && !passed.has(use.label)).map((use) => use.gate);
      // A gate runs when its phase is done; one that failed is the first thing to mend.
      const gates = open.length === 0 ? due : due.filter((gate) => gate === failed);
      const names = [...new Set(gates.map((gate) => `gate ${gate}`)), ...open];
      if (names.length > 0) return { phase: index + 1, text: `${phaseName(index + 1)}: ${names.join(', ')}` };
    }
    const isHeld = isJsonObject(raw.pawl) && raw.pawl.awaits === 'completion';
    return isHeld ? { phase: null, text: `${approvalPrefix}its completion` } : null;
  }
  const phase = typeof raw.current_phase === 'number' ? raw.current_phase + 1 : null;
  const unit = failed === null ? (running[0] ?? pending[0]) : `gate ${failed}`;
  if (unit !== undefined) return { phase, text: unit };
  const gates = idsIn(raw.gates_pending).map((label) => `gate ${gateIdOf(label)}`);
  return gates.length === 0 ? null : { phase, text: gates.join(', ') };
}

/** The gate that a failed run stands at; its failure is written as `gate lint failed: …`. */
function failedGate({ status, error }: JsonObject): string | null {
  const message = status === 'failed' && isJsonObject(error) ? error.message : null;
  return typeof message === 'string' ? (/^gate (.{1,200}?) failed: /.exec(message)?.[1] ?? null) : null;
}

/**
 * Writes seed 003's display of a pipeline that is resumed.
 * @param doc the checkpoint, also a drifted one
 * @param redo what is done again although it is complete: workstreams, and gates as `gate LABEL`
 * @returns the lines, without a newline at the end
 */
export function displayState(doc: PipelineCheckpoint, redo: readonly string[] = []): string {
  const shown = redo.length === 0 ? doc : withRedo(doc, new Set(redo));
  const { raw, id, isFinished, completed, running, pending, plan } = readPipeline(shown);
  if (isFinished) return `${id} already complete`;
  const named = (unit: string): string => {
    const name = plan?.workstreams.get(unit)?.name;
    return name === undefined || name === '' ? unit : `${unit}: ${name}`;
  };
  const phase = unitToResume(shown)?.phase ?? null;
  const gates = pending.length + running.length === 0 ? idsIn(raw.gates_pending) : [];
  const sections: readonly (readonly [string, readonly string[]])[] = [
    ['Completed:', completed.map((unit) => `${named(unit)} ✅`)],
    ['In progress:', running.map(named)],
    ['Pending:', pending.map(named)],
    ['Gates pending:', gates],
  ];
  return [
    `Resuming ${harmlessLine(id)}${phase === null ? '' : ` from ${phaseName(phase)}`}`,
    ...sections
      .filter(([, lines]) => lines.length > 0)
      .map(([head, lines]) => [head, ...lines.map((line) => `  ${harmlessLine(line)}`)].join('\n')),
  ].join('\n\n');
}

/** The run as it will be when what is stale was taken back. */
function withRedo(doc: object, redo: ReadonlySet<string>): object {
  const { raw, completed, pending } = readPipeline(doc);
  const labels = idsIn(raw.gates_passed);
  return {
    ...raw,
    completed_workstreams: completed.filter((id) => !redo.has(id)),
    pending_workstreams: [...completed.filter((id) => redo.has(id)), ...pending],
    gates_passed: labels.filter((label) => !redo.has(`gate ${label}`)),
  };
}
