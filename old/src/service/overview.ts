// One line about a run, as lists and the status show it.

import type { FamilyName, Place } from '../rules/names.js';
import type { RunOverview } from '../rules/overview.js';

/** One line about a checkpoint. */
export interface Overview extends RunOverview {
  readonly ref: string;
  readonly family: FamilyName;
  /** The key as text, e.g. `command:implement/auth`. */
  readonly id: string;
  readonly place: Place;
  readonly revision: number;
  /** Unfinished, and untouched for a week, or for as long as `retention.max_age_days` says. */
  readonly stale: boolean;
  /** Where its file is; null for stores without files. */
  readonly path: string | null;
}

/** Seed 004: an unfinished run is old after a week, unless the configuration says otherwise. */
export const maxAgeDays = 7;
/** The least that can be configured: what is younger is not old, whatever the configuration says. */
export const minAgeDays = 1;
const dayMs = 24 * 60 * 60 * 1000;

/**
 * Tells how old something is. A clock that jumped back makes nothing younger than new.
 * @param at when, ISO 8601, or null when nobody knows
 * @param now the time, in milliseconds since 1970
 * @returns days, with fractions; 0 when unknown or in the future
 */
export function ageDays(at: string | null, now: number): number {
  const then = at === null ? Number.NaN : Date.parse(at);
  return Number.isNaN(then) ? 0 : Math.max(0, (now - then) / dayMs);
}

/** What a line is made of. */
export type OverviewParts = Pick<Overview, 'family' | 'id' | 'place' | 'revision' | 'path'>;

/**
 * Makes the line about a run.
 * @param parts what the store knows of it
 * @param overview what its family says
 * @param now the time, in milliseconds since 1970
 * @param limitDays gives the age from which a run is stale; asked only when that matters
 * @returns its overview
 */
export function overviewFrom(
  parts: OverviewParts,
  overview: RunOverview,
  now: number,
  limitDays: () => number = () => maxAgeDays,
): Overview {
  const { family, id, place, revision, path } = parts;
  // Named one by one: spreading them takes three times as long, and lists have thousands.
  const { title, status, finished, progress, current, next, error, updated_at } = overview;
  const age = finished ? 0 : ageDays(updated_at, now);
  return {
    ref: id.slice(family.length + 1),
    family,
    id,
    place,
    revision,
    title,
    status,
    finished,
    progress,
    current,
    next,
    error,
    updated_at,
    stale: age > minAgeDays && age > limitDays(),
    path,
  };
}
