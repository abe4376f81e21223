// Whether a workflow that obeys the format says otherwise elsewhere: a failed phase among the finished, an error that is
// not the last one, something open in a run that is called complete.

import { isJsonObject, type Json } from '../../../rules/json/json.js';
import { copyMutable } from '../../../rules/json/mutable.js';
import { isNoError } from '../../workflow/resume.js';
import { Draft } from '../draft.js';
import { phaseStatus } from './listing.js';
import { outlineOf } from './outline.js';
import { openPlace } from './status.js';
import { troubleIn } from './trouble.js';

/**
 * Tells whether a valid document says two things. Its state is not looked at: agents keep what they like there.
 * @param document the document
 * @returns true when a phase that counts as done failed, when something is wrong that `last_error` does not tell, or when
 * the run is complete beside something open
 */
export function workflowContradicts(document: Json): boolean {
  if (!isJsonObject(document) || document['status'] === 'abandoned') return false;
  const { completed_phases: done, last_error: error, pawl } = document;
  if (error !== null && !(typeof error === 'string' && isNoError(error))) return false;
  // What was met and left behind is told there.
  if (isJsonObject(pawl) && Array.isArray(pawl['errors'])) return false;
  const draft = new Draft(copyMutable(document));
  const outline = outlineOf(draft);
  const isFailed = outline.phases.some((phase, index) => {
    const status = Array.isArray(done) && done.includes(index + 1) ? phaseStatus(phase) : null;
    return status === 'failed' || status === 'blocked';
  });
  if (isFailed || troubleIn(draft, outline, false) !== null) return true;
  return document['status'] === 'complete' && openPlace(draft, false) !== null;
}
