import type { Answer, Call } from '../call.js';
import { findRoot } from '../root.js';
import { findRuns } from '../runs.js';
export async function run(call: Call): Promise<Answer> {
  const { runs, problems } = await findRuns(findRoot(call), { unfinished: true });
  return { json: { ok: true, runs, problems } };
}
