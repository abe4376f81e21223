// Files that an agent touched while it worked on a pipeline: artifacts of the workstream that it reports as done.

import type { PipelineCheckpoint } from '../../families/pipeline/index.js';
import type { Key } from '../../rules/names.js';
import { takeJournal } from '../journal/journal.js';
import { pipelineInputProblems } from '../plans/pipeline.js';
import type { Workbench } from '../workbench.js';
import type { StepEvent } from './step-event.js';

/**
 * Takes a step together with what was touched before it. Where several workstreams run, nobody knows whose files these are:
 * they wait for the last one.
 * @param bench the project
 * @param key the pipeline
 * @param before the pipeline before the step; null when there is none
 * @param given the step as it was reported
 * @param take takes the step that it is given
 * @returns what that returns
 */
export async function withTouchedOf<Taken>(
  bench: Workbench,
  key: Key,
  before: PipelineCheckpoint | null,
  given: StepEvent,
  take: (event: StepEvent) => Promise<Taken>,
): Promise<Taken> {
  if (given.type !== 'done' || before === null || !isAlone(before, given.workstream)) return take(given);
  const journal = takeJournal(bench.root, key);
  if (journal === null) return take(given);
  try {
    const others = new Set(Object.values(before.artifacts).flat());
    const touched = [...journal.created, ...journal.modified].filter(
      (file) => !others.has(file) && !/[*?{]/.test(file),
    );
    const event = { ...given, artifacts: [...new Set([...(given.artifacts ?? []), ...touched])] };
    const isMore = touched.length > 0 && pipelineInputProblems(event).length === 0;
    const taken = await take(isMore ? event : given);
    journal.done();
    return taken;
  } catch (error) {
    journal.giveBack();
    throw error;
  }
}

function isAlone(
  { completed_workstreams: done, in_progress_workstreams: running }: PipelineCheckpoint,
  id: string,
): boolean {
  return !done.includes(id) && running.every((other) => other === id);
}
