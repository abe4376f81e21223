// Opens a project's workbench for all three families.

import { families } from './families.js';
import { type BenchOptions, openBench } from './open-bench.js';
import type { Workbench } from './workbench.js';

export type WorkbenchOptions = Omit<BenchOptions, 'families'>;

/**
 * Opens a workbench.
 * @param options the root; everything else has a default
 * @returns the workbench; close its store when done
 */
export function openWorkbench(options: WorkbenchOptions): Workbench {
  return openBench({ ...options, families });
}
