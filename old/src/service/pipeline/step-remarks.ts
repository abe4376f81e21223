// What a step is taken with although it is odd: reported work whose files are not there, or that came before what it needs.

import { missingFor, type PipelineCheckpoint, planOf } from '../../families/pipeline/index.js';
import { listed } from '../../rules/text/listed.js';
import { asState } from '../documents.js';
import { specPathOf } from '../evidence/left-out.js';
import { outputFiles } from '../evidence/output-files.js';
import { missingFrom } from '../stored-path.js';
import type { StepEvent } from './step-event.js';

/** Members of the document that steps answer with. */
export interface StepRemarks {
  /** Named files that are not there, and declared outputs that stand for no file. */
  readonly missing_files: readonly string[];
  /** The same and more, in sentences. */
  readonly remarks: readonly string[];
}

/**
 * Finds what is odd about a step. None of it is a reason to refuse: late reports are welcome, and files may follow.
 * @param root the project's root
 * @param event the step as it was reported
 * @param before the pipeline before it; null when that is not known
 * @returns the remarks
 */
export function stepRemarks(root: string, event: StepEvent, before: PipelineCheckpoint | null): StepRemarks {
  const named = missingFrom(root, namedFiles(event));
  const absent = named.map((file) => `${file} is recorded, although no such file is there`);
  const plan = event.type !== 'done' || before === null ? null : planOf(before);
  if (event.type !== 'done' || before === null || plan === null) return { missing_files: named, remarks: absent };
  const id = event.workstream;
  const spec = specPathOf(asState(before));
  const planned = plan.workstreams.get(id)?.outputs ?? [];
  const outputs = planned.filter((one) => outputFiles(root, [one], spec).length === 0);
  const unmade = outputs.filter((one) => !named.includes(one));
  const wasDone = before.completed_workstreams.includes(id);
  const early = wasDone ? [] : missingFor(before, plan, id).words;
  return {
    missing_files: [...named, ...unmade],
    remarks: [
      ...absent,
      ...(unmade.length === 0 ? [] : [`the spec names outputs of ${id} that are not there: ${listed(unmade)}`]),
      ...(early.length === 0 ? [] : [`${id} is reported before what comes first: ${listed(early)}`]),
    ],
  };
}

/** Patterns stand for the files that are there. */
function namedFiles(event: StepEvent): readonly string[] {
  if (event.type === 'review') return event.findings_path === undefined ? [] : [event.findings_path];
  const files = event.type === 'done' ? (event.artifacts ?? []) : [];
  return files.filter((file) => !/[*?{}[\]]/.test(file));
}
