// How a build ends whose run is complete: with what a person should know about work that it did not do itself; or not at all,
// when its spec was edited meanwhile so that results hold no longer.

import { type PipelineCheckpoint, type PipelineEvent, planOf } from '../../families/pipeline/index.js';
import { laterInWords } from '../../families/pipeline/evidence/index.js';
import { asState } from '../documents.js';
import { ownReasonsOf } from '../evidence/settle-stale.js';
import { listed } from '../../rules/text/listed.js';
import type { Workbench } from '../workbench.js';
import type { BuildEnd } from './build-parts.js';
import type { SpecEdit } from './spec-edit.js';

/**
 * Makes the end of a build.
 * @param bench the project
 * @param doc the run, which is complete
 * @param edit what was edited in its spec meanwhile; null when nothing was
 * @param isOver false when steps are left all the same: others wrote that it is complete
 * @returns the end, and what has to be recorded before
 */
export async function completeEnd(
  bench: Workbench,
  doc: PipelineCheckpoint,
  edit: SpecEdit | null,
  isOver: boolean,
): Promise<{ readonly end: BuildEnd; readonly due: readonly PipelineEvent[] }> {
  const isHeld = doc.pawl?.awaits === 'evidence';
  const stale = edit === null && !isHeld ? [] : await ownReasonsOf(bench, asState(doc));
  // What is done is on record, and whoever stores that sees that it does not hold: `--resume` does it again, or a person keeps it.
  if (stale.length > 0)
    return { end: { is: 'paused', reasons: [...(edit === null ? [] : [edit.text]), ...stale] }, due: [] };
  return { end: endOf(doc, edit, isOver), due: isHeld ? [{ type: 'pause' }] : [] };
}

/** Files that changed while other work ran, outside of its outputs: results count for them that did not see them so. */
function changedLater({ pawl }: PipelineCheckpoint): readonly string[] {
  const { workstreams = {}, gates = {} } = pawl?.evidence ?? {};
  return [
    ...new Set([...Object.values(workstreams), ...Object.values(gates)].flatMap((one) => one.changed_later ?? [])),
  ];
}

function endOf(doc: PipelineCheckpoint, edit: SpecEdit | null, isOver: boolean): BuildEnd {
  const plan = planOf(doc);
  const known = doc.pawl?.evidence?.workstreams ?? {};
  const claimed = doc.completed_workstreams.filter((id) => {
    const evidence = Object.hasOwn(known, id) ? known[id] : undefined;
    const hasOutputs = (plan?.workstreams.get(id)?.outputs?.length ?? 0) > 0;
    return evidence === undefined || (hasOutputs && evidence.files.length === 0);
  });
  const passed = new Set(doc.gates_passed);
  const gates = (plan?.uses ?? []).filter(({ label }) => !passed.has(label)).map(({ label }) => `gate ${label}`);
  const unproven = listed([...claimed, ...(isOver ? [] : gates)]);
  const later = laterInWords(changedLater(doc), 'its work was done');
  const remark = isOver
    ? `only claimed, nothing was recorded about their files: ${unproven}`
    : `others wrote into its checkpoint that it is complete; not run, and only claimed: ${unproven}`;
  return {
    is: isOver ? 'complete' : 'blocked',
    reasons: [
      ...(isOver && claimed.length === 0 ? [] : [remark]),
      ...(later === '' ? [] : [later]),
      ...(edit === null ? [] : [`${edit.text}; what is new in it was not built`]),
    ],
  };
}
