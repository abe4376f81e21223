// `pawl` and `pawl status`: every unfinished run on one screen.

import type { Answer, Call } from '../call.js';
import { findRoot } from '../root.js';
import { findRuns } from '../runs.js';
import { statusScreen } from '../view/status-screen.js';

/**
 * Shows the status.
 * @param call the call
 * @returns the unfinished runs, newest first, and what is wrong with files
 */
export async function run(call: Call): Promise<Answer> {
  const { out } = call;
  const root = findRoot(call);
  const found = await findRuns(root, { unfinished: true });
  if (!out.isJson) {
    const scene = { call, root, now: Date.now(), columns: out.columns, paint: out.paint };
    for (const line of statusScreen(found, scene)) out.line(line);
  }
  return { json: { ok: true, ...found } };
}
