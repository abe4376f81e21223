// Every run of a project in one line each, whatever its family.

import type { FamilyName } from '../rules/names.js';
import { type Overview, toOverview } from './checkpoint.js';
import { everyPlace } from './refs.js';
import type { Workbench } from './workbench.js';

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
  const { store } = bench;
  const now = bench.clock();
  const stored = await store.list({
    ...(filter.family === undefined ? {} : { family: filter.family }),
    places: filter.all === true ? everyPlace : ['live'],
  });
  return stored
    .map((one) => toOverview(one, now, store.pathOf?.(one.key, one.place) ?? null))
    .filter((one) => filter.status === undefined || one.status === filter.status)
    .filter((one) => filter.unfinished !== true || !one.finished)
    .sort((a, b) => (a.updated_at === b.updated_at ? 0 : (a.updated_at ?? '') < (b.updated_at ?? '') ? 1 : -1))
    .slice(0, filter.limit);
}
