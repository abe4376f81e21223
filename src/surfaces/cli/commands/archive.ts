// `pawl archive`: puts a run away.

import { archiveRun } from '../../../service/lifecycle/index.js';
import type { Answer, Call } from '../call.js';
import { fileOf } from '../history/lines.js';
import { withRun } from '../history/run-named.js';
import { oneLine } from '../terminal/width.js';
import { writeOptionsOf } from '../write/saved.js';

/**
 * Archives a run.
 * @param call the run
 * @returns where it is now
 */
export async function run(call: Call): Promise<Answer> {
  const { out } = call;
  return withRun(call, async (bench, key) => {
    const options = { ...writeOptionsOf(call), evenIfHeld: call.flag('yes') };
    const { ref, stored, changed } = await archiveRun(bench, key, options);
    const { path, shown } = fileOf(bench, key, stored.place);
    const where = shown === '' ? 'its history is kept' : shown;
    out.line(oneLine(`${out.paint('green', '✓')} ${ref}: ${changed ? 'archived' : 'was archived already'} (${where})`));
    return {
      json: { ok: true, ref, family: key.family, changed, revision: stored.revision, place: stored.place, path },
    };
  });
}
