// Where a family's own document type meets plain JSON. The only casts between the two are here.

import type { PhaseBook } from '../families/durable/phase-book.js';
import type { Family } from '../families/family.js';
import type { Fields } from '../rules/fields.js';
import type { JsonObject } from '../rules/json/json.js';

/**
 * Takes a family as one for any document. Families read leniently, so their own document type may be forgotten.
 * @param family the family
 * @returns the same object
 */
export function forAnyDocument<Doc extends object>(family: Family<Doc>): Family<JsonObject> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  return family as unknown as Family<JsonObject>;
}

/**
 * Takes a family's book of phases as one for any document, as {@link forAnyDocument} does.
 * @param book the book
 * @returns the same object
 */
export function bookForAny<Doc extends Fields>(book: PhaseBook<Doc>): PhaseBook<JsonObject> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  return book as unknown as PhaseBook<JsonObject>;
}

/**
 * Takes a family's document as plain JSON, which it is: the families' interfaces only say more about it.
 * @param doc a document that a transition made
 * @returns the same object
 */
export function asState(doc: object): JsonObject {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  return doc as unknown as JsonObject;
}

/**
 * Takes a stored state as a family's document. Families read leniently: a drifted file may lack what its type promises.
 * @param state a stored state of that family
 * @returns the same object
 */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller names the family's type
export function asDocument<Doc extends object>(state: JsonObject): Doc {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  return state as unknown as Doc;
}
