// The answer of `resume`: one verdict over all unfinished runs, with reasons in words. A stable document for programs.

import type { FamilyName, Place } from '../../rules/names.js';
import type { Holder } from '../lease/holder.js';

/** Safe to continue; a person decides; cannot be continued as it is; nothing is unfinished. */
export type Verdict = 'resume' | 'ask' | 'blocked' | 'nothing';

/** Seed 004's answers: resume, start fresh, view details, delete. */
export type Choice = 'r' | 's' | 'v' | 'd';

/** What was done about the run; null when nothing was. */
export type Acted = 'resumed' | 'restarted' | 'deleted' | null;

/** An unfinished run that the decision is not about. */
export interface OtherRun {
  readonly ref: string;
  readonly family: FamilyName;
  readonly title: string;
  /** As its family names it; `unreadable` when nobody can tell. */
  readonly status: string;
  readonly progress: { readonly done: number; readonly total: number };
  readonly updated_at: string | null;
}

/** What to do about the unfinished runs of a project. */
export interface Decision {
  readonly verdict: Verdict;
  /** The run, as commands take it; null when there is none. */
  readonly ref: string | null;
  /** Its key as text, e.g. `pipeline:PRD-009`. */
  readonly id: string | null;
  readonly family: FamilyName | null;
  readonly title: string | null;
  readonly status: string | null;
  readonly place: Place | null;
  /** The revision that was looked at. */
  readonly revision: number | null;
  readonly progress: { readonly done: number; readonly total: number } | null;
  readonly updated_at: string | null;
  /** Where its file is. */
  readonly path: string | null;
  /** The unit to continue with, e.g. `api`, `Phase 3`, `Phase 2: WS2, WS3`. */
  readonly from: string | null;
  /** Why a person is asked, or why it is blocked; empty when it is safe. */
  readonly reasons: readonly string[];
  /** What is good to know and no reason, e.g. that HEAD has moved. */
  readonly notes: readonly string[];
  /** Finished units and gates that no longer hold: the smallest set to do again, in order, e.g. `WS2`, `gate lint (WS2)`. */
  readonly redo: readonly string[];
  /** The choices that are possible. */
  readonly options: readonly Choice[];
  readonly holder: Holder | null;
  /** The command line that comes next. */
  readonly next_command: string | null;
  /** What an agent is told about the run. */
  readonly brief: string | null;
  readonly others: readonly OtherRun[];
}

/** The decision when nothing is unfinished. */
export const nothingToResume: Decision = {
  verdict: 'nothing',
  ref: null,
  id: null,
  family: null,
  title: null,
  status: null,
  place: null,
  revision: null,
  progress: null,
  updated_at: null,
  path: null,
  from: null,
  reasons: [],
  notes: [],
  redo: [],
  options: [],
  holder: null,
  next_command: null,
  brief: null,
  others: [],
};
