// What a run remembers about its hand-offs, under `pawl.handoffs`: one entry for each task and phase. The documents
// themselves stand beside the run.

import { isJsonObject, type JsonObject } from '../../rules/json/json.js';
import { memberIn } from '../../rules/json/read-member.js';
import { truncateSummary } from '../../rules/text/truncate.js';
import type { HandoffRequest, HandoffResponse } from './types.js';

/** What a hand-off was before it was made or answered once more. */
export interface EarlierHandoff {
  readonly status: string;
  readonly decision?: string;
  readonly request?: number;
  readonly response?: number;
  readonly answered_at?: string;
}

/** One hand-off in its run. */
export interface HandoffEntry {
  readonly task_id: string;
  readonly phase: string;
  readonly mode: string;
  /** `open` until it is answered. */
  readonly status: string;
  readonly decision?: string;
  /** The response's summary; never longer than a summary may be. */
  readonly context_summary?: string;
  /** ISO 8601. */
  readonly requested_at: string;
  readonly answered_at?: string;
  /** What came back instead of a response that can be recorded; the hand-off stays open. */
  readonly unfit?: string;
  /** Which of its requests and responses counts, by its number; the first one unless it says so. */
  readonly request?: number;
  readonly response?: number;
  /** What it was before, the newest last. */
  readonly earlier?: readonly EarlierHandoff[];
}

/** A run with more remembers the newest; answered ones go first. */
const maxEntries = 200;
const maxEarlier = 20;
/** Words may be long. */
const maxUnfitChars = 8_000;

/**
 * Lists a run's hand-offs.
 * @param doc the run's document, also a drifted one
 * @returns those that make sense, oldest first
 */
export function handoffsIn(doc: JsonObject): readonly HandoffEntry[] {
  const list = memberIn(doc, 'pawl', 'handoffs');
  return Array.isArray(list) ? list.filter(isEntry) : [];
}

function isEntry(value: unknown): value is HandoffEntry {
  if (!isJsonObject(value)) return false;
  return ['task_id', 'phase', 'mode', 'status', 'requested_at'].every((name) => typeof value[name] === 'string');
}

const isSame = (a: Pick<HandoffEntry, 'task_id' | 'phase'>, b: Pick<HandoffEntry, 'task_id' | 'phase'>): boolean =>
  a.task_id === b.task_id && a.phase === b.phase;

/** Remembers what a hand-off was before. */
function afterOne(old: HandoffEntry): Pick<HandoffEntry, 'earlier'> {
  const { status, decision, request, response, answered_at } = old;
  const known = Array.isArray(old.earlier) ? old.earlier : [];
  const last = {
    status,
    ...(decision === undefined ? {} : { decision }),
    ...(request === undefined ? {} : { request }),
    ...(response === undefined ? {} : { response }),
    ...(answered_at === undefined ? {} : { answered_at }),
  };
  return { earlier: [...known, last].slice(-maxEarlier) };
}

/**
 * Finds what a hand-off is at.
 * @param entries what the run remembers
 * @param handoff which one
 * @returns its entry, or undefined
 */
export function entryOf(
  entries: readonly HandoffEntry[],
  handoff: Pick<HandoffEntry, 'task_id' | 'phase'>,
): HandoffEntry | undefined {
  return entries.find((one) => isSame(one, handoff));
}

/**
 * Records a request; one of the same task and phase begins anew, and what it was before is remembered.
 * @param entries what the run remembers
 * @param request the request
 * @param now the time, ISO 8601
 * @param number which of the requests of that task and phase it is
 * @returns what it remembers then
 */
export function withRequest(
  entries: readonly HandoffEntry[],
  request: HandoffRequest,
  now: string,
  number = 1,
): readonly HandoffEntry[] {
  const { task_id, phase, mode } = request;
  const old = entryOf(entries, request);
  if (old?.status === 'open' && (old.request ?? 1) === number) return entries; // the same once more
  const entry: HandoffEntry = {
    task_id,
    phase,
    mode,
    status: 'open',
    requested_at: now,
    ...(number === 1 ? {} : { request: number }),
    ...(old === undefined ? {} : afterOne(old)),
  };
  return bounded([...entries.filter((one) => !isSame(one, entry)), entry]);
}

/**
 * Records a response. One that comes after another counts instead of it, and the other is remembered.
 * @param entries what the run remembers
 * @param request what it answers
 * @param response the response
 * @param now the time, ISO 8601
 * @param number which of the responses of that task and phase it is
 * @returns what it remembers then
 */
export function withResponse(
  entries: readonly HandoffEntry[],
  request: HandoffRequest,
  response: HandoffResponse,
  now: string,
  number = 1,
): readonly HandoffEntry[] {
  const { status, decision, context_summary } = response;
  const known = entryOf(entries, request);
  const old = known ?? withRequest([], request, now)[0];
  if (old === undefined) return entries;
  const isAnswered = old.status !== 'open';
  if (isAnswered && (old.response ?? 1) === number) return entries; // the same once more
  const summary = truncateSummary(context_summary).text;
  const { unfit: _corrected, response: _old, ...kept } = old;
  const entry = {
    ...kept,
    status,
    decision,
    context_summary: summary,
    answered_at: now,
    ...(number === 1 ? {} : { response: number }),
    ...(isAnswered ? afterOne(old) : {}),
  };
  const others = known === undefined ? [...entries, entry] : entries;
  return bounded(others.map((one) => (isSame(one, request) ? entry : one)));
}

/**
 * Records what came back for an open hand-off and is no response.
 * @param entries what the run remembers
 * @param handoff which one
 * @param text what came back; no more is kept of it than of a summary
 * @returns what it remembers then
 */
export function withUnfit(
  entries: readonly HandoffEntry[],
  handoff: Pick<HandoffEntry, 'task_id' | 'phase'>,
  text: string,
): readonly HandoffEntry[] {
  const unfit = truncateSummary(text).text.slice(0, maxUnfitChars).toWellFormed();
  return entries.map((one) => (one.status === 'open' && isSame(one, handoff) ? { ...one, unfit } : one));
}

function bounded(entries: readonly HandoffEntry[]): readonly HandoffEntry[] {
  const surplus = entries.length - maxEntries;
  if (surplus <= 0) return entries;
  const answered = new Set(entries.filter((one) => one.status !== 'open').slice(0, surplus));
  const kept = entries.filter((one) => !answered.has(one));
  return kept.slice(Math.max(0, kept.length - maxEntries));
}
