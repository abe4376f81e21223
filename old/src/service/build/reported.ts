// How a workstream ended, by its process and by its own report, and in words. Pure.

import { failuresOf } from '../../families/pipeline/build/apply-build-step.js';
import type { FailEvent, PauseEvent, PipelineCheckpoint } from '../../families/pipeline/index.js';
import type { Ran } from './run-workstream.js';

/**
 * Says what failed, in one sentence.
 * @param ran the attempt
 * @returns e.g. `exit code 1: Property 'x' does not exist`
 */
export function failureText({ reason, failure }: Ran): string {
  return [reason ?? 'failed', failure?.message ?? ''].filter((part) => part !== '').join(': ');
}

/**
 * Takes over what was reported about a workstream, whatever its exit code says: whoever said it was told that it is on record.
 * @param ran its end, by its process
 * @param doc the run as it is
 * @param failed how often it had failed before it began
 * @returns its end, by its own report where there is one
 */
export function asReported(ran: Ran, doc: PipelineCheckpoint, failed: number): Ran {
  const { workstream: id, outcome, reason } = ran;
  const failures = failuresOf(doc, id);
  const error = failures.length > failed ? failures.at(-1) : undefined;
  if (error !== undefined) {
    const { message, file, line } = error;
    const place = { ...(file === undefined ? {} : { file }), ...(line === undefined ? {} : { line }) };
    return { ...ran, outcome: 'failed', reason: message, failure: { message: '', ...place } };
  }
  if (outcome === 'done' || !doc.completed_workstreams.includes(id)) return ran;
  return { ...ran, outcome: 'done', reason: `it was reported done, then ${reason ?? outcome}`, failure: null };
}

/**
 * Says where it failed.
 * @param ran the attempt
 * @returns e.g. ` (src/a.ts:3)`; empty when that is not known
 */
export function placeOf({ failure }: Ran): string {
  if (failure?.file === undefined) return '';
  return ` (${failure.file}${failure.line === undefined ? '' : `:${failure.line}`})`;
}

/** A report needs a process of its own and a write to the disk: nothing that ended well sooner has made one. */
const shortestReportMs = 20;

/**
 * Tells whether a workstream may have reported about itself.
 * @param ran its end, by its process
 * @returns false when it was too short for that
 */
export function mayHaveReported({ outcome, duration_ms: ms }: Ran): boolean {
  return outcome !== 'done' || ms >= shortestReportMs;
}

/**
 * Makes the events of failures. The last one is what the run stands at, so it is the one that came first; the others are kept
 * as earlier ones are.
 * @param failed what failed, in order
 * @param doc the run as it is: what it stands at already is on record
 * @returns the events, in the order in which they are to be recorded
 */
export function failuresIn(failed: readonly Ran[], { error }: PipelineCheckpoint): readonly FailEvent[] {
  return failed
    .filter(({ workstream }) => workstream !== error?.workstream)
    .map(failureOf)
    .toReversed();
}

function failureOf(ran: Ran): FailEvent {
  const { message: _, ...place } = ran.failure ?? { message: '' };
  return { type: 'fail', workstream: ran.workstream, message: failureText(ran), ...place, stop_running: true };
}

/**
 * Makes the event of a build that ends before its time without a failure.
 * @param blocked what could not be run
 * @returns the event
 */
export function pauseOf(blocked: readonly Ran[]): PauseEvent {
  const why = blocked.map((ran) => [ran.workstream, failureText(ran).slice(0, 500)] as const);
  return { type: 'pause', stop_running: true, ...(why.length === 0 ? {} : { blocked: Object.fromEntries(why) }) };
}
