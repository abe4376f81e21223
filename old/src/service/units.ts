// The units of a run of any family, by what is left to do of them. Tolerates drifted documents.

import { unitsOf } from '../families/command/phases.js';
import { completedPhases } from '../families/workflow/progress.js';
import type { JsonObject } from '../rules/json/json.js';
import { mapIn, memberIn } from '../rules/json/read-member.js';
import { limits } from '../rules/limits.js';
import type { FamilyName } from '../rules/names.js';

/** A run's units by name, each in one of the lists. */
export interface RunUnits {
  readonly done: readonly string[];
  readonly running: readonly string[];
  readonly open: readonly string[];
  /** Nobody did them, and nobody is to. */
  readonly skipped: readonly string[];
}

/**
 * Lists the units of a run.
 * @param family the run's family
 * @param doc its document
 * @returns phases of commands, `Phase N` of workflows, workstreams of pipelines with their names
 */
export function unitsOfRun(family: FamilyName, doc: JsonObject): RunUnits {
  if (family === 'command') return commandUnits(doc);
  return family === 'workflow' ? workflowUnits(doc) : pipelineUnits(doc);
}

function commandUnits(doc: JsonObject): RunUnits {
  const units = unitsOf(doc);
  const having = (...statuses: readonly string[]): string[] =>
    units.filter(({ status }) => statuses.includes(status)).map(({ name }) => name);
  return {
    done: having('complete'),
    running: having('in_progress'),
    open: having('pending', 'failed'),
    skipped: having('skipped'),
  };
}

const phaseName = (phase: number): string => `Phase ${phase}`;

function workflowUnits(doc: JsonObject): RunUnits {
  const done = completedPhases(doc);
  const total = doc['total_phases'];
  const count = typeof total === 'number' && total > 0 ? Math.min(total, limits.maxUnits) : 0;
  const phases = Array.from({ length: count }, (_, index) => index + 1);
  return {
    done: done.map(phaseName),
    running: [],
    open: phases.filter((phase) => !done.includes(phase)).map(phaseName),
    skipped: [],
  };
}

function pipelineUnits(doc: JsonObject): RunUnits {
  const planned = mapIn(doc, 'pawl', 'spec', 'workstreams');
  const named = (id: string): string => {
    const workstream = Object.hasOwn(planned, id) ? planned[id] : undefined;
    const name = memberIn(workstream, 'name');
    return typeof name === 'string' && name !== '' ? `${id} (${name})` : id;
  };
  const listed = (field: string): string[] => {
    const list = doc[field];
    return Array.isArray(list) ? list.filter((id) => typeof id === 'string').map(named) : [];
  };
  return {
    done: listed('completed_workstreams'),
    running: listed('in_progress_workstreams'),
    open: listed('pending_workstreams'),
    skipped: [],
  };
}
