// Begins a pipeline from its spec, also over one that was there before: revisions go on, and the work starts afresh.

import { applyPipeline, type InitEvent, type PipelineCheckpoint } from '../../families/pipeline/index.js';
import { isJsonObject, type JsonObject } from '../../rules/json/json.js';
import { mapIn } from '../../rules/json/read-member.js';
import { pipelineKey } from '../../rules/names.js';
import type { Plan } from '../change.js';
import type { Saved } from '../checkpoint.js';
import { asState } from '../documents.js';
import { planPipeline } from '../plans/pipeline.js';
import { type Workbench, write, type WriteOptions } from '../workbench.js';

export interface Beginning extends WriteOptions {
  /** Also over a run that is there, when a person has decided so. */
  readonly over?: boolean | undefined;
}

/**
 * Begins a pipeline.
 * @param bench the store and the circumstances
 * @param init what its spec comes to
 * @param options whether over a run that is there; expectations of the caller
 * @returns the stored checkpoint; throws `not-allowed` or `already-complete` when there is one, unless `over` is given
 */
export async function beginPipeline(
  bench: Workbench,
  init: InitEvent,
  { over, ...options }: Beginning = {},
): Promise<Saved<PipelineCheckpoint>> {
  const key = pipelineKey(init.prd);
  return write<PipelineCheckpoint>(bench, key, over === true ? planOver(init) : planPipeline(key, init), options);
}

function planOver(init: InitEvent): Plan {
  return (doc, now, current) => {
    const fresh = asState(applyPipeline(null, init, now));
    const before = doc ?? (current?.place === 'archived' ? current.state : null);
    if (before === null) return { state: fresh, event: { name: 'init' } };
    const review = reviewToKeep(before, init);
    const state = review === null ? fresh : { ...fresh, adversarial_review: review };
    return { state, event: { name: 'restarted', args: { reason: 'started afresh' } } };
  };
}

/** A review is about its spec: it holds for the same one. One that forbids the start is not got rid of by an edit. */
function reviewToKeep(before: JsonObject, init: InitEvent): JsonObject | null {
  const { adversarial_review: review, pawl } = before;
  if (!isJsonObject(review)) return null;
  const spec = mapIn(pawl, 'spec');
  const isSame = spec['hash'] !== undefined && spec['hash'] === init.spec?.hash;
  return isSame || review['verdict'] === 'do_not_ship' ? review : null;
}
