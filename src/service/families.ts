// The three families side by side, for code that handles any of them.

import { commandFamily } from '../families/command/index.js';
import type { Family } from '../families/family.js';
import { pipelineFamily } from '../families/pipeline/index.js';
import { workflowFamily } from '../families/workflow/index.js';
import type { JsonObject } from '../rules/json/json.js';
import type { FamilyName } from '../rules/names.js';
import { forAnyDocument } from './documents.js';

export const families: Readonly<Record<FamilyName, Family<JsonObject>>> = {
  command: forAnyDocument(commandFamily),
  pipeline: forAnyDocument(pipelineFamily),
  workflow: forAnyDocument(workflowFamily),
};
