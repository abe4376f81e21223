// The operations on workstreams: start, done, fail, pause.

import { badInput, drifted, PawlError } from '../../../rules/errors.js';
import { limits } from '../../../rules/limits.js';
import { checkPipeline } from '../check.js';
import { finish, leaveFailure, move, phaseOf, takeBack } from '../derive.js';
import { gatesDueAgain } from '../evidence/due-again.js';
import { withChangedLater } from '../evidence/moves.js';
import { withoutEvidence, withUnitEvidence } from '../evidence/record.js';
import { brief, setOf } from '../lists.js';
import { missingFor, stateOf } from '../missing.js';
import type { PlanView } from '../plan.js';
import { type PipelineCheckpoint, type PipelineError, maxReviewAttempts } from '../types.js';
import type { DoneEvent, FailEvent, PauseEvent, StartEvent } from './events.js';
import { approvalDue } from '../waits.js';
import { needStill, needWorkstreams, notAllowed } from './refuse.js';

/** What every operation on an existing checkpoint is given. */
export interface Scene {
  readonly doc: PipelineCheckpoint;
  /** Null when the checkpoint does not know its spec. */
  readonly plan: PlanView | null;
  readonly now: string;
}

/**
 * Starts workstreams: pending ones, whose dependencies and earlier phases are complete with their gates passed.
 * @param scene the checkpoint
 * @param event which workstreams
 * @returns the checkpoint with them in progress
 */
export function start(scene: Scene, event: StartEvent): PipelineCheckpoint {
  const { doc, plan } = scene;
  const ids = [...new Set(event.workstreams)];
  needWorkstreams(
    doc,
    plan,
    ids.map((id) => ({ id, path: `/workstreams/${event.workstreams.indexOf(id)}` })),
  );
  needAllowed(doc);
  const due = approvalDue(doc);
  if (due?.isNo === true) {
    throw new PawlError('needs-person', `${due.text}: ${ids.join(', ')} cannot start`, {
      hint: 'A person says yes: `pawl build --resume` asks on a terminal. Nothing was changed.',
      data: { about: due.about },
    });
  }
  const busy = ids.filter((id) => !doc.pending_workstreams.includes(id));
  if (busy.length > 0) {
    const states = busy.map((id) => `${id} is ${stateOf(doc, id)}`).join(', ');
    throw notAllowed(`${states}: only a pending workstream can start`, `Pending: ${brief(doc.pending_workstreams)}.`, {
      not_pending: busy,
    });
  }
  if (plan !== null) needReady(doc, plan, ids);
  return startAnyway(scene, { ...event, workstreams: ids });
}

/**
 * Records that workstreams run, where that is no question any more: a build has started them.
 * @param scene the checkpoint
 * @param event pending workstreams
 * @returns the checkpoint with them in progress
 */
export function startAnyway({ doc, plan, now }: Scene, event: StartEvent): PipelineCheckpoint {
  const started = move(leaveFailure(doc, now), event.workstreams, 'in_progress_workstreams', plan);
  const isHeld = event.hold_completion === true && started.pawl?.awaits !== 'completion';
  return finish(isHeld ? { ...started, pawl: { ...started.pawl, awaits: 'completion' } } : started, plan, now);
}

function needAllowed({ prd, adversarial_review: review }: PipelineCheckpoint): void {
  if (review?.verdict !== 'do_not_ship') return;
  throw notAllowed(
    `${prd} cannot start: the adversarial review says do_not_ship`,
    review.attempt < maxReviewAttempts
      ? 'Record a second review, or override this one with a reason.'
      : 'Both reviews are used: change the plan under another id, or override the verdict with a reason.',
    { verdict: 'do_not_ship', attempt: review.attempt },
  );
}

function needReady(doc: PipelineCheckpoint, plan: PlanView, ids: readonly string[]): void {
  const [reached, completed] = [phaseOf(doc, plan), setOf(doc.completed_workstreams)];
  const isReady = (id: string): boolean =>
    (plan.phaseOf.get(id) ?? 0) <= reached + 1 &&
    (plan.workstreams.get(id)?.depends_on ?? []).every((other) => completed.has(other));
  if (ids.every(isReady)) return;
  const missing = ids.map((id) => ({ id, ...missingFor(doc, plan, id) })).filter((one) => one.words.length > 0);
  if (missing.length === 0) return;
  const sentences = missing.map(({ id, words }) => `${id} cannot start yet; missing: ${brief(words)}`);
  throw notAllowed(sentences.join('; '), 'Finish what is missing, pass its gates, then start again.', {
    missing: {
      workstreams: [...new Set(missing.flatMap(({ workstreams }) => workstreams))],
      gates: [...new Set(missing.flatMap(({ gates }) => gates))],
    },
  });
}

/**
 * Completes a workstream. A late report, of one that returned to pending meanwhile, counts; a repeated one adds files.
 * @param scene the checkpoint
 * @param event the workstream and its files
 * @returns the checkpoint with it complete
 */
export function done({ doc, plan, now }: Scene, event: DoneEvent): PipelineCheckpoint {
  const id = event.workstream;
  needWorkstreams(doc, plan, [{ id, path: '/workstream' }]);
  // A report of what never began is not late: it would be a start by another name.
  if (doc.pending_workstreams.includes(id) && !Object.hasOwn(doc.pawl?.begun ?? {}, id)) needAllowed(doc);
  const next = doc.completed_workstreams.includes(id) ? doc : move(doc, [id], 'completed_workstreams', plan);
  const known = withUnitEvidence(withArtifacts(next, event), id, event.evidence, now);
  const due = gatesDueAgain(doc, plan, event);
  const open = due.length === 0 ? known : withoutEvidence(takeBack(known, plan, due), [], due);
  return finish(withChangedLater(open, id, event.evidence), plan, now);
}

function withArtifacts(
  doc: PipelineCheckpoint,
  { workstream: id, artifacts: files = [], evidence }: DoneEvent,
): PipelineCheckpoint {
  const before = (Object.hasOwn(doc.artifacts, id) ? doc.artifacts[id] : undefined) ?? [];
  if (!Array.isArray(before)) throw drifted(doc.prd, checkPipeline(doc));
  const every = [...new Set([...before, ...files])];
  // Evidence counts what is not listed; without it, a file would be forgotten.
  const all = evidence === undefined ? every : every.slice(0, limits.maxFilesPerUnit);
  if (all.length === before.length) return doc;
  if (all.length > limits.maxFilesPerUnit) {
    const message = `${id} would have ${all.length} artifacts; at most ${limits.maxFilesPerUnit} are possible`;
    throw badInput(doc.prd, [{ path: '/artifacts', message, fix: 'name folders or globs instead of single files' }]);
  }
  return { ...doc, artifacts: { ...doc.artifacts, [id]: all } };
}

/**
 * Records that a running workstream failed; it returns to pending, and so do its siblings if they may be stopped.
 * @param scene the checkpoint
 * @param event the workstream and what went wrong
 * @returns the checkpoint, failed
 */
export function fail(scene: Scene, event: FailEvent): PipelineCheckpoint {
  const { doc, plan } = scene;
  const id = event.workstream;
  needWorkstreams(doc, plan, [{ id, path: '/workstream' }]);
  if (!doc.in_progress_workstreams.includes(id)) {
    const hint = `Only a running workstream can fail; in progress: ${brief(doc.in_progress_workstreams)}.`;
    throw notAllowed(`${id} is ${stateOf(doc, id)}, so it cannot fail`, hint, { not_running: [id] });
  }
  const others = doc.in_progress_workstreams.filter((other) => other !== id);
  needStill(doc, `record that ${id} failed`, others, event.stop_running);
  return failWith(scene, id, event.message, event);
}

/**
 * Puts a pipeline into `failed`: whatever runs returns to pending, and an earlier failure becomes history.
 * @param scene the checkpoint
 * @param workstream what failed
 * @param message what went wrong
 * @param place where it went wrong
 * @returns the checkpoint, failed
 */
export function failWith(
  { doc, plan, now }: Scene,
  workstream: string,
  message: string,
  place: Pick<PipelineError, 'file' | 'line'>,
): PipelineCheckpoint {
  const stopped = move(leaveFailure(doc, now), doc.in_progress_workstreams, 'pending_workstreams', plan);
  const error: PipelineError = {
    workstream,
    message,
    ...(place.file === undefined ? {} : { file: place.file }),
    ...(place.line === undefined ? {} : { line: place.line }),
  };
  return finish({ ...stopped, status: 'failed', error }, plan, now);
}

/**
 * Pauses the run, or says that a failure is dealt with.
 * @param scene the checkpoint
 * @param event whether running workstreams may be stopped
 * @returns the checkpoint, paused; complete when nothing is left; still initialized when nothing ever ran
 */
export function pause({ doc, plan, now }: Scene, event: PauseEvent): PipelineCheckpoint {
  needStill(doc, 'pause', doc.in_progress_workstreams, event.stop_running);
  const stopped = move(leaveFailure(doc, now), doc.in_progress_workstreams, 'pending_workstreams', plan);
  const status = doc.status === 'initialized' ? doc.status : 'paused';
  const blocked = Object.entries(event.blocked ?? {});
  needWorkstreams(
    doc,
    plan,
    blocked.map(([id]) => ({ id, path: `/blocked/${id}` })),
  );
  const open = blocked.filter(([id]) => stopped.pending_workstreams.includes(id));
  const all = { ...stopped.pawl?.blocked, ...Object.fromEntries(open) };
  const told = open.length === 0 ? stopped : { ...stopped, pawl: { ...stopped.pawl, blocked: all } };
  return finish({ ...told, status }, plan, now);
}
