// Whether the next step of a run would be taken, or refused for the form of its document. Pure.

import { hasWorkableShape } from '../../../families/command/phases.js';
import { hasWorkableLists } from '../../../families/pipeline/workable.js';
import type { Problem } from '../../../rules/errors.js';
import type { JsonObject } from '../../../rules/json/json.js';
import type { FamilyName } from '../../../rules/names.js';

/**
 * Tells whether a run takes steps as it is.
 * @param family its family
 * @param doc its document
 * @param problems what is wrong with it
 * @returns false when it has to be mended first: a workflow takes no step before it is whole
 */
export function takesSteps(family: FamilyName, doc: JsonObject, problems: readonly Problem[]): boolean {
  if (problems.length === 0 || family === 'workflow') return problems.length === 0;
  return family === 'command' ? hasWorkableShape(doc) : hasWorkableLists(doc);
}
