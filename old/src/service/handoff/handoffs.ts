// Hand-offs of a run: made, answered and looked up. Each becomes an event in its run's history.

import {
  checkHandoffRequest,
  checkHandoffResponse,
  type EarlierHandoff,
  entryOf,
  type HandoffEntry,
  type HandoffRequest,
  type HandoffResponse,
  handoffsIn,
  outputOfPhase,
  type ResponseOptions,
  withRequest,
  withResponse,
  withUnfit,
} from '../../families/handoff/index.js';
import { checksumText } from '../../rules/checksum.js';
import { badInput, PawlError, type Problem } from '../../rules/errors.js';
import { isJsonObject, type JsonObject } from '../../rules/json/json.js';
import { mapIn } from '../../rules/json/read-member.js';
import { type Key, keyText, refOf } from '../../rules/names.js';
import { didYouMean, nearest } from '../../rules/near.js';
import { redactNew } from '../../rules/text/redact.js';
import { validateContextSummary } from '../../rules/text/tokens.js';
import type { Stored } from '../../store/store.js';
import { type Saved, toCheckpoint } from '../checkpoint.js';
import { asDocument, asState } from '../documents.js';
import { settleTroubles } from '../hooks/trouble.js';
import { familyOf, readNewest, type Workbench, write, type WriteOptions } from '../workbench.js';
import { loadEntry, writeHandoff } from './files.js';
import { type HandoffStep, planHandoff } from './plan.js';

/** A hand-off that was stored. */
export interface HandedOff<Handoff> {
  readonly handoff: Handoff;
  readonly warnings: readonly Problem[];
  /** JSON pointers of values in which secrets were replaced. */
  readonly redacted: readonly string[];
  /** Where the document stands. */
  readonly path: string;
  /** What the hand-off was before, when it was made or answered once more; that is kept beside it. */
  readonly before: EarlierHandoff | null;
  /** The run, with the hand-off in its history. */
  readonly saved: Saved;
}

/**
 * Fills in what follows from the run: its feature, what the phase usually gives, the summary of what was done last.
 * @param bench the store and the circumstances
 * @param key the run
 * @param given what the caller said
 * @returns the request, not checked
 */
export async function completedRequest(bench: Workbench, key: Key, given: JsonObject): Promise<JsonObject> {
  const { state } = await readNewest(bench.store, key);
  const context = mapIn(given, 'context');
  const has = (...names: readonly string[]): boolean => names.some((name) => context[name] !== undefined);
  const { summary } = familyOf(bench, key).resumePoint(state);
  const isUsable = summary !== null && validateContextSummary(summary, bench.summaryTokens).valid;
  const usual = Object.entries(outputOfPhase).find(([phase]) => phase === given['phase'])?.[1];
  return {
    ...given,
    ...(given['expected_output'] === undefined && usual !== undefined ? { expected_output: usual } : {}),
    ...(given['context'] === undefined || isJsonObject(given['context'])
      ? {
          context: {
            ...(has('feature') ? {} : { feature: featureOf(key) }),
            ...context,
            ...(isUsable && !has('previous_summary', 'previous_findings') ? { previous_summary: summary } : {}),
          },
        }
      : {}),
  };
}

function featureOf(key: Key): string {
  return key.family === 'command' ? (key.feature ?? key.command) : key.id;
}

/**
 * Makes a hand-off.
 * @param bench the store and the circumstances
 * @param key the run that it belongs to
 * @param request the request
 * @param options expectations of the caller
 * @returns what was stored; throws `bad-input` with every problem
 */
export async function newHandoff(
  bench: Workbench,
  key: Key,
  request: JsonObject,
  options: WriteOptions = {},
): Promise<HandedOff<HandoffRequest>> {
  const checked = checkHandoffRequest(request, { summaryTokens: bench.summaryTokens });
  if (!checked.ok) throw badInput('The request', checked.problems);
  const current = await readNewest(bench.store, key);
  const { doc: handoff, redacted } = withoutSecrets(checked.handoff);
  const { task_id, phase, mode } = handoff;
  const written = writeHandoff(bench.root, key, { task_id, phase, kind: 'request' }, asState(handoff));
  const event = { name: 'handoff', args: { task_id, phase, mode } };
  const step = planHandoff(key, event, handoff, (entries, now) => withRequest(entries, handoff, now, written.number));
  const saved = await store(bench, current, step, options);
  const before = step.before();
  const warnings = [...checked.warnings, ...toldBefore('handed off', before)];
  return { handoff, warnings, redacted, path: written.file, before, saved };
}

/** Stores a step, unless the run says the same already. */
async function store(bench: Workbench, current: Stored, step: HandoffStep, options: WriteOptions): Promise<Saved> {
  if (options.expect !== undefined || !step.isIn(current.state)) return write(bench, current.key, step.plan, options);
  return { ...toCheckpoint(current), redacted: [], repeated: true };
}

/** Nothing takes the place of another without a word. */
function toldBefore(what: string, before: EarlierHandoff | null): readonly Problem[] {
  if (before === null) return [];
  const { status, decision } = before;
  const was = status === 'open' ? 'is still open' : `is ${status}, ${decision ?? 'undecided'}`;
  return [{ path: '/task_id', message: `was ${what} before, which ${was}: both are kept, and this one counts now` }];
}

/**
 * Records the response to a hand-off.
 * @param bench the store and the circumstances
 * @param key the run that it belongs to
 * @param response the response
 * @param options what a summary that is too long means; expectations of the caller
 * @returns what was stored; throws `not-found` when nothing was asked, `bad-input` with every problem
 */
export async function replyHandoff(
  bench: Workbench,
  key: Key,
  response: JsonObject,
  options: WriteOptions & Pick<ResponseOptions, 'overlong'> = {},
): Promise<HandedOff<HandoffResponse>> {
  const { overlong, ...expectations } = options;
  const current = await readNewest(bench.store, key);
  const entries = handoffsIn(current.state);
  const request = readRequest(bench, key, entries, response);
  const settings = { overlong, request, summaryTokens: bench.summaryTokens };
  const checked = checkHandoffResponse(response, settings);
  if (!checked.ok) throw badInput('The response', checked.problems);
  if (request === undefined) throw nothingAsked(key, entries, checked.handoff.task_id);
  const { doc: handoff, redacted } = withoutSecrets(checked.handoff);
  const { task_id, phase, status, decision } = handoff;
  const { file, number } = writeHandoff(bench.root, key, { task_id, phase, kind: 'response' }, asState(handoff));
  const event = { name: 'handoff_reply', args: { task_id, phase, status, decision } };
  const step = planHandoff(key, event, handoff, (known, now) => withResponse(known, request, handoff, now, number));
  const { requested_at, earlier } = entryOf(entries, handoff) ?? {};
  // A hook may tell of it twice in the same moment.
  const opId = checksumText([task_id, phase, requested_at, earlier?.length, number].join('\n'));
  const saved = await store(bench, current, step, { opId: `handoff_reply ${opId}`, ...expectations });
  settleTroubles(bench.root, handoffText(key, handoff));
  const before = step.before();
  const warnings = [...checked.warnings, ...toldBefore('answered', before)];
  return { handoff, warnings, redacted, path: file, before, saved };
}

/**
 * Names a hand-off, for what has to be remembered about it.
 * @param key the run that it belongs to
 * @param handoff which one
 * @returns a text that no other one has
 */
export function handoffText(key: Key, { task_id, phase }: Pick<HandoffEntry, 'task_id' | 'phase'>): string {
  return `handoff\n${keyText(key)}\n${task_id}\n${phase}`;
}

/**
 * Keeps what a sub-agent answered instead of a response: nothing of it is lost, and its hand-off stays open.
 * @param bench the store and the circumstances
 * @param key the run that it belongs to
 * @param given the task and the phase that the answer names, as far as it does
 * @param text the answer
 * @returns the hand-off that it is kept with; null when it may be about none, or about more than one
 */
export async function keepUnfit(
  bench: Workbench,
  key: Key,
  given: JsonObject,
  text: string,
): Promise<HandoffEntry | null> {
  const { state } = await readNewest(bench.store, key);
  const open = handoffsIn(state).filter(({ status }) => status === 'open');
  const ofTask = open.filter((one) => one.task_id === given['task_id']);
  const meant = ofTask.length > 0 || typeof given['task_id'] === 'string' ? ofTask : open;
  const entry = meant.find(({ phase }) => phase === given['phase']) ?? (meant.length === 1 ? meant[0] : undefined);
  if (entry === undefined) return null;
  const { task_id, phase } = entry;
  const event = { name: 'handoff_unfit', args: { task_id, phase } };
  await write(bench, key, planHandoff(key, event, entry, (entries) => withUnfit(entries, entry, text)).plan);
  return entry;
}

/** The request of that task: in the same phase, else the newest one, so that a wrong phase is told and not missed. */
function readRequest(
  bench: Workbench,
  key: Key,
  entries: readonly HandoffEntry[],
  { task_id, phase }: JsonObject,
): HandoffRequest | undefined {
  const ofTask = entries.filter((one) => one.task_id === task_id);
  const entry = ofTask.find((one) => one.phase === phase) ?? ofTask.at(-1);
  if (entry === undefined) return undefined;
  const found = loadEntry(bench.root, key, entry).request;
  const checked = found === null ? null : checkHandoffRequest(found);
  if (checked?.ok === true) return checked.handoff;
  throw new PawlError('corrupt', `the request of ${entry.task_id} (${entry.phase}) is not there any more`, {
    hint: 'Make the hand-off anew, then answer it.',
  });
}

function nothingAsked(key: Key, entries: readonly HandoffEntry[], task: string): PawlError {
  const ids = [...new Set(entries.map((one) => one.task_id))];
  const question = didYouMean(task, ids);
  const message = `no hand-off ${JSON.stringify(task)} was made for ${refOf(key)}`;
  return new PawlError('not-found', question === undefined ? message : `${message}; ${question}`, {
    hint: ids.length === 0 ? 'Make it with `pawl handoff new`.' : `It has: ${ids.slice(-20).join(', ')}.`,
    data: { near: nearest(task, ids) },
  });
}

function withoutSecrets<Doc extends object>(doc: Doc): { readonly doc: Doc; readonly redacted: readonly string[] } {
  const { value, redacted } = redactNew(asState(doc), undefined);
  return { doc: isJsonObject(value) ? asDocument<Doc>(value) : doc, redacted };
}
