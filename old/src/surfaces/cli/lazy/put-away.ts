// Counts what was put away unfinished. Loaded only where something was.

import { withoutGivenUp } from '../../../service/given-up.js';
import { families } from '../../../service/families.js';
import { summariesOf } from '../../../service/runs.js';
import { withOpenBench } from '../../../service/with-open-bench.js';

/**
 * Counts the runs that are in no use, and that `resume` offers all the same.
 * @param root the project's root
 * @returns how many there are
 */
export async function countPutAway(root: string): Promise<number> {
  return withOpenBench({ root, families }, async (bench) => {
    const runs = await summariesOf(bench, { places: ['failed', 'archived'], unfinished: true });
    return (await withoutGivenUp(bench, runs)).length;
  });
}
