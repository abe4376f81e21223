// The change between two documents, as a log stores it: compact, exact, and as cheap as the change is small.

import { PawlError } from './errors.js';
import { type Json, type JsonObject, isObject, pointer, sameJson, stepsOf } from './json.js';

/** Members removed, members set, and stretches of lists replaced. Paths are JSON pointers. */
export interface Patch {
  readonly '-'?: readonly string[];
  readonly '='?: Readonly<Record<string, Json>>;
  /** `[path of the list, index, how many go away, what comes in]` */
  readonly '~'?: readonly (readonly [string, number, number, readonly Json[]])[];
}

interface Draft {
  removed: string[];
  set: Record<string, Json>;
  spliced: [string, number, number, readonly Json[]][];
}

/** Finds the change from one document to another; shared parts are skipped by identity. */
export function diffDocuments(from: JsonObject, to: JsonObject): Patch {
  const draft: Draft = { removed: [], set: {}, spliced: [] };
  diffObjects(from, to, [], draft);
  return {
    ...(draft.removed.length > 0 ? { '-': draft.removed } : {}),
    ...(Object.keys(draft.set).length > 0 ? { '=': draft.set } : {}),
    ...(draft.spliced.length > 0 ? { '~': draft.spliced } : {}),
  };
}

function diffObjects(from: JsonObject, to: JsonObject, path: readonly string[], draft: Draft): void {
  for (const name of Object.keys(from)) if (!Object.hasOwn(to, name)) draft.removed.push(pointer(...path, name));
  for (const [name, after] of Object.entries(to)) {
    const before = Object.hasOwn(from, name) ? from[name] : undefined;
    if (before === after) continue;
    const place = [...path, name];
    if (isObject(before) && isObject(after)) diffObjects(before, after, place, draft);
    else if (Array.isArray(before) && Array.isArray(after)) diffLists(before, after, pointer(...place), draft);
    else draft.set[pointer(...place)] = after;
  }
}

function diffLists(before: readonly Json[], after: readonly Json[], path: string, draft: Draft): void {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && sameJson(before[start], after[start])) start++;
  let end = 0;
  while (end < shorter - start && sameJson(before.at(-1 - end), after.at(-1 - end))) end++;
  const gone = before.length - end - start;
  const come = after.slice(start, after.length - end);
  if (gone > 0 || come.length > 0) draft.spliced.push([path, start, gone, come]);
}

/** Applies a change. The given document stays as it is; the result shares what did not change. */
export function applyPatch(doc: JsonObject, patch: Patch): JsonObject {
  const fresh = new Set<object>();
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

/** Copies an object once, so that it can be changed in place. */
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
    if (!isObject(next)) throw misfit(path);
    at = at[step] = thaw(next, fresh);
  }
  return [at, last];
}

function misfit(path: string): PawlError {
  return new PawlError('damaged', `a stored change does not fit the document at ${path}`);
}
