// Steps of a pipeline as tools take them: the event, what it changed, and what can be done next.

import * as v from 'valibot';
import type { PipelineCheckpoint } from '../../families/pipeline/index.js';
import type { Key } from '../../rules/names.js';
import type { Saved } from '../../service/checkpoint.js';
import type { SavedDocument } from '../../service/saved-document.js';
import type { Workbench } from '../../service/workbench.js';
import { nextLines, type NextSteps, nextStepsOf } from '../../service/pipeline/next-steps.js';
import type { StepRemarks } from '../../service/pipeline/step-remarks.js';
import type { StepEvent } from '../../service/pipeline/step-event.js';
import { takeStep } from '../../service/pipeline/take-step.js';
import { pipelineRef } from '../../service/typed-refs.js';
import * as f from './fields.js';
import { answerSaved, type ChangeArgs, writeOptions } from './saved.js';
import type { Scene } from './scene.js';
import type { Reply } from './tool.js';

/** What a step of a pipeline answers. */
export const stepOutput = {
  ...f.savedOutput,
  current_phase: v.number(),
  running: f.words,
  ready: f.words,
  gates_due: f.words,
  missing_files: f.words,
  remarks: f.words,
};

/** The answer, beside what every save tells. */
export interface StepDocument extends SavedDocument, NextSteps, StepRemarks {
  readonly current_phase: number;
}

/**
 * Takes a step of a pipeline that is there.
 * @param scene the project
 * @param args which pipeline, and the expectations of the caller
 * @param makeEvent what happens; paths in it begin at the root
 * @returns the reply
 */
export async function answerStep(
  scene: Scene,
  args: ChangeArgs & { readonly ref: string },
  makeEvent: (root: string) => StepEvent,
): Promise<Reply<StepDocument>> {
  return scene.withBench(async (bench) => {
    const event = makeEvent(bench.root);
    const key = await pipelineRef(bench, args.ref);
    const how = { doing: `The call of pipeline_${event.type}`, options: writeOptions(args) };
    const { saved, what, odd } = await takeStep(bench, key, event, how);
    return stepReply(scene, bench, key, saved, { what, isRemark: event.type === 'note', odd });
  });
}

/** What is told of a step beside the pipeline itself. */
export interface StepTold {
  readonly what: string;
  readonly isRemark?: boolean;
  readonly odd?: StepRemarks;
}

/**
 * Answers after a step.
 * @param scene who
 * @param bench the store and the circumstances
 * @param key the pipeline
 * @param saved what was stored
 * @param told what happened
 * @returns the reply, with what can be done next
 */
export function stepReply(
  scene: Scene,
  bench: Workbench,
  key: Key,
  saved: Saved<PipelineCheckpoint>,
  told: StepTold,
): Reply<StepDocument> {
  const { odd = { missing_files: [], remarks: [] }, isRemark = false } = told;
  const reply = answerSaved(scene, bench, key, saved, told.what, { isRemark });
  return {
    data: {
      ...reply.data,
      ...nextStepsOf(saved.document),
      current_phase: saved.document.current_phase,
      ...odd,
    },
    text: [...reply.text, ...nextLines(saved.document), ...odd.remarks.map((one) => `${one}.`)],
  };
}
