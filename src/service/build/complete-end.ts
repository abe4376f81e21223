// How a build ends whose run is complete: with what a person should know about work that it did not do itself. Pure.

import { type PipelineCheckpoint, planOf } from '../../families/pipeline/index.js';
import { listed } from '../../rules/text/listed.js';
import type { BuildEnd } from './build-parts.js';
import type { SpecEdit } from './spec-edit.js';

/**
 * Makes the end of a build.
 * @param doc the run, which is complete
 * @param edit what was edited in its spec meanwhile; null when nothing was
 * @param isOver false when steps are left all the same: others wrote that it is complete
 * @returns the end
 */
export function completeEnd(doc: PipelineCheckpoint, edit: SpecEdit | null, isOver: boolean): BuildEnd {
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
  const remark = isOver
    ? `only claimed, nothing was recorded about their files: ${unproven}`
    : `others wrote into its checkpoint that it is complete; not run, and only claimed: ${unproven}`;
  return {
    is: isOver ? 'complete' : 'blocked',
    reasons: [
      ...(isOver && claimed.length === 0 ? [] : [remark]),
      ...(edit === null ? [] : [`${edit.text}; what is new in it was not built`]),
    ],
  };
}
