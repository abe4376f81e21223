// Finds out all that the judgement of a run depends on. Reads files and git, changes nothing.

import { isFinishedPipeline } from '../../families/pipeline/resume.js';
import type { Stored } from '../../store/store.js';
import { afterRedo } from '../evidence/after-redo.js';
import { allFresh, namesOf } from '../evidence/stale-results.js';
import { stalenessOf } from '../evidence/staleness.js';
import type { LeaseView } from '../lease/lease.js';
import type { Workbench } from '../workbench.js';
import { isFromClone } from './clone.js';
import { factsWith, type RunScene } from './facts.js';
import { noWaits, type RunFacts, type Waits } from './judge/judge.js';
import { whyShipWaits } from '../ship/why-waits.js';
import { planChangeOf } from './plan-change.js';
import { waitsOf } from './waits.js';

/** Whoever has a deadline, as hooks do, does not wait for a large working tree. */
const hurriedMs = 500;

/**
 * Gathers the facts about a run.
 * @param bench the store and the circumstances
 * @param scene where the decision is made
 * @param stored its newest revision
 * @param lease who works on it
 * @param maxAgeDays when a workflow counts as old
 * @returns the facts
 */
export async function factsOf(
  bench: Workbench,
  scene: RunScene,
  stored: Stored,
  lease: LeaseView,
  maxAgeDays: number,
): Promise<RunFacts> {
  const { key, state } = stored;
  const facts = factsWith(scene, stored, {
    lease,
    maxAgeDays,
    isFromClone: await isFromClone(bench, stored),
    // What changed since a run was complete is told where that is asked for.
    stale: key.family === 'pipeline' && !isFinishedPipeline(state) ? await stalenessOf(bench, state) : allFresh,
    waits: key.family === 'pipeline' ? await pipelineWaits(bench, scene, stored) : noWaits,
    shipGate: whyShipWaits(bench, key, state, bench.deadlineMs === undefined ? undefined : hurriedMs),
    planChange: key.family === 'workflow' ? planChangeOf(bench.root, state) : null,
  });
  // Taking a pipeline up returns what no longer holds: it goes on with that.
  const redone = afterRedo(state, namesOf(facts.stale.results));
  return redone === state
    ? facts
    : { ...facts, point: { ...facts.point, unit: scene.family.resumePoint(redone).unit } };
}

async function pipelineWaits(bench: Workbench, { family }: RunScene, stored: Stored): Promise<Waits> {
  const overview = family.overview(stored.state);
  const waits = waitsOf(stored.state, overview);
  const gate = overview.current === null && overview.next?.startsWith('gate ') ? overview.next.slice(5) : null;
  if (gate === null) return waits;
  const { personFirst } = await import('../evidence/lazy/spec-hashes.js');
  return { ...waits, person: personFirst({ bench, key: stored.key, stored }, gate) };
}
