// The pipeline that a gate's command names.

import { badUsage } from '../../../rules/errors.js';
import { pipelineKey } from '../../../rules/names.js';
import { families } from '../../../service/families.js';
import type { NamedPipeline } from '../../../service/gates/spec-of-run.js';
import { withPlan } from '../../../service/pipeline/with-plan.js';
import { notFoundNear } from '../../../service/refs.js';
import { withBench } from '../bench.js';
import type { Call } from '../call.js';

/**
 * Runs a command's work on the pipeline that its first argument names.
 * @param call the call
 * @param work what is done
 * @returns what the work gives; throws `not-found` with what is near
 */
export async function withPipeline<T>(call: Call, work: (named: NamedPipeline) => Promise<T>): Promise<T> {
  const typed = call.positionals[0] ?? '';
  const other = /^(command|workflow):/.exec(typed)?.[1];
  if (other !== undefined)
    throw badUsage(`${typed} names a ${other}; only pipelines have gates`, 'Name one, e.g. PRD-009.');
  return withBench(call, families, async (bench) => {
    const key = pipelineKey(typed.replace(/^pipeline:/, ''));
    const stored = await withPlan(bench, await bench.store.get(key));
    if (stored === null) throw await notFoundNear(bench.store, typed, 'Run `pawl list --all` to see what is there.');
    return work({ bench, key, stored });
  });
}
