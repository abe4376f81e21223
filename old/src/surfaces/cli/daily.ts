// Cleaning up beside another command, at most once a day.

import fs from 'node:fs';
import path from 'node:path';
import { cleanedFile } from '../../disk/layout.js';
import type { Call } from './call.js';

const dayMs = 24 * 60 * 60 * 1000;

/** One look at a file, so that on most calls nothing more is loaded. */
function isSurelyDone(root: string): boolean {
  const stat = fs.statSync(path.join(root, cleanedFile), { throwIfNoEntry: false });
  return stat !== undefined && Math.abs(Date.now() - stat.mtimeMs) < dayMs;
}

/**
 * Cleans up when nobody has today, and tells what was put away.
 * @param call the call that it is done beside; remarks go to its stderr
 * @param root the project's root
 */
export async function tidyUp(call: Call, root: string): Promise<void> {
  if (isSurelyDone(root)) return;
  const { cleanDaily } = await import('./lazy/clean-daily.js');
  const report = await cleanDaily(root);
  const count = report?.moved.length ?? 0;
  if (count === 0) return;
  const what = count === 1 ? '1 old workflow was' : `${count} old workflows were`;
  call.out.note(`${what} put away; ${count === 1 ? 'its' : 'their'} history is kept (see \`pawl list --all\`)`);
}
