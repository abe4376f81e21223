// The plan of a run that is being built: without one nobody knows what comes next.

import { type PipelineCheckpoint, planOf, type PlanView } from '../../families/pipeline/index.js';
import { PawlError } from '../../rules/errors.js';

/**
 * Reads the plan of a run.
 * @param doc the run
 * @returns its plan; throws `not-allowed` when it knows none
 */
export function planIn(doc: PipelineCheckpoint): PlanView {
  const plan = planOf(doc);
  if (plan !== null) return plan;
  throw new PawlError('not-allowed', `${doc.prd} does not know its spec`, {
    hint: 'Begin it again from its spec: the same call with --fresh; its history is kept.',
  });
}
