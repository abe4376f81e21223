// What a brief is made with, beside the run itself.

import type { Family } from '../../families/family.js';
import type { JsonObject } from '../../rules/json/json.js';
import type { Reader } from './limits.js';
import type { RunOverview } from '../../rules/overview.js';

/** What a brief asks a family. */
export type BriefFamily = Pick<Family<JsonObject>, 'overview' | 'resumePoint'>;

/** Another unfinished run, in one line. */
export interface OtherLine {
  readonly ref: string;
  readonly overview: Pick<RunOverview, 'status' | 'progress'>;
}

/** What was found out about the run. */
export interface BriefLook {
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Units that were done and must be done again, in order. */
  readonly redo?: readonly string[] | undefined;
  /** Where it goes on once that was returned; where its document says unless given. */
  readonly from?: string | null | undefined;
  /** Who else works on it now, in words. */
  readonly held?: string | null | undefined;
  /** Why a person has to decide before work goes on, in words. */
  readonly doubts?: readonly string[] | undefined;
  /** Why the ship gate does not let the run go on, in words. */
  readonly shipGate?: string | null | undefined;
  /** The command that puts the document right before anything else can be done. */
  readonly mend?: string | null | undefined;
  /** That another branch is checked out than it was saved on, in words. */
  readonly branch?: string | null | undefined;
  /** Files that the open unit touched and that are not yet stored with it. */
  readonly touched?: readonly string[] | undefined;
  /** Other unfinished runs, the newest first. */
  readonly others?: readonly OtherLine[] | undefined;
  readonly reader?: Reader | undefined;
}
