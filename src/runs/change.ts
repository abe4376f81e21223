// The one way to change a run: read, plan (pure), compare-and-set, and again while other writers are faster.

import { pawl } from '../base/command-line.js';
import { PawlError, type Problem, badInput } from '../base/errors.js';
import { type Json, type JsonObject, isObject, pointer } from '../base/json.js';
import { type Key, type Place, refOf } from '../base/names.js';
import { redactNew, redactText } from '../base/redact.js';
import { type CheckOptions, type Format, type TypedFormat, defaultChecks, newerVersion } from '../formats/format.js';
import type { PipelinePlan } from '../formats/pipeline.js';
import type { EventNote, Put, Store, Stored, SyncStore } from '../store/store.js';

/** Who changes, where and when. */
export interface Context {
  readonly actor: string;
  readonly now: () => Date;
  /** HEAD of the repository; null outside of one. */
  readonly head: string | null;
  readonly checks?: CheckOptions | undefined;
  /** Adds evidence for what is finished now; absent where none is recorded, as in the silent facade. */
  readonly prove?: ((next: JsonObject, before: JsonObject | null, step: Proving) => JsonObject) | undefined;
  /** Told what the caller should know although nothing failed. */
  readonly notify: (message: string) => void;
}

/** What evidence needs to know about a change. */
export type Proving = Pick<Change<object>, 'event' | 'plan'> & { readonly format: Format };

/** Decides what to store, given the newest revision; null leaves everything as it is. Pure, and may be asked again. */
export type Plan = (current: Stored | null) => Put | null;

/** A change of a document, as its family's rules express it. */
export interface Change<D extends object> {
  readonly key: Key;
  readonly format: TypedFormat<D>;
  readonly event: EventNote;
  readonly op?: string | undefined;
  /** The pipeline's spec, where the caller knows it. */
  readonly plan?: PipelinePlan | undefined;
  /** Where the run belongs afterwards; it stays where it is when this is not given. */
  readonly place?: Place | undefined;
  /** The next document; null leaves everything as it is. `doc` is null when there is no run, or it was removed or archived. */
  readonly decide: (doc: D | null, now: string) => D | null;
}

/** Makes the plan of a change. */
export function planChange<D extends object>(change: Change<D>, context: Context): Plan {
  const { key, format } = change;
  return (current) => {
    const now = context.now().toISOString();
    const raw = openState(current);
    if (raw !== null && format.isNewer(raw)) throw newerVersion(key);
    const before = raw === null ? null : format.decode(raw).doc;
    const after = change.decide(before, now);
    if (after === null || (before !== null && after === before)) return null;
    if (raw === null && current !== null) notifyNewRun(current, context);
    const next = format.encode(raw, before, after);
    if (raw !== null && !format.isWritable(raw)) refuseLoss(key, format, raw, next);
    return planPut(change, next, current, context);
  };
}

/** Stamps, settles, redacts and checks the next state; refuses problems that were not there before. */
export function planPut(
  { key, format, event, op, plan, place }: Omit<Change<object>, 'format' | 'decide'> & { readonly format: Format },
  next: JsonObject,
  current: Stored | null,
  context: Context,
): Put {
  const at = context.now().toISOString();
  const previous = openState(current);
  const { value, redacted } = redactNew(format.settle(format.stamp(next, at, context.head)), previous);
  const noted = noteFailure(format, value, at);
  const state = context.prove?.(noted, previous, { format, event, plan }) ?? noted;
  if (redacted.length > 0) context.notify(`redacted a secret at ${redacted.join(', ')}`);
  const options = context.checks ?? defaultChecks;
  const known = new Set(previous === null ? [] : format.check(previous, options).map(problemText));
  const problems = format.check(state, options).filter((problem) => !known.has(problemText(problem)));
  if (problems.length > 0) throw badInput(refOf(key), problems);
  const actor = redactText(context.actor).text;
  const stays: Place = current?.place === 'failed' ? 'failed' : 'live';
  return { expect: current?.revision ?? 0, state, place: place ?? stays, at, actor, event, op };
}

/** Keeps the last failure after a retry, until its unit is complete: the next attempt has to know about it. */
function noteFailure(format: Format, state: JsonObject, at: string): JsonObject {
  const { units, isFinished } = format.overview(state);
  const pawl = isObject(state['pawl']) ? state['pawl'] : {};
  const known = isObject(pawl['failure']) ? pawl['failure'] : null;
  const failed = units.find(({ status, error }) => status === 'failed' && error !== undefined);
  if (failed?.error !== undefined) {
    if (known?.['unit'] === failed.name && known['message'] === failed.error) return state;
    return { ...state, pawl: { ...pawl, failure: { unit: failed.name, message: failed.error, at } } };
  }
  const isOver = isFinished || units.some(({ name, status }) => name === known?.['unit'] && status === 'complete');
  if (known === null || !isOver) return state;
  const { failure: _failure, ...rest } = pawl;
  return { ...state, pawl: rest };
}

const problemText = ({ path, message }: Problem): string => `${path} ${message}`;

/** The document that a change continues; null when there is none, or its run was removed or archived. */
export function openState(current: Stored | null): JsonObject | null {
  return current === null || current.place === 'removed' || current.place === 'archived' ? null : current.state;
}

/** What stands in a list or map of the wrong type is not overwritten by a change: it is repaired first. */
function refuseLoss(key: Key, format: Format, raw: JsonObject, next: JsonObject): void {
  const lost = lostPlaces(raw, next, []);
  const problems = format.check(raw).filter(({ path }) => lost.some((place) => `${place}/`.startsWith(`${path}/`)));
  if (problems.length === 0) return;
  const hint = `\`${pawl`doctor`}\` explains what has drifted. Nothing was changed.`;
  throw badInput(`${refOf(key)} does not fit its format`, problems, hint);
}

/** Where a list or map with something in it became a value of another kind. */
function lostPlaces(before: Json, after: Json, path: readonly string[]): string[] {
  if (typeof before !== 'object' || before === null || Object.keys(before).length === 0) return [];
  if (!isObject(before)) return Array.isArray(after) ? [] : [pointer(...path)];
  if (!isObject(after)) return [pointer(...path)];
  return Object.entries(before).flatMap(([name, member]) =>
    Object.hasOwn(after, name) ? lostPlaces(member, after[name] ?? null, [...path, name]) : [],
  );
}

function notifyNewRun({ key, revision, place }: Stored, { notify }: Context): void {
  if (place !== 'removed') return;
  const ref = refOf(key);
  notify(
    `the file of ${ref} was removed, so this begins a new run; \`${pawl`restore ${ref} ${revision}`}\` brings the old one back`,
  );
}

const defaultDeadlineMs = 10_000;

/** Waits between attempts: longer and longer, with jitter; throws when the deadline has passed. */
function* pauses(key: Key, deadlineMs: number): Generator<number, never> {
  const end = Date.now() + deadlineMs;
  for (let tries = 1; ; tries++) {
    if (Date.now() > end) {
      throw new PawlError('busy', `other writers kept changing ${refOf(key)}`, {
        hint: 'Nothing was changed. Try again.',
      });
    }
    yield Math.random() * Math.min(50, 2 ** Math.min(tries, 6));
  }
}

/** Changes a run; gives the caller's own revision, or the newest one when the plan left everything as it is. */
export async function change(
  store: Store,
  key: Key,
  plan: Plan,
  deadlineMs = defaultDeadlineMs,
): Promise<Stored | null> {
  let current = await store.get(key);
  for (const pause of pauses(key, deadlineMs)) {
    const put = plan(current);
    if (put === null) return current;
    const result = await store.put(key, put);
    if (result.ok) return result.stored;
    await new Promise((resolve) => setTimeout(resolve, pause));
    current = await store.get(key);
  }
  return current;
}

/** The same on a store that answers at once, for the silent facade and for hooks. */
export function changeSync(
  store: Pick<SyncStore, 'get' | 'put'>,
  key: Key,
  plan: Plan,
  deadlineMs = defaultDeadlineMs,
): Stored | null {
  let current = store.get(key);
  for (const pause of pauses(key, deadlineMs)) {
    const put = plan(current);
    if (put === null) return current;
    const result = store.put(key, put);
    if (result.ok) return result.stored;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pause);
    current = store.get(key);
  }
  return current;
}
