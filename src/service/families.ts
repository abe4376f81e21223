// The three families side by side, for code that handles any of them.

import { commandFamily } from '../families/command/index.js';
import type { Family } from '../families/family.js';
import { pipelineFamily } from '../families/pipeline/index.js';
import { workflowFamily } from '../families/workflow/index.js';
import type { JsonObject } from '../rules/json.js';
import type { FamilyName } from '../rules/names.js';

/** Families read any document leniently, so their own document type may be forgotten here, and only here. */
function forAnyDocument<Doc extends object>(family: Family<Doc>): Family<JsonObject> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  return family as unknown as Family<JsonObject>;
}

export const families: Readonly<Record<FamilyName, Family<JsonObject>>> = {
  command: forAnyDocument(commandFamily),
  pipeline: forAnyDocument(pipelineFamily),
  workflow: forAnyDocument(workflowFamily),
};

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
