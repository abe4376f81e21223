// Work at a workbench that is opened for it as the configuration says, and closed in any case: the one way for whatever
// opens a project by itself.

import { openSettings } from './config/open-settings.js';
import { type BenchOptions, openBench } from './open-bench.js';
import type { Workbench } from './workbench.js';

/** Looking for leftovers of killed processes costs a short call 0.7 ms: one in so many does it for all. */
const sweepEvery = 20;

/**
 * Opens a project, works in it and closes it.
 * @param options root and families; what the configuration says goes before the rest, `sweep` is left to chance unless given
 * @param work what is done
 * @returns what the work gives
 */
export async function withOpenBench<T>(options: BenchOptions, work: (bench: Workbench) => Promise<T>): Promise<T> {
  const bench = openBench({ sweep: Math.random() < 1 / sweepEvery, ...options, ...openSettings(options.root) });
  try {
    return await work(bench);
  } finally {
    await bench.store.close();
  }
}
