// The one way a checkpoint changes: a pure step on the newest state, redacted and checked, then stored. The same for the
// asynchronous library and the synchronous facade; the store tries again when another writer was faster.

import { timeOfText, timeText } from '../rules/text/time-text.js';
import { badInput, PawlError, type Problem } from '../rules/errors.js';
import { deepFreeze, isJsonObject, type JsonObject } from '../rules/json/json.js';
import { type Key, type Place, refOf } from '../rules/names.js';
import { redactNew } from '../rules/text/redact.js';
import type { Family } from '../families/family.js';
import { refuseReusedOp, refuseSecretOp } from './reused-op.js';
import type { Decide, EventNote, Store, Stored, UpdateOptions, Updated } from '../store/store.js';

/** What a step makes of a checkpoint. What came from outside was made plain before (see `plainInput`). */
export interface Step {
  readonly state: JsonObject;
  readonly place?: Place;
  readonly event: EventNote;
  /** Puts the run that was there away, as a person has chosen: also one of a newer version of the format. */
  readonly putsAway?: boolean;
}

/**
 * A step: from the document (null when there is none, or none any more) to what it becomes. Called again with the newer
 * state when another writer was faster; must be pure.
 */
export type Plan = (doc: JsonObject | null, now: string, current: Stored | null) => Step;

export interface ChangeOptions {
  /** The family that the checkpoint belongs to. */
  readonly family: Family<JsonObject>;
  readonly actor: string;
  readonly clock: () => number;
  /** The same op id twice counts once. */
  readonly opId?: string | undefined;
  /** The revision that must be the newest. */
  readonly expect?: number | undefined;
  /** How long to try against other writers. */
  readonly deadlineMs?: number | undefined;
  readonly idPattern?: RegExp | undefined;
  /** How many words a new context summary may have, where that is fewer than the format allows. */
  readonly summaryTokens?: number | undefined;
}

export interface Changed {
  readonly stored: Stored;
  /** JSON pointers of values in which secrets were replaced. */
  readonly redacted: readonly string[];
  /** True when the op id was known: nothing was stored now, and `stored` is what was stored then. */
  readonly repeated: boolean;
}

/**
 * Gives the time of a change: later than the one before, so that it names one revision only. A clock that jumped back
 * far is believed all the same.
 * @param clock the wall clock
 * @param previous the time of the revision before
 * @returns ISO 8601
 */
export function nextTime(clock: () => number, previous: string | null): string {
  const now = clock();
  const before = previous === null ? Number.NaN : timeOfText(previous);
  const close = now <= before && now > before - 60_000;
  return timeText(close ? before + 1 : now);
}

/** One change under way: decides anew on every state that it meets. */
class Change {
  readonly #key: Key;
  readonly #plan: Plan;
  readonly #options: ChangeOptions;
  redacted: readonly string[] = [];

  constructor(key: Key, plan: Plan, options: ChangeOptions) {
    this.#key = key;
    this.#plan = plan;
    this.#options = options;
  }

  readonly decide: Decide = (current) => {
    const { family, expect, clock, opId, actor } = this.#options;
    const revision = current?.revision ?? 0;
    if (expect !== undefined && expect !== revision) throw overtaken(this.#key, expect, current);
    const doc = documentOf(current);
    const at = nextTime(clock, current === null ? null : family.stampOf(current.state));
    const step = this.#plan(doc, at, current);
    // What an archived run already had is not new when it is taken up again.
    const before = current === null || current.place === 'removed' ? null : current.state;
    if (step.putsAway !== true && step.state !== before) refuseNewer(this.#key, family, before);
    const { state, redacted } = redact(step.state, before);
    this.redacted = redacted;
    const problems = newProblems(family.check(state, this.#options), before, this.#options);
    if (problems.length > 0) throw badInput(refOf(this.#key), problems);
    const { name, args } = step.event;
    const event = args === undefined ? { name } : { name, args: redact(args, null).state };
    return { state, place: step.place ?? 'live', expect: revision, opId, actor, event, at };
  };
}

/** To guess what the newer version means could lose it. */
function refuseNewer(key: Key, family: Family<JsonObject>, before: JsonObject | null): void {
  if (before === null || !family.isNewer(before)) return;
  throw new PawlError('newer-version', `${refOf(key)} was written by a newer version of the format`, {
    hint: 'Update pawl to write it; reading works.',
  });
}

function redact(next: JsonObject, before: JsonObject | null): { state: JsonObject; redacted: readonly string[] } {
  const { value, redacted } = redactNew(next, before ?? undefined);
  return { state: isJsonObject(value) ? deepFreeze(value) : next, redacted };
}

/** A write may not bring problems in; those that a drifted file already had are doctor's business. */
function newProblems(
  problems: readonly Problem[],
  before: JsonObject | null,
  options: ChangeOptions,
): readonly Problem[] {
  if (problems.length === 0 || before === null) return problems;
  const known = new Set(options.family.check(before, options).map((p) => `${p.path}\n${p.message}`));
  return problems.filter((problem) => !known.has(`${problem.path}\n${problem.message}`));
}

/**
 * Makes the error for a checkpoint that is not at the revision that its caller expects.
 * @param key the checkpoint
 * @param expect the revision
 * @param current what is there
 * @returns the error, to be thrown
 */
export function overtaken(key: Key, expect: number, current: Stored | null): PawlError {
  const now =
    current === null ? 'it does not exist' : `it is at revision ${current.revision}, saved by ${current.actor}`;
  return new PawlError('conflict', `${refOf(key)} was expected at revision ${expect}, but ${now}`, {
    hint: 'Load it again, apply your change to what is there, and save.',
    data: { revision: current?.revision ?? 0 },
  });
}

/** What a plan is given of the state that it stands on: a run that was put away is none any more. */
function documentOf(current: Stored | null): JsonObject | null {
  return current === null || current.place === 'removed' || current.place === 'archived' ? null : current.state;
}

/** The answer to an op id that was stored before, by the same call. */
async function repeatedAs(
  store: Pick<Store, 'revision'>,
  done: Stored,
  plan: Plan,
  { clock, opId = '' }: ChangeOptions,
): Promise<Changed> {
  const eventOn = (before: Stored | null): EventNote => plan(documentOf(before), nextTime(clock, null), before).event;
  await refuseReusedOp(store, done, opId, eventOn);
  return { stored: done, redacted: [], repeated: true };
}

/** What the synchronous surface needs of a store. */
export interface SyncStore {
  updateSync(key: Key, decide: Decide, options?: UpdateOptions): Updated;
}

/**
 * Changes a checkpoint without an event loop.
 * @param store the file store
 * @param key the checkpoint
 * @param plan the step
 * @param options who, when, how long
 * @returns the stored revision
 */
export function changeSync(store: SyncStore, key: Key, plan: Plan, options: Omit<ChangeOptions, 'opId'>): Changed {
  const change = new Change(key, plan, options);
  const { stored, duplicate } = store.updateSync(key, change.decide, options);
  return { stored, redacted: change.redacted, repeated: duplicate };
}

/**
 * Changes a checkpoint.
 * @param store any store
 * @param key the checkpoint
 * @param plan the step
 * @param options who, when, how long
 * @returns the stored revision
 */
export async function change(
  store: Pick<Store, 'findOp' | 'revision' | 'update'>,
  key: Key,
  plan: Plan,
  options: ChangeOptions,
): Promise<Changed> {
  refuseSecretOp(options.opId);
  const done = options.opId === undefined ? null : await store.findOp(key, options.opId);
  if (done !== null) return repeatedAs(store, done, plan, options);
  const change = new Change(key, plan, options);
  const { stored, duplicate } = await store.update(key, change.decide, options);
  if (duplicate) return repeatedAs(store, stored, plan, options);
  return { stored, redacted: change.redacted, repeated: duplicate };
}
