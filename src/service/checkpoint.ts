// What the library answers with: a checkpoint, its place in history, and its overview.

import type { FamilyOverview } from '../families/family.js';
import type { FamilyName, Place } from '../rules/names.js';
import { keyText, refOf } from '../rules/names.js';
import { asDocument } from './documents.js';
import type { Notice, Stored, Summary } from '../store/store.js';

/** A checkpoint as stored. */
export interface Checkpoint<Doc extends object = object> {
  readonly ref: string;
  readonly family: FamilyName;
  readonly revision: number;
  readonly place: Place;
  /** The document in its family's format; frozen. */
  readonly document: Doc;
  /** Who saved it, when and why. */
  readonly saved: { readonly at: string; readonly actor: string; readonly event: string };
  readonly notices: readonly Notice[];
}

/** A checkpoint after a change. */
export interface Saved<Doc extends object = object> extends Checkpoint<Doc> {
  /** JSON pointers of values in which secrets were replaced by `[redacted:kind]`. */
  readonly redacted: readonly string[];
}

/** One line about a checkpoint. */
export interface Overview extends FamilyOverview {
  readonly ref: string;
  readonly family: FamilyName;
  /** The key as text, e.g. `command:implement/auth`. */
  readonly id: string;
  readonly place: Place;
  readonly revision: number;
  /** Unfinished, and untouched for a week. */
  readonly stale: boolean;
  /** Where its file is; null for stores without files. */
  readonly path: string | null;
}

/** Seed 004: an unfinished run is old after a week. */
export const maxAgeDays = 7;
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

/**
 * Presents a stored revision.
 * @param stored the revision
 * @returns it as the library answers
 */
export function toCheckpoint<Doc extends object>(stored: Stored): Checkpoint<Doc> {
  return {
    ref: refOf(stored.key),
    family: stored.key.family,
    revision: stored.revision,
    place: stored.place,
    document: asDocument<Doc>(stored.state),
    saved: { at: stored.at, actor: stored.actor, event: stored.event.name },
    notices: stored.notices,
  };
}

/**
 * Presents a summary in one line.
 * @param summary what the store knows
 * @param now the time, in milliseconds since 1970
 * @returns its overview
 */
export function toOverview({ key, place, revision, overview, path }: Summary, now: number): Overview {
  const stale = !overview.finished && ageDays(overview.updated_at, now) > maxAgeDays;
  return { ref: refOf(key), family: key.family, id: keyText(key), place, revision, ...overview, stale, path };
}
