// One step of a pipeline that is there, as every surface takes it: with evidence where work is done, and without a revision
// where nothing changes.

import type { PipelineCheckpoint } from '../../families/pipeline/index.js';
import { badInput } from '../../rules/errors.js';
import type { Key } from '../../rules/names.js';
import type { Saved } from '../checkpoint.js';
import { asDocument } from '../documents.js';
import { withEvidence } from '../evidence/evidence-of-done.js';
import { loadUnchanged } from '../load-unchanged.js';
import { pipelineInputProblems } from '../plans/pipeline.js';
import { type Workbench, write, type WriteOptions } from '../workbench.js';
import { planStep } from './plan-step.js';
import { staleRemarks } from './stale-remarks.js';
import type { StepEvent } from './step-event.js';
import { withTouchedOf } from './with-touched.js';
import { type StepRemarks, stepRemarks } from './step-remarks.js';
import { changesNothing, whatHappened } from './what-happened.js';
import { withPlan } from './with-plan.js';

/** Whoever goes on is told what no longer holds. */
const lookingSteps: ReadonlySet<StepEvent['type']> = new Set(['start', 'done', 'pause']);

/** A step that was stored. */
interface StoredStep {
  readonly saved: Saved<PipelineCheckpoint>;
  /** Whether the pipeline was as the step would leave it already. */
  readonly unchanged: boolean;
  /** The step with what was found out about it. */
  readonly event: StepEvent;
  /** The pipeline before it; null when there was none. */
  readonly before: PipelineCheckpoint | null;
}

/** A step that was taken. */
export interface TakenStep extends Pick<StoredStep, 'saved' | 'unchanged'> {
  /** The step in words. */
  readonly what: string;
  readonly odd: StepRemarks;
}

/**
 * Stores a step.
 * @param bench the store and the circumstances
 * @param key the pipeline
 * @param given what happens, without problems of its own; paths in it begin at the root
 * @param options expected revision, op id
 * @returns what was stored
 */
export async function storeStep(
  bench: Workbench,
  key: Key,
  given: StepEvent,
  options: WriteOptions = {},
): Promise<StoredStep> {
  const state = (await withPlan(bench, await bench.store.get(key)))?.state ?? null;
  const before = state === null ? null : asDocument<PipelineCheckpoint>(state);
  return withTouchedOf(bench, key, before, given, async (step) => {
    const event = await withEvidence(bench, state, step);
    const same = await loadUnchanged<PipelineCheckpoint>(bench, key, options, (doc) =>
      changesNothing(asDocument<PipelineCheckpoint>(doc), event),
    );
    const saved = same ?? (await write<PipelineCheckpoint>(bench, key, planStep(bench, key, event), options));
    return { saved, unchanged: same !== null, event, before };
  });
}

/**
 * Takes a step.
 * @param bench the store and the circumstances
 * @param key the pipeline
 * @param given what happens; paths in it begin at the root
 * @param how what the caller calls the step, and the caller's expectations
 * @param how.doing e.g. `pawl pipeline done`
 * @param how.options expected revision, op id
 * @returns what was stored, and what there is to tell
 */
export async function takeStep(
  bench: Workbench,
  key: Key,
  given: StepEvent,
  { doing, options }: { readonly doing: string; readonly options: WriteOptions },
): Promise<TakenStep> {
  const problems = pipelineInputProblems(given);
  if (problems.length > 0) throw badInput(doing, problems);
  const { saved, unchanged, event, before } = await storeStep(bench, key, given, options);
  const what = whatHappened(event, before, saved.document, unchanged);
  const odd = stepRemarks(bench.root, given, before);
  const stale = lookingSteps.has(given.type) ? await staleRemarks(bench, key, saved.document) : [];
  return { saved, unchanged, what, odd: { ...odd, remarks: [...odd.remarks, ...stale] } };
}
