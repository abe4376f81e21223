// `pawl gate waive`: a person lets a gate pass that did not.

import { badInput } from '../../../rules/errors.js';
import { waiverProblems } from '../../../families/pipeline/index.js';
import { refOf } from '../../../rules/names.js';
import { waiveGate } from '../../../service/gates/waive-gate.js';
import { withPipeline } from '../gate/pipeline-named.js';
import { specOfRun } from '../../../service/gates/spec-of-run.js';
import type { Answer, Call } from '../call.js';
import { exits } from '../exit-codes.js';
import { canAsk, confirm } from '../terminal/ask.js';
import { inputOf } from '../terminal/input.js';
import { oneLine } from '../terminal/width.js';
import { answerSaved } from '../write/saved.js';

/**
 * Waives a gate.
 * @param call the pipeline, the gate, who and why
 * @returns what was stored
 */
export async function run(call: Call): Promise<Answer> {
  return withPipeline(call, async (named) => {
    const { bench, key } = named;
    const gate = call.positionals[1] ?? '';
    const by = call.text('by') ?? '';
    const issue = call.text('issue') ?? '';
    const reason = inputOf(call, 'reason') ?? '';
    const problems = waiverProblems({ by, issue, reason }, '--');
    if (problems.length > 0) throw badInput('pawl gate waive', problems);
    const { spec } = specOfRun(named);
    if (canAsk(call.out)) {
      call.out.line(oneLine(`Waive gate ${gate} of ${refOf(key)}, by ${by}, ${issue}: ${reason}`));
      if (!(await confirm('It counts as passed from then on. Waive it?', false))) {
        call.out.line('Nothing was changed.');
        return { json: { ok: false, ref: refOf(key), waived: [] }, exit: exits.blocked };
      }
    }
    const { uses, saved } = await waiveGate(bench, key, spec, { gate, phase: call.number('phase'), by, reason, issue });
    const what = `gate ${uses.join(', ')} is waived by ${by} (${issue})`;
    return answerSaved(call, bench, key, saved, { what, more: { waived: uses } });
  });
}
