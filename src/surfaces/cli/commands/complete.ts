// `pawl complete`: finishes a slash command's run.

import { commandFamily } from '../../../families/command/index.js';
import { isComplete } from '../../../families/command/phases.js';
import { forAnyDocument } from '../../../service/documents.js';
import { writeWithTouched } from '../../../service/journal/store-touched.js';
import { completedAlthough, failedPhases } from '../../../service/failed-phases.js';
import { planCommand } from '../../../service/plans/command.js';
import { withBench } from '../bench.js';
import type { Answer, Call } from '../call.js';
import { commandRef } from '../../../service/typed-refs.js';
import { answerSaved, writeOptionsOf } from '../write/saved.js';
import { loadUnchanged } from '../../../service/load-unchanged.js';

/**
 * Finishes a run: what runs is complete, what is pending is skipped. One that is complete stays as it is.
 * @param call which run
 * @returns what was stored
 */
export async function run(call: Call): Promise<Answer> {
  const key = commandRef(call.positionals[0] ?? '');
  return withBench(call, { command: forAnyDocument(commandFamily) }, async (bench) => {
    const options = writeOptionsOf(call);
    const same = await loadUnchanged(bench, key, options, isComplete);
    const plan = planCommand(key, { type: 'complete', head_commit: bench.head() });
    const written = same === null ? await writeWithTouched(bench, key, plan, options) : { ...same, dropped: [] };
    const { dropped, ...saved } = written;
    const what = same === null ? 'the run is complete' : 'the run was complete already, nothing was changed';
    const failed = failedPhases(saved.document);
    if (failed.length > 0) call.out.note(completedAlthough(failed));
    for (const file of dropped) call.out.note(`${file} is gone, and no longer listed`);
    return answerSaved(call, bench, key, saved, { what, more: { unchanged: same !== null, failed_phases: failed } });
  });
}
