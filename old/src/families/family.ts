// The contract that each checkpoint family keeps. Families are pure: no disk, clock, git or network.

import type { Problem } from '../rules/errors.js';
import type { Json, JsonObject } from '../rules/json/json.js';
import type { FamilyName, Place } from '../rules/names.js';
import type { RunOverview } from '../rules/overview.js';

export type { FamilyName, Place };

/** What `list` and `status` show of a checkpoint. */
export type FamilyOverview = RunOverview;

/** Where work goes on, and what the last finished unit left behind. */
export interface ResumePoint {
  /** The unit to continue with; null when nothing is left. */
  readonly unit: string | null;
  /** What the last finished unit recorded. */
  readonly summary: string | null;
  readonly error: string | null;
}

/** What the check of a document may depend on. */
export interface CheckContext {
  /** Which pipeline ids are accepted; `PRD-\d{3}` unless a repository widens it. */
  readonly idPattern?: RegExp | undefined;
  /** How many words a context summary may have, where that is fewer than the format allows. */
  readonly summaryTokens?: number | undefined;
}

/** A family: how its documents are recognised, checked, summarised and continued. */
export interface Family<Doc extends object> {
  readonly name: FamilyName;
  /** Tells whether a parsed value has this family's shape at all; other tools' files do not. */
  recognises(value: unknown): value is JsonObject;
  /** Tells whether a file that is not recognised is likely to be a drifted checkpoint, by its name and its members. */
  resembles?(value: Json, stem: string): boolean;
  /** Tells whether a newer version of the format made a document: it is read, never written. Never throws. */
  isNewer(doc: Doc): boolean;
  /** Finds every problem of a document; an empty list means valid. Never throws. */
  check(doc: unknown, context?: CheckContext): readonly Problem[];
  /** Summarises a document, drifted ones included. Never throws. */
  overview(doc: Doc): FamilyOverview;
  /** Tells whether nothing is left to do, as the overview says it. Never throws. */
  isFinished(doc: Doc): boolean;
  /** Says where to go on. Never throws. */
  resumePoint(doc: Doc): ResumePoint;
  /** Makes lists and counters follow from the units, e.g. after a merge. Returns the same object when nothing changes. */
  settle(doc: Doc): Doc;
  /** Puts the family's change time into a document. */
  stamp(doc: Doc, now: string): Doc;
  /** Reads the family's change time. */
  stampOf(doc: Doc): string | null;
}
