// What the resume decision says of the runs that the status shows in full.

import { ageLimit } from '../../../service/config/age-limit.js';
import { families } from '../../../service/families.js';
import { decide } from '../../../service/resume/decide.js';
import type { Decision } from '../../../service/resume/decision.js';
import type { Overview } from '../../../service/overview.js';
import { withOpenBench } from '../../../service/with-open-bench.js';

/**
 * Decides about runs, as `pawl resume` does.
 * @param root the project's root
 * @param runs the runs
 * @returns the decisions, by the run's id; one that cannot be made is left out
 */
export async function decidedRuns(
  root: string,
  runs: readonly Pick<Overview, 'id'>[],
): Promise<ReadonlyMap<string, Decision>> {
  const decisions = new Map<string, Decision>();
  try {
    await withOpenBench({ root, families }, async (bench) => {
      const maxAgeDays = ageLimit(root)();
      for (const { id } of runs) decisions.set(id, await decide(bench, { ref: id, maxAgeDays }));
    });
  } catch {
    // A remark beside the status, which has its own words for what cannot be read.
  }
  return decisions;
}
