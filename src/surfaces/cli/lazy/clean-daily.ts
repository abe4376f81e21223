// The daily clean-up beside another command. A part of its own: on most days nobody needs it.

import { loadConfig } from '../../../service/config/load.js';
import { cleanAutomatically, type CleanReport } from '../../../service/lifecycle/index.js';
import { openWorkbench } from '../../../service/open-workbench.js';

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
