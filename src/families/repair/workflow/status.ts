// The status and the last error of a workflow. Complete only if nothing says otherwise.

import { isJsonObject, type Json } from '../../../rules/json/json.js';
import type { WorkflowStatus } from '../../workflow/types.js';
import { workflowStatuses } from '../../workflow/check.js';
import { isNoError } from '../../workflow/resume.js';
import type { Draft } from '../draft.js';
import { renameFields } from '../fields.js';
import { readStatus } from '../read/status.js';
import type { Concept } from '../read/words.js';

const statusOf: Readonly<Record<Concept, WorkflowStatus>> = {
  complete: 'complete',
  in_progress: 'in_progress',
  pending: 'in_progress',
  blocked: 'in_progress', // blocked is not failed
  paused: 'in_progress',
  failed: 'failed',
  skipped: 'abandoned',
  abandoned: 'abandoned',
};
const errorAliases = {
  message: ['msg', 'error', 'reason', 'description', 'detail', 'details', 'error_message', 'text'],
};

/**
 * Gives the last error its shape.
 * @param draft the document, its fields renamed
 */
export function repairError(draft: Draft): void {
  const at = ['last_error'];
  const value = draft.get(...at);
  if (value === undefined) {
    draft.set(at, null, 'inferred', 'last_error is missing; the file names no error');
    return;
  }
  const last = Array.isArray(value) ? (value.at(-1) ?? null) : value;
  const isNone =
    last === false ||
    (typeof last === 'string' && isNoError(last)) ||
    (isJsonObject(last) && Object.keys(last).length === 0);
  if (isNone) draft.set(at, null, 'spelling', 'no error is null');
  else if (Array.isArray(value)) draft.set(at, last, 'shape', 'last_error is the last one');
  if (isJsonObject(draft.get(...at))) {
    renameFields(draft, at, errorAliases, (_, other) => typeof other === 'string');
    if (typeof draft.get(...at, 'message') !== 'string') {
      draft.set([...at, 'message'], 'The file does not say what went wrong.', 'inferred', 'an error has a message');
    }
  }
  const scalar = draft.get(...at);
  if (Array.isArray(scalar)) draft.set(at, JSON.stringify(scalar), 'shape', 'an error is a text or an object');
  if (typeof scalar === 'number' || scalar === true)
    draft.set(at, String(scalar), 'spelling', 'an error is a text or an object');
}

/**
 * Gives a workflow its status.
 * @param draft the document, its phases and its error repaired
 * @param earlier other values that the file's text has for `status`
 */
export function repairStatus(draft: Draft, earlier: readonly Json[]): void {
  const value = draft.get('status') ?? draft.get('workflow_state', 'status');
  const said = readStatus(value);
  const [status, doubt] = decide(draft, said, earlier);
  const isKnown = workflowStatuses.some((known) => known === value);
  const why =
    doubt ??
    (draft.get('status') === undefined ? 'status is missing; taken from the state' : 'the format knows four statuses');
  draft.set(['status'], status, isKnown && doubt !== null ? 'conflict' : 'spelling', why);
}

function decide(
  draft: Draft,
  said: Concept | null,
  earlier: readonly Json[],
): readonly [WorkflowStatus, string | null] {
  const error = draft.get('last_error');
  const hasError = error !== null && error !== undefined;
  if (said === null) {
    return hasError
      ? ['failed', 'what the file says is no status; there is an error']
      : ['in_progress', 'what the file says is no status, and nothing plainly says that the run is complete'];
  }
  if (said !== 'complete') return [statusOf[said], null];
  if (hasError) return ['failed', 'the file says complete, but there is an error'];
  if (earlier.some((other) => readStatus(other) !== 'complete'))
    return ['in_progress', 'the file says both complete and something else'];
  const done = draft.get('completed_phases');
  const total = draft.get('total_phases');
  const isWhole = Array.isArray(done) && typeof total === 'number' && done.length >= total;
  return isWhole ? ['complete', null] : ['in_progress', 'the file says complete, but phases are open'];
}
