// One rule for edits and whole saves: a document that came from some revision is merged onto the newest one. Pure.

import type { JsonObject } from '../base/json.js';
import { mergeDocuments } from '../base/merge.js';
import type { Format } from './format.js';

export interface Reconciled {
  readonly state: JsonObject;
  /** Places where the given document and the newest revision disagree; the given values stand there. */
  readonly conflicts: readonly string[];
}

/**
 * Merges a document onto the newest revision, per unit and member.
 * @param format the family's format
 * @param given the document, as somebody edited or saved it
 * @param base the revision that it came from; null when that is unknown, and then nothing is removed
 * @param newest the newest revision
 */
export function reconcile(format: Format, given: JsonObject, base: JsonObject | null, newest: JsonObject): Reconciled {
  const { value, conflicts } = mergeDocuments(base ?? {}, given, newest);
  const isDerived = (place: string): boolean =>
    format.derived.some((one) => place === one || place.startsWith(`${one}/`));
  return { state: format.settle(value), conflicts: conflicts.filter((place) => !isDerived(place)) };
}
