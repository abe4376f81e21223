// The one way a checkpoint changes: read, apply a pure step, redact, check, put; again when overtaken. Once for the
// asynchronous library and once for the synchronous facade; everything but the waiting is shared.

import { badInput, PawlError, type Problem } from '../rules/errors.js';
import { deepFreeze, type JsonObject } from '../rules/json.js';
import { type Key, type Place, refOf } from '../rules/names.js';
import { redactNew } from '../rules/redact.js';
import type { EventNote, Put, PutResult, Stored } from '../store/store.js';
import { families } from './families.js';

/** What a step makes of a checkpoint. What came from outside was made plain before (see `plainInput`). */
export interface Step {
  readonly state: JsonObject;
  readonly place?: Place;
  readonly event: EventNote;
}

/**
 * A step: from the document (null when there is none, or none any more) to what it becomes. Called again with the newer
 * state when another writer was faster; must be pure.
 */
export type Plan = (doc: JsonObject | null, now: string, current: Stored | null) => Step;

export interface ChangeOptions {
  readonly actor: string;
  readonly clock: () => number;
  /** The same op id twice counts once. */
  readonly opId?: string | undefined;
  /** The revision that must be the newest. */
  readonly expect?: number | undefined;
  /** How long to try against other writers. */
  readonly deadlineMs?: number | undefined;
  readonly idPattern?: RegExp | undefined;
}

export interface Changed {
  readonly stored: Stored;
  /** JSON pointers of values in which secrets were replaced. */
  readonly redacted: readonly string[];
}

const defaultDeadlineMs = 10_000;

/**
 * Gives the time of a change: later than the one before, so that it names one revision only. A clock that jumped back
 * far is believed all the same.
 * @param clock the wall clock
 * @param previous the time of the revision before
 * @returns ISO 8601
 */
export function nextTime(clock: () => number, previous: string | null): string {
  const now = clock();
  const before = previous === null ? Number.NaN : Date.parse(previous);
  const close = now <= before && now > before - 60_000;
  return new Date(close ? before + 1 : now).toISOString();
}

/** A put that is ready, and what was redacted on the way. */
interface Prepared {
  readonly put: Put;
  readonly redacted: readonly string[];
}

function prepare(key: Key, current: Stored | null, plan: Plan, options: ChangeOptions): Prepared {
  const family = families[key.family];
  const revision = current?.revision ?? 0;
  if (options.expect !== undefined && options.expect !== revision) throw overtaken(key, options.expect, current);
  const doc = current === null || current.place === 'removed' || current.place === 'archived' ? null : current.state;
  const now = nextTime(options.clock, current === null ? null : family.stampOf(current.state));
  const step = plan(doc, now, current);
  const redacted = redactNew(step.state, doc ?? undefined);
  const state = deepFreeze(redacted.value) as JsonObject;
  const problems = newProblems(family.check(state, { idPattern: options.idPattern }), doc, key, options);
  if (problems.length > 0) throw badInput(refOf(key), problems);
  const args = step.event.args;
  const event =
    args === undefined ? step.event : { name: step.event.name, args: redactNew(args, undefined).value as JsonObject };
  const put = {
    state,
    place: step.place ?? 'live',
    expect: revision,
    opId: options.opId,
    actor: options.actor,
    event,
    at: now,
  };
  return { put, redacted: redacted.redacted };
}

/** A write may not bring problems in; those that a drifted file already had are doctor's business. */
function newProblems(
  problems: readonly Problem[],
  before: JsonObject | null,
  key: Key,
  options: ChangeOptions,
): readonly Problem[] {
  if (problems.length === 0 || before === null) return problems;
  const known = new Set(
    families[key.family].check(before, { idPattern: options.idPattern }).map((p) => `${p.path}\n${p.message}`),
  );
  return problems.filter((problem) => !known.has(`${problem.path}\n${problem.message}`));
}

function overtaken(key: Key, expect: number, current: Stored | null): PawlError {
  const now =
    current === null ? 'it does not exist' : `it is at revision ${current.revision}, saved by ${current.actor}`;
  return new PawlError('conflict', `${refOf(key)} was expected at revision ${expect}, but ${now}`, {
    hint: 'Load it again, apply your change to what is there, and save.',
    data: { revision: current?.revision ?? 0 },
  });
}

function outOfTime(key: Key): PawlError {
  return new PawlError('busy', `other writers kept changing ${refOf(key)}; nothing of this change was stored`, {
    hint: 'Try again.',
  });
}

/** Waits longer after each defeat, and never in step with the others. */
function pauseMs(attempt: number): number {
  return attempt < 2 ? 0 : Math.random() * Math.min(20, 2 ** (attempt - 2));
}

export interface SyncStore {
  getSync(key: Key): Stored | null;
  putSync(key: Key, put: Put): PutResult;
}

/**
 * Changes a checkpoint without an event loop.
 * @param store the file store
 * @param key the checkpoint
 * @param plan the step
 * @param options who, when, how long
 * @param sleep waits
 * @returns the stored revision
 */
export function changeSync(
  store: SyncStore,
  key: Key,
  plan: Plan,
  options: ChangeOptions,
  sleep: (ms: number) => void,
): Changed {
  const deadline = Date.now() + (options.deadlineMs ?? defaultDeadlineMs);
  let current = store.getSync(key);
  for (let attempt = 0; ; attempt++) {
    const { put, redacted } = prepare(key, current, plan, options);
    const result = store.putSync(key, put);
    if (result.ok) return { stored: result.stored, redacted };
    if (Date.now() > deadline) throw outOfTime(key);
    const wait = pauseMs(attempt);
    if (wait > 0) sleep(wait);
    current = wait > 0 ? store.getSync(key) : result.current;
  }
}

export interface AsyncStore {
  get(key: Key): Promise<Stored | null>;
  put(key: Key, put: Put): Promise<PutResult>;
}

/**
 * Changes a checkpoint.
 * @param store any store
 * @param key the checkpoint
 * @param plan the step
 * @param options who, when, how long
 * @returns the stored revision
 */
export async function change(store: AsyncStore, key: Key, plan: Plan, options: ChangeOptions): Promise<Changed> {
  const deadline = Date.now() + (options.deadlineMs ?? defaultDeadlineMs);
  let current = await store.get(key);
  for (let attempt = 0; ; attempt++) {
    const { put, redacted } = prepare(key, current, plan, options);
    const result = await store.put(key, put);
    if (result.ok) return { stored: result.stored, redacted };
    if (Date.now() > deadline) throw outOfTime(key);
    const wait = pauseMs(attempt);
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    current = wait > 0 ? await store.get(key) : result.current;
  }
}
