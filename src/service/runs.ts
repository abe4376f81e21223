// Every run of a project in one line each, whatever its family.

import type { FamilyName } from '../rules/names.js';
import { type Overview, toOverview } from './checkpoint.js';
import type { Summary, SummaryFilter } from '../store/store.js';
import { everyPlace } from './refs.js';
import { type Workbench, familyOf } from './workbench.js';

/** Which runs are listed. */
export interface RunFilter {
  readonly family?: FamilyName | undefined;
  /** Only those with this status, as their family names it. */
  readonly status?: string | undefined;
  /** Also archived, failed and removed ones. */
  readonly all?: boolean | undefined;
  /** Only those with something left to do. */
  readonly unfinished?: boolean | undefined;
  /** At most so many, the newest. */
  readonly limit?: number | undefined;
}

/**
 * Lists runs, the most recently changed first.
 * @param bench the store and the circumstances
 * @param filter which of them
 * @returns one line about each
 */
export async function listRuns(bench: Workbench, filter: RunFilter = {}): Promise<readonly Overview[]> {
  const now = bench.clock();
  const wanted: SummaryFilter = {
    ...(filter.family === undefined ? {} : { family: filter.family }),
    ...(filter.status === undefined ? {} : { status: filter.status }),
    ...(filter.unfinished === undefined ? {} : { unfinished: filter.unfinished }),
    ...(filter.limit === undefined ? {} : { limit: filter.limit }),
    places: filter.all === true ? everyPlace : ['live'],
  };
  return (await summariesIn(bench, wanted)).map((one) => toOverview(one, now));
}

/**
 * Sums runs up, in the fastest way that the store has.
 * @param bench the store and the circumstances
 * @param filter which of them
 * @returns one line about each, the most recently changed first
 */
export async function summariesIn(bench: Workbench, filter: SummaryFilter): Promise<readonly Summary[]> {
  return bench.store.summaries?.(filter) ?? summariesOf(bench, filter);
}

function time(one: Summary): string {
  return one.overview.updated_at ?? '';
}

/** For stores that only list. */
async function summariesOf(bench: Workbench, filter: SummaryFilter): Promise<readonly Summary[]> {
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
