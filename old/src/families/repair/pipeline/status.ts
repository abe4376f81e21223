// The status that the lists and the file's own words leave room for. Complete only if nothing says otherwise.

import type { Json } from '../../../rules/json/json.js';
import { isJsonObject } from '../../../rules/json/json.js';
import { type PipelineStatus, pipelineStatuses } from '../../pipeline/types.js';
import type { Draft } from '../draft.js';
import { tellsOfFault } from '../read/pauses.js';
import { readStatus } from '../read/status.js';
import type { Concept } from '../read/words.js';
import { noteDoubt } from '../doubt.js';
import { noteBlocked } from './blocked.js';
import { findError, isResolved } from './error.js';
import type { Evidence } from './weigh.js';
import { blamedIn, isDoubtfulStatus, isPlainStatus, quoted, withReason } from './status-words.js';
import { troubleIn } from './troubles.js';

const asked = 'a person decides how the run goes on';

/** What a file says that its status has to go with. */
interface ToldBeside {
  /** Other values that its text has for `status`. */
  readonly earlier: readonly Json[];
  /** What is said about its workstreams. */
  readonly evidence: Evidence;
  /** It was written as `3/4` which phase it is in. */
  readonly isShort: boolean;
}

/**
 * Gives a pipeline its status, and what the status demands of the error and of the running workstreams.
 * @param draft the document, its lists, gates and error repaired
 * @param told what else the file says
 */
export function repairStatus(draft: Draft, { earlier, evidence, isShort }: ToldBeside): void {
  const value = draft.get('status');
  const said = readStatus(value);
  const others = earlier.map((other) => readStatus(other) ?? 'paused').filter((other) => other !== 'complete');
  const isDisputed = said === 'complete' && others.length > 0;
  const concept = isDisputed ? (others.at(-1) ?? 'paused') : said;
  const [failed] = openOf(draft, evidence.failed);
  const [status, doubt, words] = decide(draft, concept, failed, isShort);
  const isKnown = pipelineStatuses.some((known) => known === value);
  const why = isDisputed && status !== 'failed' ? 'the file says both complete and something else' : doubt;
  if (why === null) draft.set(['status'], status, 'spelling', 'the format knows five statuses');
  else draft.set(['status'], status, isKnown || isDisputed ? 'conflict' : 'spelling', why);
  if (status !== 'in_progress') stopRunning(draft, status);
  if (status !== 'failed') leaveError(draft);
  else findError(draft, { unit: failed?.[0] ?? blamedIn(draft, value), fault: failed?.[1], otherwise: words });
  if (status !== 'failed' && words !== undefined) noteDoubt(draft, words, 'timestamp', 'no status can say it');
  noteBlocked(draft, evidence);
}

/** The workstreams of these that are not done since, with what is said about it. */
function openOf(draft: Draft, stuck: Evidence['failed']): readonly Failed[] {
  const open = new Set([draft.get('pending_workstreams'), draft.get('in_progress_workstreams')].flat());
  return [...stuck].filter(([name]) => open.has(name));
}

type Failed = readonly [name: string, fault: string | undefined];
/** The status, why it is not what the file says, and the words for a failure, or for what else a person is asked about. */
type Decision = readonly [status: PipelineStatus, why: string | null, words?: string | undefined];

function decide(draft: Draft, concept: Concept | null, failed: Failed | undefined, isShort: boolean): Decision {
  const value = draft.get('status');
  const byWords = decideByWords(draft, concept);
  if (byWords[0] === 'failed') return byWords;
  if (failed !== undefined) return ['failed', `the file says that ${failed[0]} failed`];
  if (byWords[0] === 'in_progress') return byWords;
  const isDone = byWords[0] === 'complete' || (byWords[0] === 'paused' && isAllDone(draft) && concept !== 'complete');
  if (concept !== 'complete' && typeof value === 'string' && tellsOfFault(value))
    return ['failed', `${quoted(value)}: ${asked}`, withReason(draft, value)];
  if (concept !== 'complete' && isDoubtfulStatus(value, isDone))
    return ['paused', `${quoted(value)}, which is not failed: ${asked}`, withReason(draft, value)];
  const isComplete = byWords[0] === 'complete';
  const trouble =
    troubleIn(draft, isComplete) ?? (isComplete && isShort ? 'the last of its phases has not passed' : null);
  if (trouble === null) return byWords;
  return [tellsOfFault(trouble) ? 'failed' : 'paused', `${trouble}: ${asked}`, trouble];
}

function decideByWords(draft: Draft, concept: Concept | null): Decision {
  const [running, open, gates, done] = [
    sizeOf(draft, 'in_progress_workstreams'),
    sizeOf(draft, 'pending_workstreams'),
    sizeOf(draft, 'gates_pending'),
    sizeOf(draft, 'completed_workstreams') + sizeOf(draft, 'gates_passed'),
  ];
  const error = draft.get('error');
  const isFailing = error !== undefined && !isResolved(error);
  const value = draft.get('status');
  if (concept === 'failed') return ['failed', null, isPlainStatus(value) ? undefined : quoted(value)];
  // A run that was dropped is not to be taken up without a person; of the five statuses only this one says so.
  if (concept === 'abandoned' || concept === 'skipped')
    return ['failed', 'the run was dropped: a person decides whether it goes on', withReason(draft, value)];
  if (concept === 'complete') {
    if (running > 0) return ['in_progress', 'the file says complete, but a workstream is in progress'];
    if (open > 0) return ['paused', 'the file says complete, but workstreams are pending'];
    if (gates > 0) return ['paused', 'the file says complete, but gates are pending'];
    return isFailing ? ['failed', 'the file says complete, but there is an error'] : ['complete', null];
  }
  if (concept === 'in_progress') {
    return running > 0 ? ['in_progress', null] : ['paused', 'nothing is in progress'];
  }
  if (concept === 'pending') {
    if (running > 0) return ['in_progress', 'a workstream is in progress'];
    return done > 0 ? ['paused', 'the run has begun, and nothing is in progress'] : ['initialized', null];
  }
  // What waits is paused, and blocked is not failed.
  if (concept !== null) return ['paused', null];
  if (running > 0) return ['in_progress', 'what the file says is no status; a workstream is in progress'];
  if (isFailing) return ['failed', 'what the file says is no status; there is an error'];
  if (done === 0) return ['initialized', 'what the file says is no status; nothing is done'];
  return ['paused', 'what the file says is no status, and nothing plainly says that the run is complete'];
}

function isAllDone(draft: Draft): boolean {
  const open = ['in_progress_workstreams', 'pending_workstreams', 'gates_pending'];
  return sizeOf(draft, 'completed_workstreams') > 0 && open.every((field) => sizeOf(draft, field) === 0);
}

function sizeOf(draft: Draft, field: string): number {
  const list = draft.get(field);
  return Array.isArray(list) ? list.length : 0;
}

function stopRunning(draft: Draft, status: PipelineStatus): void {
  const [running, pending] = [draft.get('in_progress_workstreams'), draft.get('pending_workstreams')];
  if (!Array.isArray(running) || !Array.isArray(pending) || running.length === 0) return;
  const why = `nothing runs while the status is ${status}: what was in progress is pending again`;
  draft.set(['pending_workstreams'], [...running, ...pending], 'conflict', why);
  draft.set(['in_progress_workstreams'], [], 'conflict', why);
}

/** A run that does not stand at its error has left it behind. */
function leaveError(draft: Draft): void {
  const error = draft.get('error');
  if (!isJsonObject(error)) return;
  const { workstream, message } = error;
  const time = draft.get('timestamp');
  if (typeof workstream !== 'string' || typeof message !== 'string' || typeof time !== 'string') {
    draft.setAside(['error'], 'the run does not stand at this error');
    return;
  }
  if (draft.get('pawl') === undefined) draft.root['pawl'] = {};
  const known = draft.get('pawl', 'errors');
  const errors = Array.isArray(known) ? known : [];
  const why = 'the run does not stand at this error: it belongs to the past ones';
  draft.set(['pawl', 'errors'], [...errors, { ...error, time }], 'moved', why);
  draft.drop(['error'], ['pawl', 'errors', errors.length], why);
}
