// Tells whether a repair could read none of a run's work: nobody knows then what is done, and nothing is called finished.

import { pawlLine } from './pawl-line.js';
import { PawlError } from '../rules/errors.js';
import { isJsonObject, type JsonObject } from '../rules/json/json.js';
import { type Key, refOf } from '../rules/names.js';

/**
 * Tells whether a run has no units although its file was repaired.
 * @param doc its document
 * @param total how many units it has
 * @returns true when what it was about stands in `pawl.repaired` or in members that nobody could read
 */
export function hasUnreadWork({ pawl }: JsonObject, total: number): boolean {
  const { repaired, doubt } = isJsonObject(pawl) ? pawl : {};
  return total === 0 && (doubt !== undefined || (Array.isArray(repaired) && repaired.length > 0));
}

/**
 * Makes the error about a run that is to be ended, and of which nobody knows what is done.
 * @param key the run
 * @returns the error, which says what is missing
 */
export function unreadWork(key: Key): PawlError {
  const step =
    key.family === 'workflow' ? pawlLine('workflow advance', key) : pawlLine('phase', key, 'NAME', 'complete');
  const message = `nothing of the work of ${refOf(key)} could be read when its file was repaired: nobody knows what is done`;
  const hint = `Look at it (${pawlLine('show', key)} --revision 1), and record what is done first: ${step}`;
  return new PawlError('not-allowed', message, { hint });
}
