// `pawl handoff reply`: records what a sub-agent gave back.

import path from 'node:path';
import { families } from '../../../service/families.js';
import { replyHandoff } from '../../../service/handoff/handoffs.js';
import { readKey } from '../../../service/refs.js';
import { withBench } from '../bench.js';
import type { Answer, Call } from '../call.js';
import { overlongOf, readObject, tellRemarks } from '../handoff/show.js';
import { oneLine } from '../terminal/width.js';
import { answerSaved, writeOptionsOf } from '../write/saved.js';

/**
 * Records a response.
 * @param call the run and the response
 * @returns what was stored
 */
export async function run(call: Call): Promise<Answer> {
  const [ref = ''] = call.positionals;
  const overlong = overlongOf(call);
  const response = readObject(call, 'response', call.text('file'));
  return withBench(call, families, async (bench) => {
    const key = await readKey(bench.store, ref, 'A response belongs to the run that its request was made for.');
    const made = await replyHandoff(bench, key, response, { ...writeOptionsOf(call), overlong });
    const { handoff, warnings, redacted, saved } = made;
    const what = `hand-off ${handoff.task_id} (${handoff.phase}) is ${handoff.status}, ${handoff.decision}`;
    const more = { response: handoff, response_path: made.path, warnings, response_redacted: redacted };
    const answer = answerSaved(call, bench, key, saved, { what, more });
    call.out.line(`  Response: ${oneLine(path.relative(bench.root, made.path))}`);
    tellRemarks(call, made);
    return answer;
  });
}
