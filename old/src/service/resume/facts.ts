// The facts that follow from one revision of a run, its project's files and HEAD. What takes git, evidence or a plan is
// told by who asks.

import type { Family } from '../../families/family.js';
import type { JsonObject } from '../../rules/json/json.js';
import type { Stored } from '../../store/store.js';
import { type AbsentFiles, absentFiles, otherBranch } from '../absent-files.js';
import { ageDays } from '../overview.js';
import type { RunFacts } from './judge/judge.js';

/** What a decision needs of a run's family. */
export type DecidedFamily = Pick<Family<JsonObject>, 'overview' | 'resumePoint' | 'check'>;

/** Where a decision is made. */
export interface RunScene {
  readonly root: string;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly family: DecidedFamily;
  readonly head: () => string | null;
  /** The branch that is checked out where someone works. */
  readonly branch: () => string | null;
  readonly idPattern?: RegExp | undefined;
  /** Where the run's file is. */
  readonly path: string | null;
}

/** What facts are made of; who asks may know less than the store does. */
export type FactsRun = Pick<Stored, 'key' | 'state' | 'place' | 'revision' | 'notices' | 'event'>;

/** What was found out before. */
export type KnownFacts = Pick<
  RunFacts,
  'lease' | 'isFromClone' | 'stale' | 'waits' | 'shipGate' | 'planChange' | 'maxAgeDays'
>;

/** A pipeline's files are compared with its evidence. */
const noneAbsent: AbsentFiles = { gone: [], away: [] };

/** The events by which a run is taken up although something speaks against it. */
const takingUp: ReadonlySet<string> = new Set(['resumed', 'retry']);

/**
 * Gathers the facts about a run.
 * @param scene where
 * @param stored its newest revision
 * @param known what was found out before
 * @returns the facts
 */
export function factsWith(scene: RunScene, stored: FactsRun, known: KnownFacts): RunFacts {
  const { key, state, place, revision, notices, event } = stored;
  const { root, now, family, idPattern } = scene;
  const overview = family.overview(state);
  return {
    ...known,
    family: key.family,
    place,
    revision,
    doc: state,
    overview,
    point: family.resumePoint(state),
    problems: family.check(state, { idPattern }),
    notices,
    isDecided: known.lease.state === 'mine' && takingUp.has(event.name),
    ...(key.family === 'pipeline' ? noneAbsent : absentFiles(root, key.family, state, scene.branch)),
    otherBranch: otherBranch(state, scene.branch),
    head: key.family === 'command' ? scene.head() : null,
    ageDays: ageDays(overview.updated_at, now),
  };
}
