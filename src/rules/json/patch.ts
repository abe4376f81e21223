// The change between two documents, as stored in the log: compact, exact, and as cheap as the change is small.

import { PawlError } from '../errors.js';
import { type Json, type JsonObject, isJsonObject, pointerStep, sameJson } from './json.js';

/** A change: members removed, members set, and stretches of arrays replaced. Paths are JSON pointers. */
export interface Patch {
  readonly '-'?: readonly string[];
  readonly '='?: Readonly<Record<string, Json>>;
  /** `[path of the array, index, how many go away, what comes in]` */
  readonly '~'?: readonly (readonly [string, number, number, readonly Json[]])[];
}

interface Draft {
  removed: string[];
  set: Record<string, Json>;
  spliced: [string, number, number, Json[]][];
}

/**
 * Finds the change from one document to another. Shared parts are skipped by identity, so the cost follows the change.
 * @param from the document before
 * @param to the document after
 * @returns the change; an empty object when both are the same
 */
export function diffDocuments(from: JsonObject, to: JsonObject): Patch {
  const draft: Draft = { removed: [], set: {}, spliced: [] };
  diffObjects(from, to, '', draft);
  return {
    ...(draft.removed.length > 0 ? { '-': draft.removed } : {}),
    ...(Object.keys(draft.set).length > 0 ? { '=': draft.set } : {}),
    ...(draft.spliced.length > 0 ? { '~': draft.spliced } : {}),
  };
}

function diffObjects(from: JsonObject, to: JsonObject, path: string, draft: Draft): void {
  for (const name of Object.keys(from)) {
    if (!Object.hasOwn(to, name)) draft.removed.push(`${path}/${pointerStep(name)}`);
  }
  for (const name of Object.keys(to)) {
    const after = to[name];
    if (after === undefined || from[name] === after) continue; // most members are shared
    const before = Object.hasOwn(from, name) ? from[name] : undefined;
    const place = `${path}/${pointerStep(name)}`;
    if (isJsonObject(before) && isJsonObject(after)) diffObjects(before, after, place, draft);
    else if (Array.isArray(before) && Array.isArray(after)) diffArrays(before, after, place, draft);
    else draft.set[place] = after;
  }
}

function diffArrays(before: readonly Json[], after: readonly Json[], path: string, draft: Draft): void {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && sameJson(before[start], after[start])) start++;
  let end = 0;
  while (end < shorter - start && sameJson(before[before.length - 1 - end], after[after.length - 1 - end])) end++;
  if (start === before.length && start === after.length) return;
  draft.spliced.push([path, start, before.length - end - start, after.slice(start, after.length - end)]);
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
  const steps = path.split('/');
  const last = unescape(steps.at(-1) ?? '');
  if (steps.length < 2 || last === '__proto__') throw misfit(path);
  let at = root;
  for (let i = 1; i < steps.length - 1; i++) {
    const step = unescape(steps[i] ?? '');
    const next = Object.hasOwn(at, step) && step !== '__proto__' ? at[step] : undefined;
    if (!isJsonObject(next)) throw misfit(path);
    const copy = thaw(next, fresh);
    at[step] = copy;
    at = copy;
  }
  return [at, last];
}

function unescape(step: string): string {
  return step.includes('~') ? step.replaceAll('~1', '/').replaceAll('~0', '~') : step;
}

function misfit(path: string): PawlError {
  return new PawlError('damaged', `a stored change does not fit the document at ${path}`);
}
