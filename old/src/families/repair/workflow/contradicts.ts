// Whether a workflow that obeys the format says otherwise elsewhere: a failed phase among the finished, an error that is
// not the last one, something open in a run that is called complete.

import { isJsonObject, type Json } from '../../../rules/json/json.js';
import { copyMutable } from '../../../rules/json/mutable.js';
import { completedPhases } from '../../workflow/progress.js';
import { isNoError } from '../../workflow/resume.js';
import { Draft } from '../draft.js';
import { outlineOf } from './outline.js';
import { openAmong } from './progress.js';
import { openPlace } from './status.js';
import { stuckIn, troubleIn } from './trouble.js';

/**
 * Tells whether a valid document says two things. Its state is not looked at: agents keep what they like there.
 * @param document the document
 * @returns true when a phase that counts as done failed, when something is wrong that `last_error` does not tell, or when
 * the run is complete beside something open
 */
export function workflowContradicts(document: Json): boolean {
  if (!isJsonObject(document) || document['status'] === 'abandoned') return false;
  const { last_error: error, pawl } = document;
  if (error !== null && !(typeof error === 'string' && isNoError(error))) return false;
  // What was met and left behind is told there.
  if (isJsonObject(pawl) && (Array.isArray(pawl['errors']) || pawl['doubt'] !== undefined)) return false;
  const draft = new Draft(copyMutable(document));
  const outline = outlineOf(draft);
  const numbers = completedPhases(document);
  if (openAmong(numbers, outline).size > 0) return true;
  if (troubleIn(draft, outline, false) !== null || stuckIn(outline) !== null) return true;
  return numbers.length === document['total_phases'] && openPlace(draft, false) !== null;
}
