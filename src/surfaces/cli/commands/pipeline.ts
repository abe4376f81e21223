// `pawl pipeline start|done|fail|pause|review|note`: seed 003's operations on a pipeline that is there, one by one.

import { type PipelineCheckpoint, pipelineFamily } from '../../../families/pipeline/index.js';
import { badInput, isPawlError } from '../../../rules/errors.js';
import type { Key } from '../../../rules/names.js';
import type { Saved } from '../../../service/checkpoint.js';
import { asDocument, asState, forAnyDocument } from '../../../service/documents.js';
import { withEvidence } from '../../../service/evidence/evidence-of-done.js';
import { stalenessOf } from '../../../service/evidence/staleness.js';
import { pipelineInputProblems, planPipeline } from '../../../service/plans/pipeline.js';
import { type Workbench, write } from '../../../service/workbench.js';
import { withBench } from '../bench.js';
import type { Answer, Call } from '../call.js';
import { nextLines, nextStepsOf } from '../../../service/pipeline/next-steps.js';
import { inFlags } from '../pipeline/refusals.js';
import type { StepEvent } from '../../../service/pipeline/step-event.js';
import { eventOf, isStep } from '../pipeline/steps.js';
import { changesNothing, whatHappened } from '../../../service/pipeline/what-happened.js';
import { stepRemarks } from '../../../service/pipeline/step-remarks.js';
import { pipelineRef } from '../../../service/typed-refs.js';
import { oneLine } from '../terminal/width.js';
import { answerSaved, writeOptionsOf } from '../write/saved.js';
import { loadUnchanged } from '../../../service/load-unchanged.js';

type SavedPipeline = Saved<PipelineCheckpoint>;

/** What the run looked like before, what it is now, and whether that made a revision. */
interface Step {
  readonly before: PipelineCheckpoint | null;
  readonly saved: SavedPipeline;
  readonly unchanged: boolean;
}

async function take(call: Call, bench: Workbench, key: Key, typed: StepEvent): Promise<Step> {
  const options = writeOptionsOf(call);
  const state = (await bench.store.get(key))?.state ?? null;
  const before = state === null ? null : asDocument<PipelineCheckpoint>(state);
  try {
    const problems = pipelineInputProblems(typed);
    if (problems.length > 0) throw badInput(`pawl ${call.row.name}`, problems);
    const event = await withEvidence(bench, state, typed);
    const isSo = (doc: object): boolean => changesNothing(asDocument<PipelineCheckpoint>(asState(doc)), event);
    const same = await loadUnchanged<PipelineCheckpoint>(bench, key, options, isSo);
    if (same !== null) return { before, saved: same, unchanged: true };
    const saved = await write<PipelineCheckpoint>(bench, key, planPipeline(key, event), options);
    return { before, saved, unchanged: false };
  } catch (error) {
    const isUnknown =
      isPawlError(error, 'bad-input') && error.problems.some(({ path }) => path.startsWith('/workstream'));
    const news = isUnknown && state !== null ? (await stalenessOf(bench, state)).notes : [];
    throw inFlags(error, key.family === 'pipeline' ? key.id : '', before, news);
  }
}

/**
 * Takes a step of a pipeline.
 * @param call which pipeline, and what the step needs
 * @returns what was stored, and what can be done next
 */
export async function run(call: Call): Promise<Answer> {
  const step = call.row.name.split(' ')[1] ?? '';
  if (!isStep(step)) throw new TypeError(`pawl ${call.row.name} is no step of a pipeline`);
  return withBench(call, { pipeline: forAnyDocument(pipelineFamily) }, async (bench) => {
    const event = eventOf(step, call, bench.root);
    const key = await pipelineRef(bench, call.positionals[0] ?? '');
    const { before, saved, unchanged } = await take(call, bench, key, event);
    const odd = stepRemarks(bench.root, event, before);
    for (const remark of odd.remarks) call.out.note(oneLine(remark));
    return answerSaved(call, bench, key, saved, {
      what: whatHappened(event, before, saved.document, unchanged),
      lines: nextLines(saved.document),
      more: {
        unchanged,
        current_phase: saved.document.current_phase,
        ...nextStepsOf(saved.document),
        ...odd,
      },
      isRemark: event.type === 'note',
    });
  });
}
