// How old is too old. Pure: the time and the limits are given.

import type { RunOverview } from '../../rules/overview.js';
import type { Key, Place } from '../../rules/names.js';
import type { Stored } from '../../store/store.js';
import { ageDays, maxAgeDays } from '../checkpoint.js';
import { isGivenUp } from '../resume/choose-run.js';

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

/** Events that record what was found, not what was done. */
const foundEvents: ReadonlySet<string> = new Set(['adopted', 'switched']);

/**
 * Says a number of days.
 * @param count days, with fractions
 * @returns e.g. `1 day`
 */
export const days = (count: number): string => `${Math.floor(count)} ${Math.floor(count) === 1 ? 'day' : 'days'}`;

/**
 * Judges a run by its age. Only workflows have one: commands and pipelines stay until they are completed or deleted.
 * @param stored its newest revision
 * @param overview what its state says
 * @param limits when it is too old
 * @param now the time, in milliseconds since 1970
 * @param fileTime when its file was written, in milliseconds since 1970; null when there is none
 * @returns what is to become of it; null when it stays
 */
export function judgeAge(
  stored: Pick<Stored, 'place' | 'at' | 'event'> & { readonly key: Key },
  overview: RunOverview,
  limits: AgeLimits,
  now: number,
  fileTime: number | null = null,
): Verdict | null {
  if (stored.key.family !== 'workflow') return null;
  const { recorded, touched } = agesOf(stored, overview, now, fileTime);
  if (stored.place === 'live' && touched > limits.maxAgeDays) {
    const reason = `untouched for ${days(touched)} (limit ${limits.maxAgeDays})`;
    return { to: 'archived', ageDays: touched, reason };
  }
  if (stored.place !== 'failed' || recorded <= limits.failedDays) return null;
  const reason = `in failed/ for ${days(recorded)} (limit ${limits.failedDays})`;
  // What was put away unfinished is still offered, from the archive.
  const isOver = overview.finished || isGivenUp({ overview }, stored.event.name);
  return { to: isOver ? 'removed' : 'archived', ageDays: recorded, reason };
}

/**
 * Tells how old a run is, in days.
 * @param stored its newest revision
 * @param overview what its state says
 * @param now the time, in milliseconds since 1970
 * @param fileTime when its file was written, in milliseconds since 1970; null when there is none
 * @returns by its own `updated_at`; by what was recorded; and by the newer of both, which counts
 */
export function agesOf(
  stored: Pick<Stored, 'at' | 'event'>,
  overview: RunOverview,
  now: number,
  fileTime: number | null,
): { readonly said: number; readonly recorded: number; readonly touched: number } {
  // A file that was only found is as old as it says, or as it was written. Else the last event counts as well: a run that
  // was resumed or restored a moment ago is not old, whatever its state says.
  const isFound = foundEvents.has(stored.event.name);
  const said = ageDays(overview.updated_at ?? stored.at, now);
  const written = fileTime === null ? said : Math.min(said, ageDays(new Date(fileTime).toISOString(), now));
  const recorded = isFound ? written : ageDays(stored.at, now);
  return { said, recorded, touched: Math.min(said, recorded) };
}
