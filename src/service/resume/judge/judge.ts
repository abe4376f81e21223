// Whether a run can go on: facts in, judgement out. Pure; how the facts are found is gather.ts.

import type { FamilyOverview, ResumePoint } from '../../../families/family.js';
import type { Problem } from '../../../rules/errors.js';
import type { JsonObject } from '../../../rules/json/json.js';
import type { FamilyName, Place } from '../../../rules/names.js';
import { harmlessLine } from '../../../rules/text/harmless.js';
import type { Notice } from '../../../store/store.js';
import { namesOf, type Staleness } from '../../evidence/stale-results.js';
import type { GoneFiles } from '../../gone-files.js';
import type { LeaseView } from '../../lease/lease.js';
import type { Choice, Verdict } from '../decision.js';
import { blockersOf } from './blockers.js';
import { doubtsOf } from './doubts.js';
import { notesOf } from './notes.js';

/** All that the judgement of one run depends on. */
export interface RunFacts {
  readonly family: FamilyName;
  readonly place: Place;
  readonly revision: number;
  readonly doc: JsonObject;
  readonly overview: FamilyOverview;
  readonly point: ResumePoint;
  /** What is wrong with the document. */
  readonly problems: readonly Problem[];
  readonly notices: readonly Notice[];
  readonly lease: LeaseView;
  /** Nobody has worked on it here: it came with the repository. */
  readonly isFromClone: boolean;
  readonly gone: readonly GoneFiles[];
  /** Results of a pipeline that no longer hold. */
  readonly stale: Staleness;
  /** What happened to the plan, in words; null when it is as it was, or when there is none. */
  readonly planChange: string | null;
  /** HEAD now; null outside a repository. */
  readonly head: string | null;
  readonly ageDays: number;
  /** When a workflow counts as old. */
  readonly maxAgeDays: number;
}

export interface Judgement {
  readonly verdict: Exclude<Verdict, 'nothing'>;
  readonly reasons: readonly string[];
  readonly notes: readonly string[];
  readonly redo: readonly string[];
  readonly options: readonly Choice[];
}

/** What stands in the way, and what can be chosen all the same. */
export interface Blocker {
  readonly reason: string;
  readonly options: string;
}

const allChoices: readonly Choice[] = ['r', 's', 'v', 'd'];
const maxReasonChars = 500;

/**
 * Judges whether a run can go on.
 * @param facts what is known of it
 * @returns `blocked` when something stands in the way, `ask` when a person has to decide, else `resume`
 */
export function judgeRun(facts: RunFacts): Judgement {
  const blockers = blockersOf(facts);
  const doubts = doubtsOf(facts);
  return {
    verdict: blockers.length > 0 ? 'blocked' : doubts.length > 0 ? 'ask' : 'resume',
    reasons: [...blockers.map(({ reason }) => reason), ...doubts].map(shown),
    notes: notesOf(facts).map(shown),
    redo: [...facts.gone.map(({ unit }) => unit), ...namesOf(facts.stale.results)].map(shown),
    options: allChoices.filter((choice) => blockers.every(({ options }) => options.includes(choice))),
  };
}

/** Reasons quote what is stored. */
function shown(text: string): string {
  const line = harmlessLine(text);
  return line.length <= maxReasonChars ? line : `${line.slice(0, maxReasonChars - 1).toWellFormed()}…`;
}
