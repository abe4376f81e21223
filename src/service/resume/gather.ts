// Finds out all that the judgement of a run depends on. Reads files and git, changes nothing.

import type { Stored } from '../../store/store.js';
import { ageDays } from '../checkpoint.js';
import type { LeaseView } from '../lease/lease.js';
import { familyOf, type Workbench } from '../workbench.js';
import { isFromClone } from './clone.js';
import { goneFiles } from '../gone-files.js';
import { allFresh, stalenessOf } from '../evidence/staleness.js';
import type { RunFacts } from './judge/judge.js';
import { planChangeOf } from './plan-change.js';

/** The events by which a run is taken up although something speaks against it. */
const takingUp: ReadonlySet<string> = new Set(['resumed', 'retry']);

/**
 * Gathers the facts about a run.
 * @param bench the store and the circumstances
 * @param stored its newest revision
 * @param lease who works on it
 * @param maxAgeDays when a workflow counts as old
 * @returns the facts
 */
export async function factsOf(
  bench: Workbench,
  stored: Stored,
  lease: LeaseView,
  maxAgeDays: number,
): Promise<RunFacts> {
  const { key, state, place, revision, notices, event } = stored;
  const family = familyOf(bench, key);
  const overview = family.overview(state);
  return {
    family: key.family,
    place,
    revision,
    doc: state,
    overview,
    point: family.resumePoint(state),
    problems: family.check(state, { idPattern: bench.idPattern }),
    notices,
    lease,
    isDecided: lease.state === 'mine' && takingUp.has(event.name),
    isFromClone: await isFromClone(bench, stored),
    gone: key.family === 'pipeline' ? [] : goneFiles(bench.root, key.family, state),
    stale: key.family === 'pipeline' ? await stalenessOf(bench, state) : allFresh,
    planChange: key.family === 'workflow' ? planChangeOf(bench.root, state) : null,
    head: key.family === 'command' ? bench.head() : null,
    ageDays: ageDays(overview.updated_at, bench.clock()),
    maxAgeDays,
  };
}
