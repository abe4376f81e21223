// The daily clean-up beside another command or hook.

import { loadConfig } from '../config/load.js';
import { families } from '../families.js';
import { withOpenBench } from '../with-open-bench.js';
import { cleanAutomatically } from './daily.js';
import type { CleanReport } from './clean.js';

/**
 * Cleans up when nobody has today.
 * @param root the project's root
 * @returns what was done; null when it was not due, or is switched off
 */
export async function cleanDaily(root: string): Promise<CleanReport | null> {
  const { off, retention } = loadConfig(root).values;
  if (off.includes('clean')) return null;
  const ages = { maxAgeDays: retention.max_age_days, failedDays: retention.failed_days };
  // Of all families, whatever the command itself needs.
  return withOpenBench({ root, families, sweep: true }, (bench) => cleanAutomatically(bench, ages));
}
