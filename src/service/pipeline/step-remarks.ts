// What a step is taken with although it is odd: reported work whose files are not there, or that came before what it needs;
// a start on results that no longer hold.

import { missingFor, type PipelineCheckpoint, planOf } from '../../families/pipeline/index.js';
import type { Key } from '../../rules/names.js';
import { listed } from '../../rules/text/listed.js';
import { asDocument, asState } from '../documents.js';
import { afterRedo } from '../evidence/after-redo.js';
import { specPathOf } from '../evidence/left-out.js';
import { outputFiles } from '../evidence/output-files.js';
import { namesOf } from '../evidence/stale-results.js';
import { stalenessOf } from '../evidence/staleness.js';
import { pawlLine } from '../pawl-line.js';
import { missingFrom } from '../stored-path.js';
import type { Workbench } from '../workbench.js';
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

/**
 * Finds the results that started workstreams stand on and that no longer hold: whoever goes on works on something else.
 * @param bench the project
 * @param key the pipeline
 * @param ids what was started
 * @param after the pipeline since then; what the started ones name among their outputs is theirs to change
 * @returns a sentence for each of them that stands on such
 */
export async function startRemarks(
  bench: Workbench,
  key: Key,
  ids: readonly string[],
  after: PipelineCheckpoint,
): Promise<readonly string[]> {
  const plan = planOf(after);
  const redo = plan === null ? [] : namesOf((await stalenessOf(bench, asState(after))).results);
  if (plan === null || redo.length === 0) return [];
  const redone = asDocument<PipelineCheckpoint>(afterRedo(asState(after), redo));
  return ids.flatMap((id) => {
    const { workstreams, gates } = missingFor(redone, plan, id);
    const old = [...workstreams, ...gates.map((label) => `gate ${label}`)].filter((one) => redo.includes(one));
    const decides = `\`${pawlLine('resume', key)}\` decides about that`;
    return old.length === 0 ? [] : [`${id} stands on what no longer holds: ${listed(old)}; ${decides}`];
  });
}

/** Patterns stand for the files that are there. */
function namedFiles(event: StepEvent): readonly string[] {
  if (event.type === 'review') return event.findings_path === undefined ? [] : [event.findings_path];
  const files = event.type === 'done' ? (event.artifacts ?? []) : [];
  return files.filter((file) => !/[*?{}[\]]/.test(file));
}
