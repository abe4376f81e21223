// Which runs are listed, in the words of people and in those of the store.

import type { FamilyName, Place } from '../rules/names.js';
import type { SummaryFilter } from '../store/store.js';

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
  /** Every file is looked at; see `SummaryFilter`. */
  readonly exact?: boolean | undefined;
}

export const everyPlace: readonly Place[] = ['live', 'failed', 'archived', 'removed'];

/**
 * Gives a filter to the store.
 * @param filter which runs
 * @returns the same for a store
 */
export function summaryFilter(filter: RunFilter): SummaryFilter {
  const { family, status, unfinished, limit, exact } = filter;
  return {
    ...(family === undefined ? {} : { family }),
    ...(status === undefined ? {} : { status }),
    ...(unfinished === undefined ? {} : { unfinished }),
    ...(limit === undefined ? {} : { limit }),
    ...(exact === undefined ? {} : { exact }),
    places: filter.all === true ? everyPlace : ['live'],
  };
}
