// What a build begins with, by seed 003's resume logic: afresh from the spec, or with the run that is there.

import { alreadyComplete } from '../../families/pipeline/index.js';
import { isPawlError, PawlError } from '../../rules/errors.js';
import { type Key, keyText, parseKey, pipelineKey } from '../../rules/names.js';
import { askerOf, type Owner } from '../lease/leases.js';
import { decide } from '../resume/decide.js';
import type { Decision } from '../resume/decision.js';
import type { Workbench } from '../workbench.js';

export interface BuildWish {
  /** The pipeline's id; the most recent unfinished one unless given. */
  readonly id?: string | undefined;
  readonly owner?: Owner | undefined;
}

/** What a build begins with. */
export type BuildStart =
  /** There is no such run, or its file was removed: it begins from its spec. */
  | { readonly is: 'start'; readonly key: Key }
  /**
   * An unfinished run. The verdict says how it goes on: `resume` at once (initialized, paused, or one's own), `ask` a person
   * first (failed: is it fixed? in progress: restart or continue?), `blocked` not now. Then `resumeRun` or `startFresh` acts.
   */
  | { readonly is: 'unfinished'; readonly key: Key; readonly decision: Decision };

/**
 * Decides what a build begins with. Changes nothing.
 * @param bench the store and the circumstances
 * @param wish which pipeline, for whom
 * @returns what it begins with; throws `already-complete` for one that is over, and `not-found` when none is named and
 * none is unfinished
 */
export async function decideBuild(bench: Workbench, wish: BuildWish = {}): Promise<BuildStart> {
  const owner = wish.owner ?? askerOf(bench);
  if (wish.id === undefined)
    return latest(await decide(bench, { family: 'pipeline', owner, brief: { asksItself: true } }));
  const key = pipelineKey(wish.id);
  const decision = await loadDecision(bench, key, owner);
  // A file that was removed is honoured: only its history is left.
  if (decision === null || decision.place === 'removed') return { is: 'start', key };
  if (decision.verdict === 'nothing') throw alreadyComplete(wish.id);
  return { is: 'unfinished', key, decision };
}

async function loadDecision(bench: Workbench, key: Key, owner: Owner): Promise<Decision | null> {
  try {
    return await decide(bench, { ref: keyText(key), owner, brief: { asksItself: true } });
  } catch (error) {
    if (!isPawlError(error, 'not-found')) throw error;
    return null;
  }
}

function latest(decision: Decision): BuildStart {
  const key = parseKey(decision.id ?? '');
  if (key !== null) return { is: 'unfinished', key, decision };
  throw new PawlError('not-found', 'no build is unfinished here', {
    hint: 'Name the one to begin by its id or by the path of its spec, e.g. PRD-009.',
  });
}
