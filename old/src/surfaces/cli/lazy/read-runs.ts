// The runs of a project, read through its store. Loaded only when a glance at the catalogue is not enough.

import { families } from '../../../service/families.js';
import type { RunFilter } from '../../../service/run-filter.js';
import { listRuns } from '../../../service/runs.js';
import { withOpenBench } from '../../../service/with-open-bench.js';
import { isTold } from '../../../store/notices.js';
import type { Notice } from '../../../store/store.js';
import type { FileProblem, FoundRuns } from '../runs.js';

/**
 * Reads runs, the most recently changed first.
 * @param root the project's root
 * @param filter which of them
 * @returns the runs, and what is wrong with files
 */
export async function readRuns(root: string, filter: RunFilter): Promise<FoundRuns> {
  const problems: FileProblem[] = [];
  const onNotice = ({ code, message }: Notice): void => {
    if (isTold({ code })) problems.push({ code, message });
  };
  return withOpenBench({ root, families, onNotice }, async (bench) => ({
    runs: await listRuns(bench, filter),
    problems,
  }));
}
