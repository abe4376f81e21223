// What the three groups of operations share: the store, and who changes what when.

import { isPawlError } from '../rules/errors.js';
import type { JsonObject } from '../rules/json/json.js';
import { type FamilyName, type Key, refOf } from '../rules/names.js';
import type { Family } from '../families/family.js';
import { type Plan, change } from './change.js';
import type { Holder } from './lease/holder.js';
import { plainInput } from './input.js';
import { isRivalOf, planSave, type SaveOptions, soleBase } from './save.js';
import type { Store, Stored } from '../store/store.js';
import { type Checkpoint, type Saved, toCheckpoint } from './checkpoint.js';
import { changeOnEvidence } from './pipeline/hold-open.js';
import { changeWithPlan } from './pipeline/with-plan.js';
import { notFoundNear } from './refs.js';

/** How a single change is made. */
export interface WriteOptions {
  /** The revision that must be the newest; another one is a `conflict`. */
  readonly expect?: number;
  /** The same op id twice counts once: a retry after an unclear answer is harmless. */
  readonly opId?: string;
}

/** The families that a caller works with; a program that knows one only starts faster. */
export type Families = Readonly<Partial<Record<FamilyName, Family<JsonObject>>>>;

/** The store and the circumstances of its changes. */
export interface Workbench {
  /** Where the project's own files are; paths in checkpoints begin here. */
  readonly root: string;
  readonly store: Store;
  readonly families: Families;
  readonly actor: string;
  readonly clock: () => number;
  readonly head: () => string | null;
  /** The branch that is checked out; null when none is. */
  readonly branch: () => string | null;
  /** The project's root in the working tree that the caller works in: what is shipped stands there. */
  readonly here: () => string;
  readonly idPattern: RegExp | undefined;
  /** How many words a new context summary may have, where that is fewer than the format allows. */
  readonly summaryTokens?: number | undefined;
  readonly deadlineMs: number | undefined;
  /** Takes a remark for the one who called: what could not be found out, and was no reason to stop. */
  readonly remark?: ((text: string) => void) | undefined;
  /** The agent's session that the project was opened for: who asks, wherever that matters. */
  readonly session?: string | undefined;
  /** Notes who works on a run that was just saved; gives who else does. */
  readonly noteSaved?: ((stored: Stored) => Promise<Holder | null>) | undefined;
}

/**
 * Gives the family of a checkpoint.
 * @param bench the store and the circumstances
 * @param key the checkpoint
 * @returns its family
 */
export function familyOf(bench: Workbench, key: Key): Family<JsonObject> {
  const family = bench.families[key.family];
  if (family === undefined) throw new TypeError(`this workbench was opened without the family ${key.family}`);
  return family;
}

/**
 * Makes a change and presents the result.
 * @param bench the store and the circumstances
 * @param key the checkpoint
 * @param plan the step
 * @param options expectations of the caller
 * @returns the stored checkpoint
 */
export async function write<Doc extends object>(
  bench: Workbench,
  key: Key,
  plan: Plan,
  options: WriteOptions = {},
): Promise<Saved<Doc>> {
  const { actor, clock, idPattern, summaryTokens, deadlineMs } = bench;
  const { expect, opId } = options;
  const family = familyOf(bench, key);
  try {
    const how = { family, actor, clock, idPattern, summaryTokens, deadlineMs, expect, opId };
    const made = await changeWithPlan(bench, key, plan, (step) =>
      changeOnEvidence(bench, key, step, (one) => change(bench.store, key, one, how)),
    );
    const { stored, redacted, repeated } = made;
    const saved = { ...toCheckpoint<Doc>(stored), redacted, repeated };
    return bench.noteSaved === undefined ? saved : { ...saved, heldBy: await bench.noteSaved(made.stored) };
  } catch (error) {
    if (!isPawlError(error, 'not-found')) throw error;
    throw await notFoundNear(bench.store, refOf(key), error.hint ?? '');
  }
}

/**
 * Saves a whole document.
 * @param bench the store and the circumstances
 * @param key the checkpoint
 * @param document the document
 * @param options expectations of the caller; without `expect` the document is merged with what others saved since
 * @returns the stored checkpoint
 */
export async function save<Doc extends object>(
  bench: Workbench,
  key: Key,
  document: object,
  options: WriteOptions = {},
): Promise<Saved<Doc>> {
  const doc = plainInput(refOf(key), document);
  const base = options.expect === undefined ? await findBase(bench, key, doc) : { base: null };
  const plan = planSave(key, doc, {
    family: familyOf(bench, key),
    head: bench.head(),
    ...base,
    replace: options.expect !== undefined,
    idPattern: bench.idPattern,
    summaryTokens: bench.summaryTokens,
  });
  return write<Doc>(bench, key, plan, options);
}

/** Finds the state that a document was made from, by its own change time. */
async function findBase(bench: Workbench, key: Key, doc: JsonObject): Promise<Pick<SaveOptions, 'base' | 'rival'>> {
  const family = familyOf(bench, key);
  const stamp = family.stampOf(doc);
  if (stamp === null) return { base: null };
  const sole = soleBase(await bench.store.get(key), family, stamp);
  if (sole !== null) return { base: sole };
  const base = (await bench.store.find(key, (state) => family.stampOf(state) === stamp))?.state ?? null;
  const rival = base === null ? null : await bench.store.find(key, isRivalOf(base, family));
  return { base, rival: rival?.state ?? null };
}

/**
 * Reads the newest revision, whatever its place.
 * @param store the store
 * @param key the checkpoint
 * @returns the revision; throws `not-found` when there is none
 */
export async function readNewest(store: Store, key: Key): Promise<Stored> {
  const stored = await store.get(key);
  if (stored === null) throw await notFoundNear(store, refOf(key), 'project.list() shows what is there.');
  return stored;
}

/**
 * Loads a checkpoint that is in use (live or failed).
 * @param store the store
 * @param key the checkpoint
 * @returns the checkpoint, or null
 */
export async function load<Doc extends object>(store: Store, key: Key): Promise<Checkpoint<Doc> | null> {
  const stored = await store.get(key);
  return stored === null || stored.place === 'archived' || stored.place === 'removed'
    ? null
    : toCheckpoint<Doc>(stored);
}
