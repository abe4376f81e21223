// What the library answers with: a checkpoint, its place in history, and its overview.

import type { FamilyName, Place } from '../rules/names.js';
import { keyText, refOf } from '../rules/names.js';
import { asDocument } from './documents.js';
import type { Holder } from './lease/holder.js';
import type { Notice, Stored, Summary } from '../store/store.js';
import { type Overview, overviewFrom } from './overview.js';

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
  /** True when the op id was known: nothing was stored now, and this is the revision of then. */
  readonly repeated: boolean;
  /** Who else works on the run, told when the project was opened for a session: it was stored all the same. */
  readonly heldBy?: Holder | null;
}

export { ageDays, maxAgeDays, type Overview } from './overview.js';

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
 * @param limitDays gives the age from which a run is stale
 * @returns its overview
 */
export function toOverview(
  { key, place, revision, overview, path }: Summary,
  now: number,
  limitDays?: () => number,
): Overview {
  return overviewFrom({ family: key.family, id: keyText(key), place, revision, path }, overview, now, limitDays);
}
