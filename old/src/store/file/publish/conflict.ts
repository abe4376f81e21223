// A published file in which git left the marks of a merge conflict: its two sides are merged as documents.

import type { JsonObject } from '../../../rules/json/json.js';
import { mergeDocuments } from '../../../rules/json/merge.js';
import { keepBytes } from './aside.js';
import type { Desk } from './desk.js';
import { hasConflictMarks, pathInGit } from './knowledge.js';
import type { Sight } from './judge.js';

/** Both sides in one document. */
export interface MergedSides {
  readonly doc: JsonObject;
  /** Where both changed the same differently: there the side counts that was checked out. */
  readonly clashes: readonly string[];
}

/** Every save changes the first; the others follow from the lists. */
const derived: ReadonlySet<string> = new Set(['/timestamp', '/current_phase', '/status']);

/**
 * Merges the two sides of a conflict that git has not been told the end of. The bytes with the marks are kept aside.
 * @param desk the checkpoint
 * @param sight what stands in the file
 * @returns both sides as one document; null when there are no marks, or git does not have the sides
 */
export function mergeSides(desk: Desk, sight: Sight): MergedSides | null {
  const { key, log, space, view } = desk;
  if (key.family !== 'pipeline' || !hasConflictMarks(sight.bytes)) return null;
  const sides = space.sidesInGit(pathInGit(log));
  const [base, ours, theirs] = sides?.map((bytes) => (bytes === null ? null : desk.parse(bytes))) ?? [];
  if (ours == null || theirs == null) return null;
  keepBytes(desk, sight);
  const { value, conflicts } = mergeDocuments(base ?? {}, ours, theirs);
  return { doc: view.settle(value), clashes: conflicts.filter((path) => !derived.has(path)) };
}
