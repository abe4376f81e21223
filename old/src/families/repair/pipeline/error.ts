// The failure that a pipeline stands at, in the format's shape.

import { isJsonObject, type Json } from '../../../rules/json/json.js';
import type { Draft } from '../draft.js';
import { renameFields } from '../fields.js';
import { readCount } from '../read/numbers.js';
import { unitsIn } from '../read/units.js';

const aliases = {
  workstream: ['workstream_id', 'ws', 'failed_workstream', 'unit', 'step', 'phase', 'source', 'where'],
  message: [
    'msg',
    'error',
    'reason',
    'description',
    'detail',
    'details',
    'summary',
    'error_message',
    'text',
    'output',
    'stderr',
  ],
  file: ['path', 'file_path', 'filename'],
  line: ['line_number', 'lineno'],
};
/** Where people wrote what went wrong when the format's own field was not there. */
const otherFields = [
  'last_error',
  'failure',
  'failure_reason',
  'error_message',
  'errors',
  'failure_details',
  'blocker',
  'blocked_reason',
  'blocked_by',
  'blocked_on',
  'blockers',
];
const notTold = 'The file does not say what went wrong.';
const noError = /^(?:none|null|n\/a|no|no errors?|nil|false|-)?$/i;

/** True for what stands in the field of an error and is none. */
function isNone(value: Json): boolean {
  if (value === null || value === false) return true;
  if (typeof value === 'string') return noError.test(value.trim());
  return typeof value === 'object' && Object.values(value).every((member: Json) => isNone(member));
}

/**
 * Gives the error its shape, or takes it out when it is none.
 * @param draft the document, its lists repaired
 */
export function repairError(draft: Draft): void {
  const value = draft.get('error');
  if (value === undefined) return;
  if (isNone(value)) draft.setAside(['error'], 'there is no error: the field is left out then');
  else shapeError(draft);
}

/**
 * Tells whether an error is said to be dealt with.
 * @param error the error
 * @returns true when it has a resolution
 */
export function isResolved(error: Json | undefined): boolean {
  if (!isJsonObject(error)) return false;
  return ['resolved', 'fixed', 'resolution', 'resolved_at', 'fix'].some((name) => {
    const said = Object.hasOwn(error, name) ? error[name] : undefined;
    return said === true || (typeof said === 'string' && !noError.test(said.trim()));
  });
}

/** What is known of a failure without an error. */
export interface Failure {
  /** The workstream that is said to have failed. */
  readonly unit: string | undefined;
  /** What is said about it there. */
  readonly fault: string | undefined;
  /** What else the file says. */
  readonly otherwise: string | undefined;
}

/**
 * Finds the error of a failed pipeline that has none in its place.
 * @param draft the document
 * @param failure what is known of it
 */
export function findError(draft: Draft, { unit, fault, otherwise }: Failure): void {
  if (draft.get('error') !== undefined) return;
  const why = 'status is failed, and error is missing';
  const workstream = unit ?? failedUnit(draft);
  if (fault !== undefined) {
    draft.set(['error'], { workstream, message: fault }, 'inferred', `${why}; what is said of ${workstream} is copied`);
    return;
  }
  for (const field of otherFields) {
    const value = draft.get(field);
    if (value === undefined || isNone(value) || typeof value === 'number' || value === true) continue;
    draft.set(['error'], value, 'inferred', `status is failed, and ${field}, which stays, says why`);
    const [at] = unitsIn(draft.get('failed_at'));
    if (isJsonObject(value) && at !== undefined && /^ws/i.test(at.name) && value['workstream'] === undefined)
      draft.set(['error', 'workstream'], at.name, 'inferred', 'failed_at, which stays, names it');
    shapeError(draft, unit);
    return;
  }
  draft.set(['error'], { workstream, message: otherwise ?? notTold }, 'inferred', why);
}

function shapeError(draft: Draft, failed = failedUnit(draft)): void {
  const value = draft.get('error');
  const last = Array.isArray(value) ? lastOpen(draft, value) : value;
  if (!isJsonObject(last)) {
    const error = { workstream: failed, message: messageOf(last) };
    draft.set(['error'], error, 'shape', 'an error names a workstream and says what went wrong');
    return;
  }
  if (Array.isArray(value))
    draft.set(['error'], last, 'shape', 'error is the failure that the run stands at: the last one');
  renameFields(draft, ['error'], aliases);
  const { workstream, message, line } = last === value ? last : { ...last };
  const [owner, text] = [draft.get('error', 'workstream') ?? workstream, draft.get('error', 'message') ?? message];
  if (typeof owner !== 'string' || owner === '') {
    draft.set(
      ['error', 'workstream'],
      typeof owner === 'number' ? `Phase ${owner}` : failed,
      'shape',
      'an error names a workstream',
    );
  }
  if (typeof text !== 'string' || text === '')
    draft.set(['error', 'message'], messageOf(text), 'shape', 'an error says in words what went wrong');
  const number = draft.get('error', 'line') ?? line;
  const count = typeof number === 'string' ? readCount(number) : null;
  if (count !== null) draft.set(['error', 'line'], count, 'spelling', 'line is a number');
}

/** Of several errors the last one of a workstream that is open, else the last. */
function lastOpen(draft: Draft, errors: readonly Json[]): Json | undefined {
  const open: ReadonlySet<Json | undefined> = new Set(
    [draft.get('pending_workstreams'), draft.get('in_progress_workstreams')].flat(),
  );
  const isOpen = (error: Json): boolean =>
    isJsonObject(error) && ['workstream', ...aliases.workstream].some((name) => open.has(error[name]));
  return errors.findLast(isOpen) ?? errors.at(-1);
}

function messageOf(value: Json | undefined, depth = 0): string {
  if (typeof value === 'string' && value !== '') return value;
  if (typeof value === 'number') return String(value);
  if (isJsonObject(value) && depth < 3) {
    const found = ['message', 'text', ...aliases.message].map((name) => value[name]).find((said) => said !== undefined);
    return messageOf(found, depth + 1);
  }
  if (Array.isArray(value) && value.length > 0 && value.every((text) => typeof text === 'string'))
    return value.join('\n');
  return notTold;
}

/** The workstream that most likely failed: one that is said to have, else one that was running, else the next. */
function failedUnit(draft: Draft): string {
  for (const field of [
    'failed_workstreams',
    'failed_workstream',
    'failed_at',
    'in_progress_workstreams',
    'pending_workstreams',
  ]) {
    const [unit] = unitsIn(draft.get(field));
    if (unit !== undefined && unit.name !== '') return unit.name.slice(0, 200);
  }
  const [phase, id] = [readCount(draft.get('current_phase')) ?? 0, draft.get('prd')];
  const isDone = unitsIn(draft.get('completed_workstreams')).length > 0;
  // Where all is done, it is the run itself.
  return isDone && typeof id === 'string' && id !== '' ? id : `Phase ${phase + 1}`;
}
