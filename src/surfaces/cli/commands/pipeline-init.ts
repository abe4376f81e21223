// `pawl pipeline init`: begins a pipeline from its spec, unless one of that id is unfinished.

import { initEventOf } from '../../../families/pipeline/spec/index.js';
import { isPawlError, PawlError } from '../../../rules/errors.js';
import { type Key, pipelineKey } from '../../../rules/names.js';
import { families } from '../../../service/families.js';
import { currentOwner } from '../../../service/lease/leases.js';
import { beginPipeline } from '../../../service/pipeline/begin-pipeline.js';
import { type BuildStart, decideBuild } from '../../../service/pipeline/decide-build.js';
import { loadForDiscard } from '../../../service/resume/act/discard.js';
import { describeProblem } from '../../../service/spec/index.js';
import type { Workbench } from '../../../service/workbench.js';
import { withBench } from '../bench.js';
import type { Answer, Call } from '../call.js';
import { tidyUp } from '../daily.js';
import { nextLines, nextStepsOf } from '../../../service/pipeline/next-steps.js';
import { counted } from '../../../rules/text/plural.js';
import { specOf } from '../pipeline/spec-of.js';
import { decideBefore } from '../resume/before-start.js';
import type { Scene } from '../resume/scene.js';
import { answerSaved } from '../write/saved.js';

/** What is there under that id; one that is complete only gives way to a call that says so. */
async function whatIsThere(call: Call, bench: Workbench, id: string): Promise<BuildStart | 'complete'> {
  try {
    return await decideBuild(bench, { id });
  } catch (error) {
    if (!isPawlError(error, 'already-complete')) throw error;
    if (call.flag('fresh')) return 'complete';
    const hint = `${error.hint ?? ''} To build it once more, repeat the call with --fresh; its history is kept.`;
    throw new PawlError(error.code, error.message, { hint });
  }
}

/** The unfinished run that is in the way, unless this very call began it. */
async function inTheWay(call: Call, bench: Workbench, key: Key, found: BuildStart | 'complete'): Promise<Scene | null> {
  if (found === 'complete' || found.is === 'start') return null;
  const { decision } = found;
  const stored = decision.revision === null ? null : await bench.store.get(key);
  const now = new Date(bench.clock()).toISOString();
  return { call, bench, owner: currentOwner(), decision, key, stored, now };
}

/**
 * Begins a pipeline.
 * @param call which spec
 * @returns what was stored, or the decision that has to be made first
 */
export async function run(call: Call): Promise<Answer> {
  const { spec, source, warnings } = specOf(call);
  return withBench(call, families, async (bench) => {
    const init = initEventOf(spec, source);
    const key = pipelineKey(init.prd);
    const opId = call.text('op-id');
    const isRepeated = opId !== undefined && (await bench.store.findOp(key, opId)) !== null;
    const found = isRepeated ? ({ is: 'start', key } as const) : await whatIsThere(call, bench, init.prd);
    const before = await inTheWay(call, bench, key, found);
    const decided = before === null ? null : await decideBefore(before);
    if (decided !== null) return decided;
    if (before !== null) await loadForDiscard(bench, key, { owner: before.owner });
    const over = before !== null || found === 'complete';
    // A repeated call finds what it began, also when that was over another run.
    const options = { over: over || isRepeated, ...(opId === undefined ? {} : { opId }) };
    const saved = await beginPipeline(bench, init, options);
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
