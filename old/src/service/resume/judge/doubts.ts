// What makes a person decide whether a run goes on. Pure.

import { isStranger } from '../../../store/notices.js';
import type { Problem } from '../../../rules/errors.js';
import { isJsonObject, type JsonObject } from '../../../rules/json/json.js';
import { testsPassing } from '../../../families/workflow/tests-passing.js';
import { memberIn } from '../../../rules/json/read-member.js';
import { branchInWords } from '../../absent-files.js';
import { awayInWords, goneInWords } from '../../gone-files.js';
import { hasUnreadWork } from '../../unread-work.js';
import type { RunFacts } from './judge.js';
import { takesSteps } from './takes-steps.js';

const maxNamed = 3;

/**
 * Finds what speaks against simply going on. That HEAD has moved does not: it does so with every commit.
 * @param facts what is known of the run
 * @returns the reasons, in words
 */
export function doubtsOf(facts: RunFacts): readonly string[] {
  return [
    ...byPlace(facts),
    ...byFailure(facts),
    ...byStatus(facts),
    ...byAge(facts),
    ...byFile(facts),
    ...byUnits(facts),
    ...byDoubt(facts),
    ...byPlan(facts),
    ...facts.gone.map(goneInWords),
    ...byBranch(facts),
    ...facts.stale.away,
    ...facts.stale.results.filter(({ isOwn }) => isOwn).flatMap(({ reasons }) => reasons),
  ];
}

/**
 * Tells the problems of a document in one sentence.
 * @param problems at least one
 * @returns e.g. `its file has 2 problems, for …: /status must be …`
 */
export function problemsInWords(problems: readonly Problem[]): string {
  const told = problems.slice(0, maxNamed).map(({ path, message }) => `${path === '' ? 'it' : path} ${message}`);
  const more = problems.length > maxNamed ? `; and ${problems.length - maxNamed} more` : '';
  const count = problems.length === 1 ? 'a problem' : `${problems.length} problems`;
  return `its file has ${count}, for \`pawl doctor --fix\`: ${told.join('; ')}${more}`;
}

function byPlace({ place, isFromClone }: RunFacts): readonly string[] {
  const moved =
    place === 'archived' ? ['it was archived unfinished'] : place === 'failed' ? ['its file was moved to failed/'] : [];
  return isFromClone ? [...moved, 'it came with the repository: nobody has worked on it here'] : moved;
}

function byFailure({ overview, point, doc }: RunFacts): readonly string[] {
  if (overview.status === 'failed') return [`last run failed${point.error === null ? '' : `: ${point.error}`}`];
  if (point.error !== null) return [`last error: ${point.error}`];
  const tests = testsPassing(doc);
  if (tests === 'no') return ['its tests did not pass'];
  return tests === 'doubt' ? ['what it says of its tests is no plain yes: see tests_passing'] : [];
}

/** Seed 003: work that was under way is continued or begun again, as a person says; one's own just goes on. */
function byStatus({ family, overview, lease }: RunFacts): readonly string[] {
  // Whoever holds it is at it: nothing has stopped.
  if (family !== 'pipeline' || lease.state === 'mine' || lease.state === 'live') return [];
  const { status, current } = overview;
  if (status === 'stalled') return ['it is recorded as in progress, but nothing is running: it has stalled'];
  return current === null
    ? []
    : [`${current} ${current.includes(',') ? 'were' : 'was'} in progress when the work stopped`];
}

function byAge({ family, ageDays, maxAgeDays, doc }: RunFacts): readonly string[] {
  if (family !== 'workflow') return [];
  if (ageDays > maxAgeDays) return [`${Math.floor(ageDays)} days old (limit ${maxAgeDays})`];
  const { pawl, updated_at } = doc;
  const isUndated = isJsonObject(pawl) && typeof updated_at === 'string' && pawl['undated'] === updated_at;
  return isUndated ? ['when it was last worked on is not known: its file told no time'] : [];
}

function byFile({ family, doc, notices, problems, revision }: RunFacts): readonly string[] {
  const strange = notices.find(isStranger);
  // A run is known by its id, as unusual as that is: `doctor` says so, and every step takes it.
  const others = problems.filter(({ path }) => path !== '/prd');
  return [
    ...(strange === undefined ? [] : [`${strange.message}; revision ${revision} is the last good one`]),
    // What is blocked by its problems says so there.
    ...(others.length === 0 || !takesSteps(family, doc, problems) ? [] : [problemsInWords(others)]),
  ];
}

function byUnits(facts: RunFacts): readonly string[] {
  if (!hasUnreadWork(facts.doc, facts.overview.progress.total) || byDoubt(facts).length > 0) return [];
  return ['nothing of its work could be read when its file was repaired: what it says stands in pawl.repaired'];
}

function byDoubt({ doc }: RunFacts): readonly string[] {
  const doubt = standingDoubt(doc);
  return doubt === null ? [] : [`its file leaves it in doubt: ${doubt}`];
}

/**
 * Finds what the file said against its run when it was repaired.
 * @param doc the run
 * @returns the words; null when there are none, or when a step since then has left them behind
 */
export function standingDoubt({ pawl, updated_at, timestamp }: JsonObject): string | null {
  const doubt = memberIn(pawl, 'doubt');
  if (!isJsonObject(doubt) || doubt['at'] !== (updated_at ?? timestamp)) return null;
  return typeof doubt['text'] === 'string' ? doubt['text'] : null;
}

/** Whoever goes on here would make it a second time. */
function byBranch({ away, otherBranch }: RunFacts): readonly string[] {
  return away.length === 0 || otherBranch === null ? [] : [branchInWords(otherBranch), ...away.map(awayInWords)];
}

function byPlan({ planChange }: RunFacts): readonly string[] {
  return planChange === null ? [] : [planChange];
}
