// The daily clean-up beside another command or hook.

import { loadConfig } from '../config/load.js';
import { openWorkbench } from '../open-workbench.js';
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
  const bench = openWorkbench({ root }); // of all families, whatever the command itself needs
  try {
    return await cleanAutomatically(bench, { maxAgeDays: retention.max_age_days, failedDays: retention.failed_days });
  } finally {
    await bench.store.close();
  }
}
