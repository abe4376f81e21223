// What was found to hold no longer. Data alone: whoever only tells about it loads nothing else.

import type { StaleResult } from '../../families/pipeline/evidence/index.js';
import { keyOf } from '../../families/pipeline/evidence/order.js';

export interface Staleness {
  /** The smallest set to do again, in the order in which that is possible. */
  readonly results: readonly StaleResult[];
  /** What is good to know and makes nothing stale. */
  readonly notes: readonly string[];
}

/** Nothing to say. */
export const allFresh: Staleness = { results: [], notes: [] };

/**
 * Names results as lists of what to do again do.
 * @param results the results
 * @returns e.g. `WS2`, `gate type-check (WS2)`
 */
export function namesOf(results: readonly StaleResult[]): readonly string[] {
  return results.map(keyOf);
}
