// Cleaning up with the limits that are configured.

import { loadConfig } from '../config/load.js';
import type { Workbench } from '../workbench.js';
import { type CleanOptions, type CleanReport, cleanUp } from './clean.js';

/**
 * Cleans up.
 * @param bench the store and the circumstances
 * @param options limits, those of the configuration unless given
 * @returns what was done
 */
export async function cleanAsConfigured(bench: Workbench, options: CleanOptions = {}): Promise<CleanReport> {
  const { retention } = loadConfig(bench.root).values;
  return cleanUp(bench, {
    ...options,
    maxAgeDays: options.maxAgeDays ?? retention.max_age_days,
    failedDays: options.failedDays ?? retention.failed_days,
  });
}
