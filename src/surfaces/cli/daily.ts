// Cleaning up beside another command, at most once a day.

import type { Call } from './call.js';

/**
 * Cleans up when nobody has today, and tells what was put away.
 * @param call the call that it is done beside; remarks go to its stderr
 * @param root the project's root
 */
export async function tidyUp(call: Call, root: string): Promise<void> {
  const { cleanDaily } = await import('./lazy/clean-daily.js');
  const report = await cleanDaily(root);
  const count = report?.moved.length ?? 0;
  if (count === 0) return;
  const what = count === 1 ? '1 old workflow was' : `${count} old workflows were`;
  call.out.note(`${what} put away; their history is kept (see \`pawl list --all\`)`);
}
