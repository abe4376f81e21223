// `pawl fork`: a new run from the state of another.

import { forkCheckpoint } from '../../../service/history/fork.js';
import type { Answer, Call } from '../call.js';
import { fileOf } from '../history/lines.js';
import { withRun } from '../history/run-named.js';
import { oneLine } from '../terminal/width.js';

/**
 * Forks a run.
 * @param call the run, the new name, the revision
 * @returns the new run
 */
export async function run(call: Call): Promise<Answer> {
  const { out } = call;
  return withRun(call, async (bench, key) => {
    const [, name = ''] = call.positionals;
    const {
      from,
      key: made,
      ref,
      stored,
    } = await forkCheckpoint(bench, key, name, { revision: call.number('revision') });
    const { path, shown } = fileOf(bench, made, stored.place);
    out.line(
      `${out.paint('green', '✓')} ${oneLine(`${ref}: begun from ${from.ref}, revision ${from.revision} (${shown || 'revision 1'})`)}`,
    );
    return { json: { ok: true, ref, family: made.family, revision: stored.revision, place: stored.place, path, from } };
  });
}
