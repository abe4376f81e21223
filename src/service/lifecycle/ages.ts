// How old is too old. Pure: the time and the limits are given.

import type { RunOverview } from '../../rules/overview.js';
import type { Key, Place } from '../../rules/names.js';
import type { Stored } from '../../store/store.js';
import { ageDays, maxAgeDays } from '../checkpoint.js';

/** When runs are put away, in days. */
export interface AgeLimits {
  /** Workflows in use: seed 004 has 7. Completed runs of any family are packed after as many. */
  readonly maxAgeDays: number;
  /** Workflows in `failed/`, and snapshots of the code: seed 004 has 30. */
  readonly failedDays: number;
}

export const defaultLimits: AgeLimits = { maxAgeDays, failedDays: 30 };

/** What is to become of a run. */
export interface Verdict {
  readonly to: Place;
  readonly ageDays: number;
  /** In words, for the history. */
  readonly reason: string;
}

const days = (count: number): string => `${Math.floor(count)} ${Math.floor(count) === 1 ? 'day' : 'days'}`;

/**
 * Judges a run by its age. Only workflows have one: commands and pipelines stay until they are completed or deleted.
 * @param stored its newest revision
 * @param overview what its state says
 * @param limits when it is too old
 * @param now the time, in milliseconds since 1970
 * @returns what is to become of it; null when it stays
 */
export function judgeAge(
  stored: Pick<Stored, 'place' | 'at' | 'event'> & { readonly key: Key },
  overview: RunOverview,
  limits: AgeLimits,
  now: number,
): Verdict | null {
  if (stored.key.family !== 'workflow') return null;
  const touched = ageDays(overview.updated_at ?? stored.at, now);
  if (stored.place === 'live' && touched > limits.maxAgeDays) {
    const reason = `untouched for ${days(touched)} (limit ${limits.maxAgeDays})`;
    return { to: overview.status === 'complete' ? 'archived' : 'failed', ageDays: touched, reason };
  }
  if (stored.place !== 'failed') return null;
  // A file that another tool put there is as old as it says; else the time of its move counts.
  const since = stored.event.name === 'adopted' ? touched : ageDays(stored.at, now);
  if (since <= limits.failedDays) return null;
  return { to: 'archived', ageDays: since, reason: `in failed/ for ${days(since)} (limit ${limits.failedDays})` };
}
