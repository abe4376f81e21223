// The rules about a pipeline checkpoint's status, review and time. Each reads leniently.

import type { Problem } from '../../rules/errors.js';
import { isJsonObject, type JsonObject, pointer } from '../../rules/json/json.js';
import { isSomeText } from '../../rules/json/read-member.js';
import { brief, texts } from './lists.js';
import { pipelineStatuses } from './types.js';

/** Every rule about the status, the review and the time. */
export const statusRules: readonly ((doc: JsonObject) => Problem[])[] = [statusFits, overrideHasReason, timeExists];

/** Seed 003's table of statuses, and what `complete` promises. */
function statusFits(doc: JsonObject): Problem[] {
  const problems: Problem[] = [];
  const status = pipelineStatuses.find((known) => known === doc.status);
  const running = texts(doc.in_progress_workstreams).map(({ text }) => text);
  const say = (key: string, message: string, fix: string): void => {
    problems.push({ path: pointer(key), message, fix });
  };
  if (status === 'failed' && doc.error === undefined) {
    say('error', 'status is failed, but error is missing', 'add {"workstream": "WS3", "message": "what went wrong"}');
  }
  if (status !== undefined && status !== 'failed' && doc.error !== undefined) {
    say('error', `status is ${status}, but there is an error`, 'leave error out, or write "status": "failed"');
  }
  if (status !== undefined && status !== 'in_progress' && running.length > 0) {
    const fix = 'move them to completed_workstreams or pending_workstreams, or write "status": "in_progress"';
    say('in_progress_workstreams', `status is ${status}, but ${brief(running)} is in progress`, fix);
  }
  if (status === 'in_progress' && running.length === 0 && Array.isArray(doc.in_progress_workstreams)) {
    const fix = 'list what is running, or write "status": "paused"';
    say('in_progress_workstreams', 'status is in_progress, but no workstream is in progress', fix);
  }
  if (status === 'complete') {
    for (const key of ['pending_workstreams', 'gates_pending'] as const) {
      const left = texts(doc[key]).map(({ text }) => text);
      if (left.length === 0) continue;
      say(
        key,
        `status is complete, but ${key} still holds ${brief(left)}`,
        'write "status": "paused" until that is done',
      );
    }
  }
  return problems;
}

function overrideHasReason(doc: JsonObject): Problem[] {
  const review = doc.adversarial_review;
  if (!isJsonObject(review) || review.verdict !== 'overridden') return [];
  const reason = review.override_reason;
  if (isSomeText(reason)) return [];
  const message = 'the verdict is overridden, but override_reason is missing';
  return [
    { path: pointer('adversarial_review', 'override_reason'), message, fix: 'write why the review was overridden' },
  ];
}

/** The schema checks the form of a time; 30 February has that form. */
function timeExists(doc: JsonObject): Problem[] {
  const [, year, month, day] =
    /^(\d{4})-(\d\d)-(\d\d)[T ]/.exec(typeof doc.timestamp === 'string' ? doc.timestamp : '') ?? [];
  if (
    day === undefined ||
    new Date(Date.UTC(Number(year), Number(month) - 1, Number(day))).getUTCDate() === Number(day)
  )
    return [];
  const message = `timestamp is ${JSON.stringify(doc.timestamp)}: there is no such day`;
  return [{ path: pointer('timestamp'), message, fix: 'write e.g. "2025-12-11T10:00:00Z"' }];
}
