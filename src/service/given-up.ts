// Whether an unfinished run is over all the same: it failed for good, so that only a person who names it goes on with it.

import { isPawlError } from '../rules/errors.js';
import type { Summary } from '../store/store.js';
import type { Workbench } from './workbench.js';

/**
 * Tells whether a run failed for good. One that was put away after a step of it had failed did not: it is unfinished.
 * @param bench the store and the circumstances
 * @param run the run, as it is listed
 * @returns true when it is no longer offered by itself
 */
export async function isGivenUp(bench: Workbench, { key, place, overview }: Summary): Promise<boolean> {
  // `failed/` holds both; only what happened last tells which it is.
  if (place !== 'failed' || overview.status !== 'failed') return false;
  try {
    return (await bench.store.get(key))?.event.name !== 'archived';
  } catch (error) {
    if (!isPawlError(error)) throw error;
    return true; // one that cannot be read stands in the way of no other
  }
}

/**
 * Leaves out what failed for good.
 * @param bench the store and the circumstances
 * @param runs unfinished runs
 * @returns the others, in their order
 */
export async function withoutGivenUp(bench: Workbench, runs: readonly Summary[]): Promise<readonly Summary[]> {
  const over = await Promise.all(runs.map((run) => isGivenUp(bench, run)));
  return runs.filter((_run, index) => over[index] !== true);
}
