// The three families side by side, for code that handles any of them.

import { commandFamily } from '../families/command/index.js';
import type { Family } from '../families/family.js';
import { pipelineFamily } from '../families/pipeline/index.js';
import { resembles } from '../families/repair/resembles.js';
import { workflowFamily } from '../families/workflow/index.js';
import type { JsonObject } from '../rules/json/json.js';
import type { FamilyName } from '../rules/names.js';
import { forAnyDocument } from './documents.js';

export const families: Readonly<Record<FamilyName, Family<JsonObject>>> = {
  command: withDrift(forAnyDocument(commandFamily)),
  pipeline: withDrift(forAnyDocument(pipelineFamily)),
  workflow: withDrift(forAnyDocument(workflowFamily)),
};

/** A family alone knows its format; what files drift to is known beside them. */
function withDrift(family: Family<JsonObject>): Family<JsonObject> {
  return { ...family, resembles: (value, stem) => resembles(family.name, value, stem) };
}
