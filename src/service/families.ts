// The three families side by side, for code that handles any of them.

import { commandFamily } from '../families/command/index.js';
import type { Family } from '../families/family.js';
import { pipelineFamily } from '../families/pipeline/index.js';
import { workflowFamily } from '../families/workflow/index.js';
import type { JsonObject } from '../rules/json.js';
import type { FamilyName } from '../rules/names.js';

/** Families read any document leniently, so their own document type may be forgotten here, and only here. */
function forAnyDocument<Doc extends object>(family: Family<Doc>): Family<JsonObject> {
  return family as unknown as Family<JsonObject>;
}

export const families: Readonly<Record<FamilyName, Family<JsonObject>>> = {
  command: forAnyDocument(commandFamily),
  pipeline: forAnyDocument(pipelineFamily),
  workflow: forAnyDocument(workflowFamily),
};
