// Every run of a project in one line each, whatever its family.

import { type Overview, toOverview } from './checkpoint.js';
import { ageLimit } from './config/age-limit.js';
import type { Summary, SummaryFilter } from '../store/store.js';
import { type RunFilter, summaryFilter } from './run-filter.js';
import { type Workbench, familyOf } from './workbench.js';

export type { RunFilter } from './run-filter.js';

/**
 * Lists runs, the most recently changed first.
 * @param bench the store and the circumstances
 * @param filter which of them
 * @returns one line about each
 */
export async function listRuns(bench: Workbench, filter: RunFilter = {}): Promise<readonly Overview[]> {
  const now = bench.clock();
  const limitDays = ageLimit(bench.root);
  return (await summariesOf(bench, summaryFilter(filter))).map((one) => toOverview(one, now, limitDays));
}

function time(one: Summary): string {
  return one.overview.updated_at ?? '';
}

/**
 * Lists runs as the store knows them, the most recently changed first.
 * @param bench the store and the circumstances
 * @param filter which of them
 * @returns one line about each
 */
export async function summariesOf(bench: Workbench, filter: SummaryFilter): Promise<readonly Summary[]> {
  return bench.store.summaries?.(filter) ?? listed(bench, filter);
}

/** For stores that only list. */
async function listed(bench: Workbench, filter: SummaryFilter): Promise<readonly Summary[]> {
  const { store } = bench;
  return (await store.list(filter))
    .map((one): Summary => {
      const { key, revision, place, state } = one;
      return {
        key,
        revision,
        place,
        overview: familyOf(bench, key).overview(state),
        path: store.pathOf?.(key, place) ?? null,
      };
    })
    .filter(({ overview }) => filter.status === undefined || overview.status === filter.status)
    .filter(({ overview }) => filter.unfinished !== true || !overview.finished)
    .sort((a, b) => (time(a) === time(b) ? 0 : time(a) < time(b) ? 1 : -1))
    .slice(0, filter.limit);
}
