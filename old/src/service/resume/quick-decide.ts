// The decision about the newest unfinished run without opening a store: where the catalogue answers, the run's file is what
// its log says, and nothing has to be hashed. Comes to what `decide` comes to; all else is left to that.

import { checkCommand } from '../../families/command/check.js';
import { commandOverview, commandResumePoint } from '../../families/command/resume.js';
import { checkWorkflow } from '../../families/workflow/check.js';
import { workflowOverview, workflowResumePoint } from '../../families/workflow/resume.js';
import type { FamilyName } from '../../rules/names.js';
import type { Stored, Summary } from '../../store/store.js';
import { allFresh } from '../evidence/stale-results.js';
import { readHead } from '../git.js';
import { glanceAtSummaries } from '../glance.js';
import { leasesOf } from '../lease/leases.js';
import { type Owner, ownerOnDemand } from '../lease/owner.js';
import { sessionOfOwner } from '../lease/session-owner.js';
import { readCurrent } from '../open.js';
import { maxAgeDays } from '../overview.js';
import { mayBeStale } from '../quick-brief.js';
import { boundRun } from '../session/binding.js';
import { isGated } from '../ship/is-gated.js';
import { branchAt } from '../worktrees.js';
import { inOrder, isGivenUp, mayBeGivenUp, offeredPlaces, otherRun } from './choose-run.js';
import { isLogCommitted, wasFound } from './clone.js';
import type { Decision } from './decision.js';
import { decisionOf } from './decision-of.js';
import { type DecidedFamily, factsWith } from './facts.js';
import { noWaits } from './judge/judge.js';

/** The results of a pipeline have to be compared with its files and its spec. */
const quickFamilies: Readonly<Partial<Record<FamilyName, DecidedFamily>>> = {
  command: { overview: commandOverview, resumePoint: commandResumePoint, check: checkCommand },
  workflow: { overview: workflowOverview, resumePoint: workflowResumePoint, check: checkWorkflow },
};

/**
 * Decides about the newest unfinished run, or the one of this session.
 * @param root the project's root
 * @param now the time, in milliseconds since 1970
 * @param owner who asks
 * @returns the decision; null when that takes more than a look
 */
export function quickDecide(root: string, now: number, owner: Owner = ownerOnDemand()): Decision | null {
  const found = offeredRuns(root, glanceAtSummaries(root, { places: offeredPlaces, unfinished: true }) ?? []);
  if (found === null || found.length === 0) return null; // before "nothing" is said, every file is looked at
  const leases = leasesOf({ root, clock: () => now }, owner);
  const [first, ...rest] = inOrder(found, leases.isMine, boundRun(root, sessionOfOwner(owner.id)));
  const family = first === undefined ? undefined : quickFamilies[first.key.family];
  if (first === undefined || family === undefined) return null;
  const stored = readCurrent(root, first.key);
  if (stored === null || !isQuick(stored, family, now)) return null;
  const others = rest.map(otherRun);
  const scene = { root, now, family, head: () => readHead(root), branch: () => branchAt(root), path: first.path };
  const facts = factsWith(scene, stored, {
    lease: leases.of(first.key),
    isFromClone: isLogCommitted(root, first.key),
    stale: allFresh,
    waits: noWaits,
    shipGate: null,
    planChange: null,
    maxAgeDays,
  });
  const wish = { others: others.map(({ ref, ...overview }) => ({ ref, overview })) };
  return { ...decisionOf(scene, stored, facts, wish), others };
}

/** Null when it takes more than a look to tell what failed for good. */
function offeredRuns(root: string, runs: readonly Summary[]): readonly Summary[] | null {
  const events = new Map(runs.filter(mayBeGivenUp).map((run) => [run, readCurrent(root, run.key)?.event.name]));
  if ([...events.values()].includes(undefined)) return null;
  return runs.filter((run) => !events.has(run) || !isGivenUp(run, events.get(run)));
}

/** What was only found here may have come with a clone, which its whole history tells. */
function isQuick({ key, state, event }: Stored, family: DecidedFamily, now: number): boolean {
  if (isGated(key)) return false;
  const { finished, updated_at } = family.overview(state);
  if (finished || wasFound(event.name)) return false;
  return key.family !== 'workflow' || !mayBeStale(state, updated_at, now);
}
