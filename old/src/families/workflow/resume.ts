// Where a workflow goes on, how it is shown, and seed 004's prompt. Tolerates drifted documents.

import { isJsonObject } from '../../rules/json/json.js';
import { isSomeText } from '../../rules/json/read-member.js';
import { errorLine } from '../../rules/overview.js';
import type { Fields } from '../../rules/fields.js';
import type { FamilyOverview, ResumePoint } from '../family.js';
import { completedPhases, firstOpenPhase } from './progress.js';

const phaseName = (phase: number | null): string | null => (phase === null ? null : `Phase ${phase}`);

/**
 * Tells whether nothing is left to do.
 * @param doc the checkpoint
 * @returns true when it is complete or was abandoned
 */
export function isWorkflowFinished(doc: Fields): boolean {
  return doc['status'] === 'complete' || doc['status'] === 'abandoned';
}

/**
 * Says where a workflow goes on: at the first phase that is not completed.
 * @param doc the checkpoint, or null when it is absent
 * @returns the phase, what the state summarises, and the last error
 */
export function workflowResumePoint(doc: Fields | null): ResumePoint {
  if (!isJsonObject(doc) || isWorkflowFinished(doc)) return { unit: null, summary: null, error: null };
  const state = doc['workflow_state'];
  const summary = isJsonObject(state) ? state['context_summary'] : null;
  return {
    unit: phaseName(firstOpenPhase(doc)),
    summary: typeof summary === 'string' ? summary : null,
    error: errorText(doc['last_error']),
  };
}

/**
 * Summarises a workflow checkpoint.
 * @param doc the checkpoint
 * @returns what `list` and `status` show
 */
export function workflowOverview(doc: Fields): FamilyOverview {
  const { status, total_phases: total, updated_at } = doc;
  const open = isWorkflowFinished(doc) ? null : firstOpenPhase(doc);
  const isRunning = status === 'in_progress' && open !== null;
  const done = completedPhases(doc);
  return {
    title: titleOf(doc),
    status: typeof status === 'string' ? status : 'unknown',
    finished: isWorkflowFinished(doc),
    progress: { done: done.length, total: typeof total === 'number' ? total : (done.at(-1) ?? 0) },
    current: isRunning ? phaseName(open) : null,
    next: phaseName(isRunning ? firstOpenPhase(doc, open) : open),
    error: isWorkflowFinished(doc) ? null : errorLine(errorText(doc['last_error'])),
    updated_at: typeof updated_at === 'string' ? updated_at : null,
  };
}

/**
 * Says how long ago something was.
 * @param fromIso the time, ISO 8601
 * @param now the present: ISO 8601, or milliseconds since 1970 (to write a time out takes a hook half a millisecond)
 * @returns e.g. `12 minutes ago`; `just now` below a minute and for times that lie ahead
 */
export function ageInWords(fromIso: string, now: string | number): string {
  const present = typeof now === 'number' ? now : Date.parse(now);
  const minutes = Math.floor((present - Date.parse(fromIso)) / 60_000);
  if (Number.isNaN(minutes)) return 'at an unknown time';
  if (minutes < 1) return 'just now';
  if (minutes < 60) return ago(minutes, 'minute');
  return minutes < 24 * 60 ? ago(Math.floor(minutes / 60), 'hour') : ago(Math.floor(minutes / (24 * 60)), 'day');
}

/**
 * Writes seed 004's prompt for a checkpoint that was found.
 * @param doc the checkpoint
 * @param now the present, ISO 8601
 * @returns the prompt; its last line waits for the choice
 */
export function resumePrompt(doc: Fields, now: string): string {
  return isJsonObject(doc) ? promptFor(doc, now) : promptFor({}, now);
}

function promptFor(doc: Fields, now: string): string {
  const open = workflowResumePoint(doc).unit;
  return [
    `Found existing checkpoint for "${titleOf(doc)}"`,
    `Created: ${createdText(doc['created_at'], now)}`,
    `Progress: ${progressText(doc)}`,
    '',
    'Options:',
    `  (r)esume - ${open === null ? 'Nothing is left but to finish' : `Continue from ${open}`}`,
    '  (s)tart fresh - Delete checkpoint and restart',
    '  (v)iew details - Show checkpoint contents',
    '  (d)elete - Remove checkpoint without starting',
    '',
    'Choice [r/s/v/d]:',
  ].join('\n');
}

function createdText(created: unknown, now: string): string {
  if (typeof created !== 'string' || Number.isNaN(Date.parse(created))) return 'unknown';
  const time = new Date(created).toISOString().slice(0, 19).replace('T', ' '); // in UTC, as the ids are
  return `${time} (${ageInWords(created, now)})`;
}

function progressText(doc: Fields): string {
  const done = completedPhases(doc);
  const of = typeof doc['total_phases'] === 'number' ? ` of ${doc['total_phases']}` : '';
  if (done.length === 0) return `no phase${of} completed`;
  const last = done.at(-1);
  if (last === done.length) return `Phase ${last}${of} completed`;
  return `${done.length === 1 ? 'only Phase' : 'Phases'} ${done.join(', ')}${of} completed`;
}

/** A title is shown on terminals: what could steer one does not get there. */
function titleOf(doc: Fields): string {
  const { workflow_description: description, checkpoint_id: id } = doc;
  const title = [description, id].find(isSomeText);
  // oxlint-disable-next-line no-control-regex -- they are what it is about
  return typeof title === 'string' ? title.replace(/[\u0000-\u001f\u007f-\u009f]+/g, ' ') : 'workflow';
}

/**
 * Tells whether a text in the place of an error says that there was none.
 * @param text e.g. an empty one, `none`, `N/A`
 * @returns true when it names no error
 */
export function isNoError(text: string): boolean {
  return /^(?:none|null|n\/a|no|no (?:\w+ )?(?:errors?|issues?|failures?|problems?)(?: (?:so far|yet|found|reported|encountered))?\.?|nil|false|undefined|-)?$/i.test(
    text.trim(),
  );
}

function errorText(error: unknown): string | null {
  if (typeof error === 'string') return isNoError(error) ? null : error;
  if (!isJsonObject(error)) return null;
  return typeof error['message'] === 'string' ? error['message'] : JSON.stringify(error);
}

function ago(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'} ago`;
}
