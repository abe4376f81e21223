// Which runs the ship gate is asked about. Loads nothing else: those who have no time ask this first.

import type { Key } from '../../rules/names.js';

/**
 * Tells whether the gate has to be asked about a run, which takes git.
 * @param key the run
 * @returns true for runs of `ship`
 */
export function isGated(key: Key): boolean {
  return key.family === 'command' && key.command === 'ship';
}
