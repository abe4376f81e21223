// What is said when a run is ended although something in it failed.

import { unitsOf } from '../families/command/phases.js';

/**
 * Lists the phases of a command's run that failed.
 * @param document its checkpoint
 * @returns their names
 */
export function failedPhases(document: object): readonly string[] {
  return unitsOf({ ...document }).flatMap(({ name, status }) => (status === 'failed' ? [name] : []));
}

/**
 * Says that a run was ended with phases that failed.
 * @param failed their names
 * @returns a sentence
 */
export function completedAlthough(failed: readonly string[]): string {
  const what = failed.length === 1 ? `phase ${failed[0]} is` : `phases ${failed.join(', ')} are`;
  return `the run is complete although ${what} failed`;
}
