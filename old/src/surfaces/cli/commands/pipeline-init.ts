// `pawl pipeline init`: begins a pipeline from its spec, unless one of that id is unfinished.

import { families } from '../../../service/families.js';
import { currentOwner } from '../../../service/lease/leases.js';
import { beginFromSpec } from '../../../service/pipeline/begin-from-spec.js';
import { describeProblem } from '../../../service/spec/index.js';
import { withBench } from '../bench.js';
import type { Answer, Call } from '../call.js';
import { tidyUp } from '../daily.js';
import { nextLines, nextStepsOf } from '../../../service/pipeline/next-steps.js';
import { withPlan } from '../../../service/pipeline/with-plan.js';
import { counted } from '../../../rules/text/plural.js';
import { specOf } from '../pipeline/spec-of.js';
import { decideBefore } from '../resume/before-start.js';
import { answerSaved } from '../write/saved.js';

const onceMore = 'To build it once more, repeat the call with --fresh; its history is kept.';

/**
 * Begins a pipeline.
 * @param call which spec
 * @returns what was stored, or the decision that has to be made first
 */
export async function run(call: Call): Promise<Answer> {
  const { spec, source, warnings } = specOf(call);
  return withBench(call, families, async (bench) => {
    const owner = currentOwner();
    const begun = await beginFromSpec(
      bench,
      { spec, source },
      {
        owner,
        opId: call.text('op-id'),
        complete: call.flag('fresh') ? 'fresh' : { hint: onceMore },
        settle: async (key, decision) => {
          const stored = decision.revision === null ? null : await withPlan(bench, await bench.store.get(key));
          const now = new Date(bench.clock()).toISOString();
          return decideBefore({ call, bench, owner, decision, key, stored, now });
        },
      },
    );
    if ('settled' in begun) return begun.settled;
    const { key, saved, over } = begun;
    for (const warning of warnings) call.out.note(describeProblem(source.path, warning));
    const sizes = `${counted(spec.workstreams.length, 'workstream')} in ${counted(spec.phases.length, 'phase')}, ${counted(spec.gates.length, 'gate')}`;
    const answer = answerSaved(call, bench, key, saved, {
      what: `${over ? 'begun again' : 'initialized'} from ${source.path}, ${sizes}`,
      lines: nextLines(saved.document),
      more: { replaced: over ? saved.ref : null, spec: source, warnings, ...nextStepsOf(saved.document) },
    });
    await tidyUp(call, bench.root);
    return answer;
  });
}
