// `pawl __refs`: the names of runs, newest first, one in a line. Completion scripts call it at a press of the tab key.

import type { Answer, Call } from '../call.js';
import { findRoot } from '../root.js';
import { families } from '../rows/see.js';
import { findRuns } from '../runs.js';
import { namesOf } from '../view/command-line.js';

const most = 200;

/**
 * Lists names of runs.
 * @param call of which family
 * @returns the names; those that a line cannot hold are left out
 */
export async function run(call: Call): Promise<Answer> {
  const family = families.find((name) => name === call.positionals[0]);
  const { runs } = await findRuns(findRoot(call), { family, limit: most });
  const refs = runs.map(namesOf(runs)).filter((ref) => !/[\p{Cc}\p{Cf}\u2028\u2029]/u.test(ref));
  if (refs.length > 0) call.out.line(refs.join('\n'));
  return { json: { ok: true, refs } };
}
