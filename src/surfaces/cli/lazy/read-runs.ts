// The runs of a project, read through its store. Loaded only when a glance at the catalogue is not enough.

import { openWorkbench } from '../../../service/open-workbench.js';
import type { RunFilter } from '../../../service/run-filter.js';
import { listRuns } from '../../../service/runs.js';
import { isTold } from '../../../store/notices.js';
import type { FileProblem, FoundRuns } from '../runs.js';

/**
 * Reads runs, the most recently changed first.
 * @param root the project's root
 * @param filter which of them
 * @returns the runs, and what is wrong with files
 */
export async function readRuns(root: string, filter: RunFilter): Promise<FoundRuns> {
  const problems: FileProblem[] = [];
  const bench = openWorkbench({
    root,
    onNotice: ({ code, message }) => {
      if (isTold({ code })) problems.push({ code, message });
    },
  });
  try {
    return { runs: await listRuns(bench, filter), problems };
  } finally {
    await bench.store.close();
  }
}
