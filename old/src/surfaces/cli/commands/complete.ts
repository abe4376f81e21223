// `pawl complete`: finishes a slash command's run.

import { commandFamily } from '../../../families/command/index.js';
import { isComplete } from '../../../families/command/phases.js';
import { forAnyDocument } from '../../../service/documents.js';
import { completeRun, endedPhases, endedWords } from '../../../service/complete-run.js';
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
    const { saved, dropped, ended } =
      same === null
        ? await completeRun(bench, key, options)
        : { saved: same, dropped: [], ended: endedPhases(same.document, null) };
    const what = same === null ? 'the run is complete' : 'the run was complete already, nothing was changed';
    for (const words of endedWords(ended)) call.out.note(words);
    for (const file of dropped) call.out.note(`${file} is gone, and no longer listed`);
    return answerSaved(call, bench, key, saved, { what, more: { unchanged: same !== null, ...ended } });
  });
}
