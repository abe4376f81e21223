// Leaves out the unfinished runs that are over all the same: they failed for good, and only a person who names one goes on.

import { isPawlError } from '../rules/errors.js';
import type { Summary } from '../store/store.js';
import { isGivenUp, mayBeGivenUp } from './resume/choose-run.js';
import type { Workbench } from './workbench.js';

/**
 * Leaves out what failed for good.
 * @param bench the store and the circumstances
 * @param runs unfinished runs
 * @returns the others, in their order
 */
export async function withoutGivenUp(bench: Workbench, runs: readonly Summary[]): Promise<readonly Summary[]> {
  const over = await Promise.all(runs.map(async (run) => mayBeGivenUp(run) && (await isOver(bench, run))));
  return runs.filter((_run, index) => over[index] !== true);
}

async function isOver({ store }: Workbench, run: Summary): Promise<boolean> {
  try {
    return isGivenUp(run, (await store.get(run.key))?.event.name);
  } catch (error) {
    if (!isPawlError(error)) throw error;
    return true; // one that cannot be read stands in the way of no other
  }
}
