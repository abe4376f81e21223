// What was found to hold no longer. Data alone: whoever only tells about it loads nothing else.

import type { StaleResult } from '../../families/pipeline/evidence/index.js';
import type { MovedEvent } from '../../families/pipeline/index.js';
import { keyOf } from '../../families/pipeline/evidence/order.js';

export interface Staleness {
  /** The smallest set to do again, in the order in which that is possible. */
  readonly results: readonly StaleResult[];
  /** What is good to know and makes nothing stale. */
  readonly notes: readonly string[];
  /** What changed and makes nothing stale, because work that was begun goes on over it. */
  readonly underWay: readonly UnderWay[];
  /** What is not here, or not so, because another branch is checked out, in words: nothing is done again for it. */
  readonly away: readonly string[];
  /** What the run has to take over when it goes on: the states of files that changed and make nothing stale for good. */
  readonly moved: readonly MovedEvent[];
}

/** A changed file that makes nothing stale: later work was begun over it and is not done, or a person was asked. */
export interface UnderWay {
  readonly path: string;
  /** The result that it would make stale: a workstream's id, or the use of a gate. */
  readonly of: string;
  /** The workstream that was begun; or who else, in words. */
  readonly by: string;
  /** Why that is no reason, in words; that the workstream names it among its outputs unless given. */
  readonly why?: string;
}

/** Nothing to say. */
export const allFresh: Staleness = { results: [], notes: [], underWay: [], away: [], moved: [] };

/**
 * Names results as lists of what to do again do.
 * @param results the results
 * @returns e.g. `WS2`, `gate type-check (WS2)`
 */
export function namesOf(results: readonly StaleResult[]): readonly string[] {
  return results.map(keyOf);
}
