// Begins a pipeline from its spec, unless one of that id is in the way. Loads the YAML parser.

import type { PipelineCheckpoint } from '../../families/pipeline/index.js';
import { initEventOf } from '../../families/pipeline/spec/index.js';
import { isPawlError, PawlError } from '../../rules/errors.js';
import { type Key, pipelineKey } from '../../rules/names.js';
import type { Saved } from '../checkpoint.js';
import type { Owner } from '../lease/leases.js';
import { loadForDiscard } from '../resume/act/discard.js';
import type { Decision } from '../resume/decision.js';
import type { ReadSpec } from '../spec/index.js';
import type { Workbench } from '../workbench.js';
import { beginPipeline } from './begin-pipeline.js';
import { type BuildStart, decideBuild } from './decide-build.js';

/** How a pipeline is begun. */
export interface SpecBeginning<Settled> {
  readonly owner: Owner;
  readonly opId?: string | undefined;
  /** What is said about one that is complete: `fresh` begins it once more; otherwise how to say so. */
  readonly complete: 'fresh' | { readonly hint: string };
  /** Asked about an unfinished run: null when it gives way, else what was done about it. */
  readonly settle: (key: Key, decision: Decision) => Promise<Settled | null>;
}

/** A pipeline that was begun. */
export interface BegunPipeline {
  readonly key: Key;
  readonly saved: Saved<PipelineCheckpoint>;
  /** Whether over another run. */
  readonly over: boolean;
}

/**
 * Begins a pipeline.
 * @param bench the store and the circumstances
 * @param read its spec, and where that stands
 * @param how for whom, and what gives way
 * @returns the pipeline, or what was done about an unfinished one instead; throws `already-complete`
 */
export async function beginFromSpec<Settled extends object>(
  bench: Workbench,
  { spec, source }: Pick<ReadSpec, 'spec' | 'source'>,
  how: SpecBeginning<Settled>,
): Promise<BegunPipeline | { readonly settled: Settled }> {
  const init = initEventOf(spec, source);
  const key = pipelineKey(init.prd);
  const { owner, opId } = how;
  const isRepeated = opId !== undefined && (await bench.store.findOp(key, opId)) !== null;
  const found = isRepeated ? 'nothing' : await whatIsThere(bench, init.prd, how);
  const over = typeof found === 'object' || found === 'complete';
  if (typeof found === 'object') {
    const settled = await how.settle(key, found);
    if (settled !== null) return { settled };
    await loadForDiscard(bench, key, { owner });
  }
  // A repeated call finds what it began, also when that was over another run.
  const options = { over: over || isRepeated, ...(opId === undefined ? {} : { opId }) };
  return { key, saved: await beginPipeline(bench, init, options), over };
}

/** What is there under that id; one that is complete only gives way to a call that says so. */
async function whatIsThere(
  bench: Workbench,
  id: string,
  { owner, complete }: Pick<SpecBeginning<unknown>, 'owner' | 'complete'>,
): Promise<Decision | 'complete' | 'nothing'> {
  try {
    const found: BuildStart = await decideBuild(bench, { id, owner });
    return found.is === 'start' ? 'nothing' : found.decision;
  } catch (error) {
    if (!isPawlError(error, 'already-complete')) throw error;
    if (complete === 'fresh') return 'complete';
    throw new PawlError(error.code, error.message, { hint: `${error.hint ?? ''} ${complete.hint}`.trim() });
  }
}
