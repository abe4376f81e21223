// The change between two documents, as stored in the log: compact, exact, and as cheap as the change is small.

import { PawlError } from '../errors.js';
import { isJsonObject, type Json, type JsonObject, pointerStep, sameJson, stepsOf } from './json.js';

/** A change: members removed, members set, and stretches of arrays replaced. Paths are JSON pointers. */
export interface Patch {
  readonly '-'?: readonly string[];
  readonly '='?: Readonly<Record<string, Json>>;
  /** `[path of the array, index, how many go away, what comes in]` */
  readonly '~'?: readonly (readonly [string, number, number, readonly Json[]])[];
}

/** A change as it is found. What most changes do not have is not made. */
interface Draft {
  removed: string[] | null;
  set: Record<string, Json> | null;
  spliced: [string, number, number, Json[]][] | null;
  isExact: boolean;
}

/** A change, and whether applying it is known to give the document after to the last byte, its order included. */
export interface Difference {
  readonly patch: Patch;
  readonly isExact: boolean;
}

/**
 * Finds the change from one document to another. Shared parts are skipped by identity, so the cost follows the change.
 * @param from the document before
 * @param to the document after
 * @returns the change; an empty object when both are the same
 */
export function diffDocuments(from: JsonObject, to: JsonObject): Patch {
  return differenceOf(from, to).patch;
}

/**
 * Finds the change from one document to another, as `diffDocuments` does, and whether it tells all: a change names no
 * order of members, so that one who applies it may have the same document in another order.
 * @param from the document before
 * @param to the document after
 * @returns the change, and whether applying it surely gives the same bytes
 */
export function differenceOf(from: JsonObject, to: JsonObject): Difference {
  const draft: Draft = { removed: null, set: null, spliced: null, isExact: true };
  diffObjects(from, to, '', draft);
  const patch: { -readonly [Part in keyof Patch]: Patch[Part] } = {};
  if (draft.removed !== null) patch['-'] = draft.removed;
  if (draft.set !== null) patch['='] = draft.set;
  if (draft.spliced !== null) patch['~'] = draft.spliced;
  return { patch, isExact: draft.isExact };
}

function diffObjects(from: JsonObject, to: JsonObject, path: string, draft: Draft): void {
  const names = Object.keys(to);
  noteRemoved(from, to, names, path, draft);
  for (const name of names) {
    const after = to[name];
    if (after === undefined) draft.isExact = false;
    if (after === undefined || from[name] === after) continue; // most members are shared
    const before = Object.hasOwn(from, name) ? from[name] : undefined;
    diffMember(before, after, `${path}/${pointerStep(name)}`, draft);
  }
}

function diffMember(before: Json | undefined, after: Json, place: string, draft: Draft): void {
  if (isJsonObject(before) && isJsonObject(after)) diffObjects(before, after, place, draft);
  else if (Array.isArray(before) && Array.isArray(after)) diffArrays(before, after, place, draft);
  else {
    draft.set ??= {};
    draft.set[place] = after;
  }
}

/** What is set comes in behind what stays: only where that stands first, and in its order, is the order the same. */
function noteRemoved(from: JsonObject, to: JsonObject, names: readonly string[], path: string, draft: Draft): void {
  let stayed = 0;
  for (const name of Object.keys(from)) {
    if (names[stayed] === name) stayed += 1;
    else if (Object.hasOwn(to, name)) draft.isExact = false;
    else {
      draft.removed ??= [];
      draft.removed.push(`${path}/${pointerStep(name)}`);
    }
  }
}

function diffArrays(before: readonly Json[], after: readonly Json[], path: string, draft: Draft): void {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && isKept(before[start], after[start], draft)) start++;
  let end = 0;
  while (end < shorter - start && isKept(before[before.length - 1 - end], after[after.length - 1 - end], draft)) end++;
  if (start === before.length && start === after.length) return;
  draft.spliced ??= [];
  draft.spliced.push([path, start, before.length - end - start, after.slice(start, after.length - end)]);
}

/** An equal item stays as it was, in the order that its members had. */
function isKept(before: Json | undefined, after: Json | undefined, draft: Draft): boolean {
  if (before === after) return true;
  if (!sameJson(before, after)) return false;
  draft.isExact = false;
  return true;
}

/**
 * Applies a change. The given document stays as it is; the result shares what did not change.
 * @param doc the document before
 * @param patch a change made by `diffDocuments` on that document
 * @param fresh objects that nobody else holds: they are changed in place. A caller that applies many changes in a row
 *   passes the same set, so that each part is copied once.
 * @returns the document after
 */
export function applyPatch(doc: JsonObject, patch: Patch, fresh: Set<object> = new Set()): JsonObject {
  const root = thaw(doc, fresh);
  for (const path of patch['-'] ?? []) {
    const [parent, name] = parentOf(root, path, fresh);
    delete parent[name];
  }
  for (const [path, value] of Object.entries(patch['='] ?? {})) {
    const [parent, name] = parentOf(root, path, fresh);
    parent[name] = value;
  }
  for (const [path, index, count, items] of patch['~'] ?? []) {
    const [parent, name] = parentOf(root, path, fresh);
    const list = parent[name];
    if (!Array.isArray(list)) throw misfit(path);
    parent[name] = [...list.slice(0, index), ...items, ...list.slice(index + count)];
  }
  return root;
}

type Mutable = Record<string, Json>;

function thaw(value: JsonObject, fresh: Set<object>): Mutable {
  if (fresh.has(value)) return value;
  const copy: Mutable = { ...value };
  fresh.add(copy);
  return copy;
}

function parentOf(root: Mutable, path: string, fresh: Set<object>): [Mutable, string] {
  const steps = stepsOf(path);
  const last = steps.pop();
  if (last === undefined || last === '__proto__') throw misfit(path);
  let at = root;
  for (const step of steps) {
    const next = Object.hasOwn(at, step) && step !== '__proto__' ? at[step] : undefined;
    if (!isJsonObject(next)) throw misfit(path);
    const copy = thaw(next, fresh);
    at[step] = copy;
    at = copy;
  }
  return [at, last];
}

function misfit(path: string): PawlError {
  return new PawlError('damaged', `a stored change does not fit the document at ${path}`);
}
