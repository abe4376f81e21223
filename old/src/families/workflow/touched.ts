// Which files were touched in which phase of a workflow: kept in the checkpoint under `pawl.files`.

import { isJsonObject } from '../../rules/json/json.js';
import { memberIn, textsOf } from '../../rules/json/read-member.js';
import { limits } from '../../rules/limits.js';
import { firstOpenPhase } from './progress.js';
import type { WorkflowCheckpoint } from './types.js';

/**
 * Lists the files that were touched in a phase.
 * @param doc a workflow, in whatever state
 * @param phase its number
 * @returns their paths from the root
 */
export function filesOfPhase(doc: Readonly<Record<string, unknown>>, phase: number): readonly string[] {
  return textsOf(memberIn(doc, 'pawl', 'files', String(phase)));
}

/**
 * Tells which phase is worked on.
 * @param doc a workflow
 * @returns its number; the last one when all are complete
 */
export function phaseAtWork(doc: WorkflowCheckpoint): number {
  return firstOpenPhase(doc) ?? doc.total_phases;
}

/**
 * Adds files to those that were touched in a phase.
 * @param doc a workflow
 * @param phase the phase's number
 * @param touched paths from the root
 * @param isGone tells which of all of them are no longer there, and go
 * @returns the workflow with them; the same object when nothing is new
 */
export function withTouchedFiles(
  doc: WorkflowCheckpoint,
  phase: number,
  touched: readonly string[],
  isGone: (file: string) => boolean,
): WorkflowCheckpoint {
  const known = filesOfPhase(doc, phase);
  const all = [...new Set([...known, ...touched])].filter((file) => !isGone(file)).slice(0, limits.maxFilesPerUnit);
  if (all.length === known.length && known.every((file, at) => file === all[at])) return doc;
  const files = isJsonObject(doc.pawl?.['files']) ? doc.pawl['files'] : {};
  return { ...doc, pawl: { ...doc.pawl, files: { ...files, [phase]: all } } };
}
