// The status and the last error of a workflow. Complete only if nothing says otherwise.

import { isJsonObject, type Json } from '../../../rules/json/json.js';
import type { WorkflowStatus } from '../../workflow/types.js';
import { workflowStatuses } from '../../workflow/check.js';
import { isNoError } from '../../workflow/resume.js';
import { noteDoubt } from '../doubt.js';
import type { Draft } from '../draft.js';
import { renameFields } from '../fields.js';
import { openMember } from '../read/claims.js';
import { isHeld, tellsOfFault } from '../read/pauses.js';
import { readStatus } from '../read/status.js';
import { type Concept, plainWords } from '../read/words.js';
import { workflowEssentials } from './fields.js';
import { isResolved } from './error-words.js';
import type { Outline } from './outline.js';
import { statementsIn } from './roles.js';
import { reasonIn, stuckIn, type Trouble, troubleIn } from './trouble.js';

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
/** Reasons of a pause that somebody has to do something about. */
const waits = /\b(?:wait|await|approv|review|block|need|fail|error|decision|decide|quota|credential|access)/i;
/** Work that was taken back, or that waits for somebody. */
const taken = /^(?:reverted|rolled_back|reopened)|^(?:a?wait\w*|needs?|requires?|pending|on)_[a-z]/;
/** A claim of completion, with what bounds it. */
const tellsMore =
  /(?:^|_)(?:complete|completed|done|finished|success|successful|passed|shipped|merged|deployed)_|(?:^|_)(?:fail\w*|errors?|broken|blocked|issues?)(?:_|$)/;
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
    (isJsonObject(last) && (Object.keys(last).length === 0 || isResolved(last)));
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
 * Gives a workflow its status. What speaks against going on becomes its last error, or a doubt where nothing failed, so
 * that `resume` asks.
 * @param draft the document, its phases and its error repaired
 * @param outline what the file says about its phases
 * @param earlier other values that the file's text has for `status`
 */
export function repairStatus(draft: Draft, outline: Outline, earlier: readonly Json[]): void {
  const value = draft.get('status') ?? draft.get('workflow_state', 'status');
  const read = readStatus(value);
  const said = read === null && typeof value === 'string' && taken.test(plainWords(value)) ? 'paused' : read;
  if (said !== 'abandoned' && said !== 'skipped') repairTrouble(draft, outline, value, said);
  const [status, doubt] = decide(draft, said, earlier);
  const isKnown = workflowStatuses.some((known) => known === value);
  const why =
    doubt ??
    (draft.get('status') === undefined ? 'status is missing; taken from the state' : 'the format knows four statuses');
  draft.set(['status'], status, isKnown && doubt !== null ? 'conflict' : 'spelling', why);
}

function repairTrouble(draft: Draft, outline: Outline, value: Json | undefined, said: Concept | null): void {
  if (draft.get('last_error') !== null) return;
  const trouble =
    (said === 'blocked' ? null : troubleIn(draft, outline, true)) ??
    stopOf(draft, value, said) ??
    stuckIn(outline) ??
    openIn(draft, said);
  if (trouble === null) return;
  const why = `${trouble.path.slice(1)} says so; a person decides whether it goes on`;
  if (trouble.isOnlyDoubt === true) noteDoubt(draft, trouble.message, 'updated_at', 'no status can say it');
  else draft.set(['last_error'], trouble.message, 'conflict', why);
}

/** `halted: rate limit`, `completed with errors`: words that a status of the format cannot say. */
function stopOf(draft: Draft, value: Json | undefined, said: Concept | null): Trouble | null {
  if (typeof value !== 'string' || said === 'complete') return null;
  const words = plainWords(value);
  const isPlain = said === 'in_progress' || said === 'pending' || said === null ? !tellsMore.test(words) : false;
  const reason = reasonIn(draft);
  const isWaiting = said === 'paused' && reason !== null && waits.test(reason);
  const isStopped = said === 'failed' || isHeld(value) || isWaiting;
  if (!isStopped && (isPlain || !isAllDone(draft)) && !taken.test(words)) return null;
  const message = `its status was "${value.trim()}"${reason === null ? '' : ` (${reason})`}`;
  // What waits has not failed.
  const isOnlyDoubt = said !== 'failed' && !tellsOfFault(value);
  return { path: '/status', message, isOnlyDoubt };
}

/** What is called complete beside something open. */
function openIn(draft: Draft, said: Concept | null): Trouble | null {
  if (!isAllDone(draft)) return null;
  const found = openPlace(draft, true);
  return found === null
    ? null
    : {
        path: found,
        message: `${said === 'complete' ? 'it is called complete' : 'all its phases are done'}, but ${found} says that something is open`,
      };
}

/**
 * Finds a member that says that something is open.
 * @param draft the document
 * @param isOwnState whether its state is looked at as well
 * @returns where; null when nothing does
 */
export function openPlace(draft: Draft, isOwnState: boolean): string | null {
  const found = openMember(draft.root, (name) => workflowEssentials.required.has(name) || name === 'pawl');
  const state = draft.get('workflow_state');
  if (found !== null) return found;
  const short = shortIn(draft);
  if (short !== null || !isOwnState || !isJsonObject(state)) return short;
  const inner = openMember(state, () => false);
  if (inner !== null) return `/workflow_state${inner}`;
  const concept = readStatus(state['status']);
  return concept === null || concept === 'complete' ? null : '/workflow_state/status';
}

/** `{"completed_tasks": 20, "total_tasks": 22}` */
function shortIn(draft: Draft): string | null {
  const said = statementsIn(draft).filter(({ rank }) => rank > 1);
  const short = said.find(({ role, rank, value }) => {
    const total = said.find((other) => other.role === 'total' && other.rank === rank)?.value;
    return role === 'done' && typeof value === 'number' && typeof total === 'number' && value < total;
  });
  return short?.path ?? null;
}

function isAllDone(draft: Draft): boolean {
  const [done, total] = [draft.get('completed_phases'), draft.get('total_phases')];
  return Array.isArray(done) && typeof total === 'number' && done.length >= total;
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
  if (said === 'abandoned' || said === 'skipped') return [statusOf[said], null];
  if (hasError && isAllDone(draft)) return ['failed', 'all phases are done, but there is an error'];
  if (said !== 'complete') return [statusOf[said], null];
  if (hasError) return ['failed', 'the file says complete, but there is an error'];
  if (earlier.some((other) => readStatus(other) !== 'complete'))
    return ['in_progress', 'the file says both complete and something else'];
  return isAllDone(draft) ? ['complete', null] : ['in_progress', 'the file says complete, but phases are open'];
}
