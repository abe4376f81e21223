// The plan of a step that anyone reports. What a workstream says about itself within the build that runs it is never refused
// for what runs beside it: that is the build's affair, and not all of it is on record yet.

import { failBuilt } from '../../families/pipeline/build/apply-build-step.js';
import type { PipelineCheckpoint, PipelineEvent } from '../../families/pipeline/index.js';
import type { Key } from '../../rules/names.js';
import type { Plan } from '../change.js';
import { asDocument, asState } from '../documents.js';
import { leaseOf } from '../lease/leases.js';
import { sessionOwner } from '../lease/session-owner.js';
import { noteOf } from '../plans/note.js';
import { planPipeline } from '../plans/pipeline.js';
import type { Workbench } from '../workbench.js';

/**
 * Plans a step.
 * @param bench the project
 * @param key the pipeline
 * @param event what happens
 * @returns the plan
 */
export function planStep(bench: Workbench, key: Key, event: PipelineEvent): Plan {
  const plan = planPipeline(key, event);
  if (event.type !== 'fail' || !isBuilding(bench, key, event.workstream)) return plan;
  return (doc, now, current) =>
    doc === null
      ? plan(doc, now, current)
      : { state: asState(failBuilt(asDocument<PipelineCheckpoint>(doc), event, now)), event: noteOf(event) };
}

/** Whether this process belongs to a workstream that a living build runs. */
function isBuilding(bench: Workbench, key: Key, id: string): boolean {
  const { PAWL_WORKSTREAM: own, PAWL_SESSION: session = '' } = process.env;
  if (own !== id || !session.startsWith('build ')) return false;
  const { lease } = leaseOf(bench, key);
  return lease !== null && !lease.released && lease.owner === sessionOwner(session);
}
