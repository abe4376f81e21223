// What a step did to a pipeline, in words; and whether it has anything to do at all.

import type { UnitFinding } from '../../families/pipeline/evidence/types.js';
import type { PauseEvent, PipelineCheckpoint } from '../../families/pipeline/index.js';
import { listed } from '../../rules/text/listed.js';
import { counted } from '../../rules/text/plural.js';
import type { StepEvent } from './step-event.js';

/**
 * Tells whether a pipeline is already as a step would leave it, so that a repeated call makes no revision.
 * @param doc the pipeline
 * @param event the step
 * @returns true for work that is reported again, and for a pause of what is paused
 */
export function changesNothing(doc: PipelineCheckpoint, event: StepEvent): boolean {
  const isStill = doc.status === 'paused' || doc.status === 'initialized';
  const isHeld = doc.pawl?.awaits === 'evidence'; // each step has it looked at again
  if (event.type === 'pause') return isStill && !isHeld && doc.in_progress_workstreams.length === 0;
  if (event.type !== 'done' || !Array.isArray(doc.completed_workstreams)) return false;
  const id = event.workstream;
  const known = Object.hasOwn(doc.artifacts ?? {}, id) ? doc.artifacts[id] : [];
  const files = new Set(Array.isArray(known) ? known : []);
  const hasFiles = (event.artifacts ?? []).every((file) => files.has(file));
  const isRecorded = doc.completed_workstreams.includes(id) && hasFiles && !isHeld;
  return isRecorded && (doc.status === 'complete' || isKnownSo(doc, id, event.evidence));
}

/** Whether the evidence is about the same files in the same state. */
function isKnownSo(doc: PipelineCheckpoint, id: string, found: UnitFinding | undefined): boolean {
  const all = doc.pawl?.evidence?.workstreams ?? {};
  const before = Object.hasOwn(all, id) ? all[id] : undefined;
  if (found === undefined || before === undefined) return found === undefined;
  return filesOf(found) === filesOf(before);
}

function filesOf({
  files,
  spec_hash: hash,
  input_paths: inputs = [],
  missing_files: missing = [],
}: UnitFinding): string {
  return JSON.stringify([[...files].sort(), hash ?? null, inputs, missing]);
}

/**
 * Says what a step did.
 * @param event the step
 * @param before the pipeline before it; null when that is not known
 * @param after the pipeline now
 * @param unchanged whether nothing had to be done
 * @returns e.g. `WS1 is complete, 1 of 5 workstreams`
 */
export function whatHappened(
  event: StepEvent,
  before: PipelineCheckpoint | null,
  after: PipelineCheckpoint,
  unchanged: boolean,
): string {
  const end = after.status === 'complete' && before?.status !== 'complete' ? '; the pipeline is complete' : '';
  switch (event.type) {
    case 'start': {
      const ids = [...new Set(event.workstreams)];
      return `${listed(ids)} ${are(ids)} in progress${left(before)}`;
    }
    case 'done':
      return `${event.workstream} ${unchanged ? 'was complete already' : 'is complete'}, ${progressOf(after)}${end}`;
    case 'fail':
      return `${event.workstream} has failed and is pending again${stopped(event, event.workstream, before)}`;
    case 'pause':
      return `${pausedWords(after, unchanged)}${unchanged ? '' : `${left(before)}${stopped(event, '', before)}${end}`}`;
    case 'review':
      return reviewWords(after);
    default:
      return noteWords(event);
  }
}

const are = (items: readonly string[]): string => (items.length === 1 ? 'is' : 'are');

function progressOf({ completed_workstreams: done, pending_workstreams: open, ...doc }: PipelineCheckpoint): string {
  return `${done.length} of ${counted(done.length + open.length + doc.in_progress_workstreams.length, 'workstream')}`;
}

/** The way out of a failure. */
function left(before: PipelineCheckpoint | null): string {
  return before?.error === undefined ? '' : '; the failure moved into its history';
}

/** What runs in a build goes on when one of its workstreams reports its own failure. */
function stopped(
  { stop_running: mayStop = false }: Pick<PauseEvent, 'stop_running'>,
  own: string,
  before: PipelineCheckpoint | null,
): string {
  if (!mayStop) return '';
  const others = (before?.in_progress_workstreams ?? []).filter((id) => id !== own);
  return others.length === 0 ? '' : `; ${listed(others)} returned to pending`;
}

function pausedWords({ status }: PipelineCheckpoint, unchanged: boolean): string {
  if (status === 'initialized') return 'nothing has run yet';
  if (status === 'complete') return 'nothing is left to do';
  return unchanged ? 'it was paused already' : 'it is paused';
}

function reviewWords({ adversarial_review: review }: PipelineCheckpoint): string {
  if (review === undefined) return 'the review is recorded';
  const { verdict, attempt, p0_count: p0, p1_count: p1 } = review;
  const forbids = verdict === 'do_not_ship' ? '; no workstream can start' : '';
  return `review attempt ${attempt} is recorded as ${verdict}, with ${p0} P0 and ${p1} P1 findings${forbids}`;
}

function noteWords(event: Extract<StepEvent, { readonly type: 'note' }>): string {
  const fixes = (event.eslint_fixes?.length ?? 0) + (event.key_fixes?.length ?? 0);
  const cleanups = event.cleanup_done?.length ?? 0;
  const parts = [
    ...(fixes === 0 ? [] : [fixes === 1 ? '1 fix' : `${fixes} fixes`]),
    ...(cleanups === 0 ? [] : [counted(cleanups, 'clean-up')]),
  ];
  return `${parts.join(' and ')} noted`;
}
