// Which revision an edit by hand was made from. An edit keeps the change time of what it was made from, so that several
// revisions may have one: then what the edited document has of them tells. Pure.

import { type JsonObject, sameJson, valueAt } from '../../../rules/json/json.js';
import { mergeDocuments } from '../../../rules/json/merge.js';
import { diffDocuments } from '../../../rules/json/patch.js';

/** What came of an edit. */
export interface MergedEdit {
  readonly state: JsonObject;
  /** Where both changed the same: there the editor's value counts. */
  readonly conflicts: readonly string[];
  /** What earlier edits had brought, and this one lacks: it was kept, or taken back; null when that is in no doubt. */
  readonly doubt: { readonly paths: readonly string[]; readonly isKept: boolean } | null;
}

/**
 * Merges an edit with the newest state.
 * @param doc the document as it was edited
 * @param seen the states that the editor may have seen, oldest first; at least one
 * @param newest the newest state
 * @param isOfNewest whether the file's layout speaks for the last of them
 * @returns the merged document
 */
export function mergeFrom(
  doc: JsonObject,
  seen: readonly [JsonObject, ...JsonObject[]],
  newest: JsonObject,
  isOfNewest: boolean,
): MergedEdit {
  const last = seen.at(-1) ?? seen[0];
  const all = seen.map((one) => mergeDocuments(one, doc, newest));
  const isSure = all.every(({ value }) => sameJson(value, all[0]?.value));
  const base = isSure || isOfNewest ? last : likeliest(doc, seen);
  const { value, conflicts } = mergeDocuments(base, doc, newest);
  const state = base === newest ? doc : value;
  const rival = all.find((one) => !sameJson(one.value, value))?.value;
  if (rival === undefined) return { state, conflicts, doubt: null };
  return { state, conflicts, doubt: { paths: changedPaths(value, rival), isKept: base !== last } };
}

/** Who has most of what a later state brought has seen it. Who has little of it has not: to keep it loses nothing. */
function likeliest(doc: JsonObject, seen: readonly [JsonObject, ...JsonObject[]]): JsonObject {
  for (let i = seen.length - 1; i > 0; i--) {
    const [before, after] = [seen[i - 1], seen[i]];
    if (before === undefined || after === undefined) continue;
    const changed = changedPaths(before, after);
    const had = changed.filter((path) => sameJson(valueAt(doc, path), valueAt(after, path)));
    if (had.length * 2 > changed.length) return after;
  }
  return seen[0];
}

function changedPaths(from: JsonObject, to: JsonObject): string[] {
  const { '-': removed = [], '=': set = {}, '~': spliced = [] } = diffDocuments(from, to);
  return [...new Set([...removed, ...Object.keys(set), ...spliced.map(([path]) => path)])];
}
