// `pawl complete`: finishes a slash command's run.

import { commandFamily } from '../../../families/command/index.js';
import { forAnyDocument } from '../../../service/documents.js';
import { writeWithTouched } from '../../../service/journal/store-touched.js';
import { planCommand } from '../../../service/plans/command.js';
import { withBench } from '../bench.js';
import type { Answer, Call } from '../call.js';
import { commandRef } from '../write/refs.js';
import { answerSaved, writeOptionsOf } from '../write/saved.js';

/**
 * Finishes a run: what runs is complete, what is pending is skipped.
 * @param call which run
 * @returns what was stored
 */
export async function run(call: Call): Promise<Answer> {
  const key = commandRef(call.positionals[0] ?? '');
  return withBench(call, { command: forAnyDocument(commandFamily) }, async (bench) => {
    const plan = planCommand(key, { type: 'complete', head_commit: bench.head() });
    const saved = await writeWithTouched(bench, key, plan, writeOptionsOf(call));
    return answerSaved(call, bench, key, saved, { what: 'the run is complete' });
  });
}
