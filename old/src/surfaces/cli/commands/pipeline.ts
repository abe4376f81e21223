// `pawl pipeline start|done|fail|pause|review|note`: seed 003's operations on a pipeline that is there, one by one.

import { type PipelineCheckpoint, pipelineFamily } from '../../../families/pipeline/index.js';
import { isPawlError } from '../../../rules/errors.js';
import type { Key } from '../../../rules/names.js';
import { asDocument, forAnyDocument } from '../../../service/documents.js';
import { stalenessOf } from '../../../service/evidence/staleness.js';
import type { Workbench } from '../../../service/workbench.js';
import { withBench } from '../bench.js';
import type { Answer, Call } from '../call.js';
import { nextLines, nextStepsOf } from '../../../service/pipeline/next-steps.js';
import { inFlags } from '../pipeline/refusals.js';
import type { StepEvent } from '../../../service/pipeline/step-event.js';
import { type TakenStep, takeStep } from '../../../service/pipeline/take-step.js';
import { withPlan } from '../../../service/pipeline/with-plan.js';
import { eventOf, isStep } from '../pipeline/steps.js';
import { pipelineRef } from '../../../service/typed-refs.js';
import { oneLine } from '../terminal/width.js';
import { answerSaved, writeOptionsOf } from '../write/saved.js';

/** Takes the step; a refusal speaks of flags, and of the spec where that has changed. */
async function take(call: Call, bench: Workbench, key: Key, event: StepEvent): Promise<TakenStep> {
  try {
    return await takeStep(bench, key, event, { doing: `pawl ${call.row.name}`, options: writeOptionsOf(call) });
  } catch (error) {
    const state = (await withPlan(bench, await bench.store.get(key)))?.state ?? null;
    const isUnknown =
      isPawlError(error, 'bad-input') && error.problems.some(({ path }) => path.startsWith('/workstream'));
    const news = isUnknown && state !== null ? (await stalenessOf(bench, state)).notes : [];
    const now = state === null ? null : asDocument<PipelineCheckpoint>(state);
    throw inFlags(error, key.family === 'pipeline' ? key.id : '', now, news);
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
    const { saved, unchanged, what, odd } = await take(call, bench, key, event);
    for (const remark of odd.remarks) call.out.note(oneLine(remark));
    // Inside of a build the runner says what is next, not the workstreams to each other.
    const isLed = process.env['PAWL_WORKSTREAM'] !== undefined;
    return answerSaved(call, bench, key, saved, {
      what,
      lines: isLed ? [] : nextLines(saved.document),
      isLed,
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
