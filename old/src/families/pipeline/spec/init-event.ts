// From a spec to a checkpoint: the event that begins a pipeline, and what the checkpoint remembers of the spec.

import type { InitEvent } from '../steps/events.js';
import type { PipelinePlan, PlannedWorkstream } from '../types.js';
import type { Spec, SpecWorkstream } from './types.js';

/** Where a spec was read from. */
export interface SpecSource {
  /** From the repository's root, with forward slashes. */
  readonly path: string;
  /** Of the whole file. */
  readonly hash: string;
}

/**
 * Makes the event that begins a pipeline.
 * @param spec the spec
 * @param source where it was read from
 * @returns the event, for `applyPipeline` or `project.pipelines`
 */
export function initEventOf(spec: Spec, source: SpecSource): InitEvent {
  return {
    type: 'init',
    prd: spec.id,
    prd_title: spec.title,
    workstreams: plannedOf(spec),
    phases: spec.phases.map(({ name, workstreams, gates }) => ({
      ...(name === null ? {} : { name }),
      workstreams,
      gates,
    })),
    gates: spec.gates.map(({ id }) => id),
    spec: { ...source, gates: spec.gates.map(({ id, hash }) => ({ id, hash })) },
  };
}

/**
 * Makes what a checkpoint remembers of its spec, as `pawl.spec`: names and hashes, so that it can tell later what changed.
 * @param spec the spec
 * @param source where it was read from
 * @returns the record, the same that the event leads to
 */
export function specRecordOf(spec: Spec, source: SpecSource): PipelinePlan {
  const { workstreams: _ids, phases, ...rest } = initEventOf(spec, source);
  return { ...rest.spec, workstreams: plannedOf(spec), phases: phases ?? [] };
}

function plannedOf({ workstreams }: Spec): Readonly<Record<string, PlannedWorkstream>> {
  return Object.fromEntries(workstreams.map((one) => [one.id, planned(one)]));
}

function planned(one: SpecWorkstream): PlannedWorkstream {
  return {
    name: one.title,
    ...(one.description === '' ? {} : { description: one.description }),
    ...(one.executor === null ? {} : { executor: one.executor }),
    ...(one.executor_type === null ? {} : { executor_type: one.executor_type }),
    ...(one.outputs.length === 0 ? {} : { outputs: one.outputs }),
    ...(one.complexity === null ? {} : { estimated_complexity: one.complexity }),
    depends_on: one.depends_on,
    ...(one.gates.length === 0 ? {} : { gate: one.gates }),
    hash: one.hash,
  };
}

/** How a spec differs from the one that a checkpoint remembers; ids in the order of the spec. */
export interface SpecChanges {
  /** Workstreams whose section changed. */
  readonly changed: readonly string[];
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

/**
 * Compares a spec with what a checkpoint remembers.
 * @param before `pawl.spec`; one without hashes tells of no change
 * @param spec the spec as it is now
 * @returns which workstreams changed, came and went
 */
export function specChanges(before: PipelinePlan, spec: Spec): SpecChanges {
  const known = new Map(Object.entries(before.workstreams ?? {}));
  const changed = spec.workstreams.filter(({ id, hash }) => {
    const earlier = known.get(id)?.hash;
    return earlier !== undefined && earlier !== hash;
  });
  const now = new Set(spec.workstreams.map(({ id }) => id));
  return {
    changed: changed.map(({ id }) => id),
    added: spec.workstreams.filter(({ id }) => !known.has(id)).map(({ id }) => id),
    removed: [...known.keys()].filter((id) => !now.has(id)),
  };
}
