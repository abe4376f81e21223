// The change between two documents as a JSON Patch (RFC 6902), for programs that know that standard and not our own form.

import { type Json, type JsonObject, pointer, valueAt } from './json.js';
import { diffDocuments } from './patch.js';

/** One operation of a JSON Patch; paths are JSON pointers (RFC 6901). */
export type PatchOperation =
  | { readonly op: 'add' | 'replace'; readonly path: string; readonly value: Json }
  | { readonly op: 'remove'; readonly path: string };

/**
 * Writes the change from one document to another as a JSON Patch.
 * @param from the document before
 * @param to the document after
 * @returns the operations, to be applied in order; none when both are the same
 */
export function toJsonPatch(from: JsonObject, to: JsonObject): PatchOperation[] {
  const patch = diffDocuments(from, to);
  const operations: PatchOperation[] = (patch['-'] ?? []).map((path) => ({ op: 'remove', path }));
  for (const [path, value] of Object.entries(patch['='] ?? {})) {
    operations.push({ op: valueAt(from, path) !== undefined ? 'replace' : 'add', path, value });
  }
  // Arrays are compared in place, never inside one another, so no stretch moves the indexes of another.
  for (const [path, index, removed, items] of patch['~'] ?? [])
    operations.push(...stretch(path, index, removed, items));
  return operations;
}

/** Entries are replaced as far as both stretches go; then the rest comes in from the front, or goes from the end. */
function* stretch(path: string, index: number, removed: number, items: readonly Json[]): Generator<PatchOperation> {
  for (const [offset, value] of items.entries()) {
    yield { op: offset < removed ? 'replace' : 'add', path: `${path}${pointer(index + offset)}`, value };
  }
  for (let offset = removed - 1; offset >= items.length; offset--) {
    yield { op: 'remove', path: `${path}${pointer(index + offset)}` };
  }
}
