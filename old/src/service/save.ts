// Saving a whole checkpoint: defaults are filled in, and what others saved since the document was loaded is kept.

import { PawlError, type Problem, badInput } from '../rules/errors.js';
import { inWords } from '../rules/fields.js';
import { type JsonObject, sameJson } from '../rules/json/json.js';
import { mergeDocuments } from '../rules/json/merge.js';
import { memberIn } from '../rules/json/read-member.js';
import { type Key, refOf } from '../rules/names.js';
import type { Family } from '../families/family.js';
import type { Stored } from '../store/store.js';
import type { Plan } from './change.js';

export interface SaveOptions {
  readonly family: Family<JsonObject>;
  /** HEAD at this moment, for command checkpoints. */
  readonly head: string | null;
  /** The state that the caller's document was made from; null when that is unknown. */
  readonly base: JsonObject | null;
  /** Another state that it may have been made from; `base` is the older one, as what came later counts as others' work. */
  readonly rival?: JsonObject | null;
  /** Set when the caller named the revision it expects: the document then replaces what is there. */
  readonly replace?: boolean;
  /** Which pipeline ids are accepted. */
  readonly idPattern?: RegExp | undefined;
  /** How many words a new context summary may have, where that is fewer than the format allows. */
  readonly summaryTokens?: number | undefined;
}

/**
 * Gives what a document was made from, where its change time alone tells.
 * @param newest the newest revision
 * @param family its family
 * @param stamp the document's change time
 * @returns the newest state; null when it has another time, or older revisions may have the same one
 */
export function soleBase(newest: Stored | null, family: Family<JsonObject>, stamp: string): JsonObject | null {
  if (newest === null || family.stampOf(newest.state) !== stamp) return null;
  return newest.event.name === 'edited' || newest.event.name === 'switched' ? null : newest.state;
}

/**
 * Makes the test for another state of the same change time: what was edited by hand keeps that of what it was made from.
 * @param base the oldest state of that time
 * @param family its family
 * @returns tells whether a state is a rival of the base
 */
export function isRivalOf(base: JsonObject, family: Family<JsonObject>): (state: JsonObject) => boolean {
  const stamp = family.stampOf(base);
  return (state) => family.stampOf(state) === stamp && !sameJson(state, base);
}

/** Places that follow from others, or that every save changes: no clash there matters. */
const derived =
  /^\/(?:updated_at|head_commit|started_at|timestamp|state\/(?:current_phase|current_task)|phases\/[^/]+\/(?:updated_at|started_at)|current_phase)$/;

/**
 * Plans the save of a whole document. Whatever another writer stored since the document's base is merged unit by unit,
 * and a unit that both changed differently refuses the save: no update is dropped silently.
 * @param key the checkpoint
 * @param doc the document, plain
 * @param options what is known besides
 * @returns the plan
 */
export function planSave(key: Key, doc: JsonObject, options: SaveOptions): Plan {
  return (before, now, current) => {
    const { family } = options;
    const complete = fillIn(key, doc, before, now, options.head);
    refuseProblems(key, options, doc, complete, before);
    if (before === null || options.replace === true || options.base === before) {
      return { state: family.stamp(family.settle(complete), now), event: { name: 'saved' } };
    }
    if (options.base === null) {
      const { finished, status } = family.overview(before);
      // What waits for its run, e.g. a verdict on what may be shipped, is not over.
      if (finished && status !== 'pending')
        return { state: family.stamp(family.settle(complete), now), event: { name: 'saved' } };
      throw baseless(key, current);
    }
    const merged = mergeDocuments(options.base, complete, before);
    const { rival = null } = options;
    if (rival !== null && !sameJson(merged.value, mergeDocuments(rival, complete, before).value)) {
      throw ambiguous(key, current);
    }
    const clashes = merged.conflicts.filter((path) => !derived.test(path));
    if (clashes.length > 0) throw clash(key, clashes, current);
    const state = family.stamp(family.settle(merged.value), now);
    return { state, event: { name: 'saved', args: { merged_with: current?.revision ?? 0 } } };
  };
}

/** What is wrong with the document itself is said before anything about others. */
function refuseProblems(
  key: Key,
  options: SaveOptions,
  given: JsonObject,
  complete: JsonObject,
  before: JsonObject | null,
): void {
  const { family } = options;
  const names = otherNames(key, given);
  const settled = family.check(family.settle(complete), options);
  const isTold = settled.some(({ path }) => path === phasePath(key));
  const types = isTold || !hasWrongPhase(key, complete) ? [] : family.check(complete, options);
  const found = [...types.filter(({ path }) => path === phasePath(key)), ...settled];
  if (names.length + found.length === 0) return;
  // A file that was found under another name than its own keeps it.
  const known = before === null ? [] : [...otherNames(key, before), ...family.check(before, options)];
  const isKnown = (problem: Problem): boolean =>
    known.some((one) => one.path === problem.path && one.message === problem.message);
  const problems = [
    ...names.filter((one) => !isKnown(one)),
    ...found.filter((one) => !isKnown(one) && !names.some(({ path }) => path === one.path)),
  ];
  if (problems.length > 0) throw badInput(refOf(key), problems);
}

const phasePath = ({ family }: Key): string => (family === 'command' ? '/state/current_phase' : '/current_phase');

/** The current phase follows from the others, whatever stands there: what can be none is told before it is replaced. */
function hasWrongPhase({ family }: Key, doc: JsonObject): boolean {
  const holder = family === 'command' ? doc['state'] : doc;
  const phase = memberIn(holder, 'current_phase');
  if (phase === undefined) return false;
  return family === 'command' ? phase !== null && typeof phase !== 'string' : typeof phase !== 'number';
}

/** Without a base nobody can tell what the document changes and what it only lacks. */
function baseless(key: Key, current: Stored | null): PawlError {
  const by = current === null ? '' : ` (revision ${current.revision} by ${current.actor})`;
  const message = `${refOf(key)} is under way${by}, and this document does not tell which revision it was made from`;
  return new PawlError('conflict', message, {
    hint: 'Load the checkpoint, change what you loaded and save that; or complete the run before you begin another.',
    data: { revision: current?.revision ?? 0 },
  });
}

/** Whether it takes the edit back, or was made before it, changes what it means. */
function ambiguous(key: Key, current: Stored | null): PawlError {
  const message = `${refOf(key)} was edited by hand meanwhile, and nobody can tell whether this document was made before or after that`;
  return new PawlError('conflict', message, {
    hint: 'Load the checkpoint, change what you loaded and save that very object; or name the revision that it replaces (expect).',
    data: { revision: current?.revision ?? 0 },
  });
}

function clash(key: Key, paths: readonly string[], current: Stored | null): PawlError {
  const by = current === null ? '' : ` (revision ${current.revision} by ${current.actor})`;
  return new PawlError(
    'conflict',
    `${refOf(key)} was saved by someone else meanwhile${by}, and both changed ${paths.join(', ')}`,
    {
      hint: 'Load it again, apply your change to what is there, and save.',
      data: { paths, revision: current?.revision ?? 0 },
    },
  );
}

function fillIn(key: Key, doc: JsonObject, before: JsonObject | null, now: string, head: string | null): JsonObject {
  if (key.family !== 'command') return doc;
  const started = before?.['started_at'];
  return {
    command: key.command,
    feature: key.feature,
    version: 1,
    head_commit: null,
    started_at: typeof started === 'string' ? started : now,
    updated_at: now,
    ...doc,
    ...(key.feature !== null && doc['feature'] == null ? { feature: key.feature } : {}),
    // A document without a repository keeps the commit that it names.
    ...(head === null ? {} : { head_commit: head }),
  };
}

/** A document that names another checkpoint is a mistake of the caller. */
function otherNames(key: Key, doc: JsonObject): readonly Problem[] {
  const wanted: Readonly<Record<string, string | null>> =
    key.family === 'command'
      ? { command: key.command, ...(key.feature === null ? {} : { feature: key.feature }) }
      : { [key.family === 'pipeline' ? 'prd' : 'checkpoint_id']: key.id };
  return Object.entries(wanted).flatMap(([member, name]): readonly Problem[] => {
    const said = doc[member];
    if (said === undefined || said === name || (member === 'feature' && said === null)) return [];
    const message = `is ${inWords(said)}, but the checkpoint is ${refOf(key)}`;
    return [{ path: `/${member}`, message, fix: `write ${JSON.stringify(name)}` }];
  });
}
