// The runs of the project that a call is about. A glance at the catalogue, where that is enough: it starts ten times faster.

import { glanceAtRuns } from '../../service/glance.js';
import type { Overview } from '../../service/checkpoint.js';
import type { RunFilter } from '../../service/run-filter.js';
import type { Notice } from '../../store/store.js';

/** Something that a person has to look at. */
export interface FileProblem {
  readonly code: Notice['code'] | 'config' | 'hooks';
  readonly message: string;
}

export interface FoundRuns {
  readonly runs: readonly Overview[];
  readonly problems: readonly FileProblem[];
}

/**
 * Finds runs, the most recently changed first.
 * @param root the project's root
 * @param filter which of them
 * @returns the runs, and what is wrong with files
 */
export async function findRuns(root: string, filter: RunFilter): Promise<FoundRuns> {
  const seen = glanceAtRuns(root, filter, Date.now());
  if (seen !== null) return { runs: seen, problems: [] };
  const { readRuns } = await import('./lazy/read-runs.js');
  return readRuns(root, filter);
}
