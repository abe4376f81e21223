// Whether a run can go on: facts in, judgement out. Pure; how the facts are found is gather.ts.

import type { FamilyOverview, ResumePoint } from '../../../families/family.js';
import type { Problem } from '../../../rules/errors.js';
import type { JsonObject } from '../../../rules/json/json.js';
import type { FamilyName, Place } from '../../../rules/names.js';
import { harmlessLine } from '../../../rules/text/harmless.js';
import { shorten } from '../../../rules/text/shorten.js';
import type { Notice } from '../../../store/store.js';
import { namesOf, type Staleness } from '../../evidence/stale-results.js';
import type { OtherBranch } from '../../absent-files.js';
import type { GoneFiles } from '../../gone-files.js';
import type { LeaseView } from '../../lease/lease.js';
import type { Choice, Verdict } from '../decision.js';
import { blockersOf } from './blockers.js';
import { doubtsOf } from './doubts.js';
import { notesOf } from './notes.js';

/** What a run waits for that is no work, in words. */
export interface Waits {
  /** A person has to decide. */
  readonly answers: readonly string[];
  /** Gates that could not be run, where nothing else can be done. */
  readonly gates: readonly string[];
  /** What a person does before the next command can be run by an agent; the run itself can go on. */
  readonly person?: string | null;
}

/** Waits for nothing. */
export const noWaits: Waits = { answers: [], gates: [] };

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
  /** A person has just decided that it goes on, and whoever asks took it up. */
  readonly isDecided: boolean;
  /** Nobody has worked on it here: it came with the repository. */
  readonly isFromClone: boolean;
  readonly gone: readonly GoneFiles[];
  /** What is not in the working tree, and stands on the branch that the run was saved on. */
  readonly away: readonly GoneFiles[];
  readonly otherBranch: OtherBranch | null;
  /** Results of a pipeline that no longer hold. */
  readonly stale: Staleness;
  readonly waits: Waits;
  /** Why the ship gate does not let a run of `ship` go on; null when it does, and for other runs. */
  readonly shipGate: string | null;
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
  /** Whether nothing but the form of its document stands in the way, which the doctor can put right. */
  readonly isMendable: boolean;
  /** Whether it only waits for an answer, or for a gate. */
  readonly isWaiting: boolean;
}

/** What stands in the way, and what can be chosen all the same. */
export interface Blocker {
  readonly reason: string;
  readonly options: string;
  /** The doctor can put it right. */
  readonly isMendable?: boolean;
}

const allChoices: readonly Choice[] = ['r', 's', 'v', 'd'];
const maxReasonChars = 500;

/**
 * Judges whether a run can go on.
 * @param facts what is known of it
 * @param asksItself whether whoever asks runs the gates and asks the person itself, as a build does
 * @returns `blocked` when something stands in the way, `ask` when a person has to decide, else `resume`
 */
export function judgeRun(facts: RunFacts, asksItself = false): Judgement {
  const waits = asksItself ? noWaits : facts.waits;
  const stops = blockersOf(facts);
  const blockers: readonly Blocker[] = [
    ...stops,
    ...waits.gates.map((reason) => ({ reason, options: allChoices.join('') })),
  ];
  const own = facts.isDecided ? [] : doubtsOf(facts);
  const doubts = facts.isDecided ? [] : [...own, ...waits.answers];
  return {
    verdict: blockers.length > 0 ? 'blocked' : doubts.length > 0 ? 'ask' : 'resume',
    reasons: [...blockers.map(({ reason }) => reason), ...doubts].map(shown),
    notes: notesOf(facts)
      .filter((note) => !waits.gates.includes(note) && !doubts.includes(note))
      .map(shown),
    redo: [...facts.gone.map(({ unit }) => unit), ...namesOf(facts.stale.results)].map(shown),
    options: allChoices.filter((choice) => blockers.every(({ options }) => options.includes(choice))),
    isMendable: blockers.length > 0 && blockers.every((one) => one.isMendable === true),
    isWaiting: stops.length + own.length === 0 && blockers.length + doubts.length > 0,
  };
}

/** Reasons quote what is stored. */
function shown(text: string): string {
  const line = harmlessLine(text);
  return shorten(line, maxReasonChars);
}
