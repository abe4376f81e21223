// `pawl archive`: puts a run away.

import { archiveRun } from '../../../service/lifecycle/move.js';
import type { Answer, Call } from '../call.js';
import { fileOf } from '../history/lines.js';
import { withRun } from '../history/run-named.js';
import { oneLine } from '../terminal/width.js';
import { repeatedWords, writeOptionsOf } from '../write/saved.js';

/**
 * Archives a run.
 * @param call the run
 * @returns where it is now
 */
export async function run(call: Call): Promise<Answer> {
  const { out } = call;
  return withRun(call, async (bench, key) => {
    const options = { ...writeOptionsOf(call), evenIfHeld: call.flag('even-if-held') };
    const { ref, stored, changed, repeated } = await archiveRun(bench, key, options);
    const { path, shown } = fileOf(bench, key, stored.place);
    const where = shown === '' ? 'its history is kept' : shown;
    const what = repeated ? repeatedWords : changed ? 'archived' : 'was archived already';
    out.line(`${out.paint('green', '✓')} ${oneLine(`${ref}: ${what} (${where})`)}`);
    const { revision, place } = stored;
    return { json: { ok: true, ref, family: key.family, changed, repeated, revision, place, path } };
  });
}
