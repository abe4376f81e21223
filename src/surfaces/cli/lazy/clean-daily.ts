// The daily clean-up beside another command. A part of its own: on most days nobody needs it.

import { cleanAutomatically, type CleanReport } from '../../../service/lifecycle/index.js';
import { openWorkbench } from '../../../service/open-workbench.js';

/**
 * Cleans up when nobody has today.
 * @param root the project's root
 * @returns what was done; null when it was not due
 */
export async function cleanDaily(root: string): Promise<CleanReport | null> {
  const bench = openWorkbench({ root }); // of all families, whatever the command itself needs
  try {
    return await cleanAutomatically(bench);
  } finally {
    await bench.store.close();
  }
}
