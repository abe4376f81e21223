// The look at a pipeline's results before it becomes complete. A part of its own: few steps complete a run.

import { heldOpen, type PipelineCheckpoint } from '../../../families/pipeline/index.js';
import type { JsonObject } from '../../../rules/json/json.js';
import { asDocument, asState } from '../../documents.js';
import type { Workbench } from '../../workbench.js';
import { stalenessOf } from '../staleness.js';

/**
 * Looks whether the results of a run hold.
 * @param bench the project
 * @param state the run, complete
 * @returns gives the run as it is to be stored: complete when they hold, else open
 */
export async function openUnlessHeld(
  bench: Workbench,
  state: JsonObject,
): Promise<(complete: JsonObject) => JsonObject> {
  // What was only claimed was told when it was: a run may be complete on claims, and not on what is known to have changed.
  const { results } = await stalenessOf(bench, state, false);
  if (results.length === 0) return (complete) => complete;
  return (complete) => asState(heldOpen(asDocument<PipelineCheckpoint>(complete)));
}
