// A run that goes on with a spec that may have changed since: what has to be recorded first. Pure.

import type { PipelineCheckpoint, PipelineEvent, PipelinePlan } from '../../families/pipeline/index.js';
import { initEventOf, type Spec, specRecordOf, type SpecSource } from '../../families/pipeline/spec/index.js';

/**
 * Tells what a run has to take over from its spec.
 * @param doc the run
 * @param spec the spec as it is now
 * @param source where it was read from
 * @returns the event; null when its plan is what the run has
 */
export function replanEvent(doc: PipelineCheckpoint, spec: Spec, source: SpecSource): PipelineEvent | null {
  const record = doc.pawl?.spec;
  const isThere = record?.path === undefined || record.path === source.path;
  if (isThere && record?.hash === source.hash && record.workstreams !== undefined && record.phases !== undefined) {
    return null;
  }
  if (isThere && record !== undefined && shapeOf(record) === shapeOf(specRecordOf(spec, source))) return null;
  const { prd: _prd, type: _type, ...plan } = initEventOf(spec, source);
  return { ...plan, type: 'replan' };
}

/** What decides about the order of the work. The texts of sections do not: evidence compares those. */
function shapeOf({ workstreams = {}, phases = [] }: PipelinePlan): string {
  const units = Object.entries(workstreams).map(([id, one]) => [
    id,
    one.depends_on ?? [],
    one.gate ?? [],
    one.outputs ?? [],
  ]);
  return JSON.stringify([units, phases.map(({ workstreams: ids, gates = [] }) => [ids, gates])]);
}
