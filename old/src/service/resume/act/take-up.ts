// Taking a run up: it becomes the owner's, returns to its place and leaves its failure behind.

import { commandOverview, commandResumePoint } from '../../../families/command/resume.js';
import { approvalDue } from '../../../families/pipeline/index.js';
import type { JsonObject } from '../../../rules/json/json.js';
import type { Key } from '../../../rules/names.js';
import type { Stored } from '../../../store/store.js';
import type { Plan } from '../../change.js';
import { redoStale } from '../../evidence/settle-stale.js';
import { stalenessOf } from '../../evidence/staleness.js';
import { askerOf, type LeaseView, type Owner, takeLease } from '../../lease/leases.js';
import { noteWork } from '../../lease/note-work.js';
import { personOf } from '../../person-of.js';
import { planCommand } from '../../plans/command.js';
import { planPipeline } from '../../plans/pipeline.js';
import { planPipelineSteps } from '../../plans/pipeline-steps.js';
import { planWorkflow } from '../../plans/workflow.js';
import { isFromClone } from '../clone.js';
import type { Decision } from '../decision.js';
import { familyOf, readNewest, type Workbench, write } from '../../workbench.js';
import { isStranger } from '../../../store/notices.js';
import { standingDoubt } from '../judge/doubts.js';
import { takesSteps } from '../judge/takes-steps.js';

/** How a run is taken up. */
export interface TakeUp {
  readonly owner?: Owner | undefined;
  /** Also from someone who is at work, when a person has decided so. */
  readonly steal?: boolean | undefined;
  /** Whether a person was asked and decided so: that is recorded, and not asked again. */
  readonly decided?: boolean | undefined;
  /** Whether results of a pipeline that no longer hold are returned to be done again. */
  readonly redo?: boolean | undefined;
}

/** The run as it goes on, or who has it. */
export type TakenUp = { readonly ok: true; readonly stored: Stored } | { readonly ok: false; readonly held: LeaseView };

/**
 * Takes a run up: it is the owner's now, back in its place, and out of its failure.
 * @param bench the store and the circumstances
 * @param key the run
 * @param options who, and whether from someone else
 * @returns the run, or who has it
 */
export async function resumeRun(bench: Workbench, key: Key, options: TakeUp = {}): Promise<TakenUp> {
  const owner = options.owner ?? askerOf(bench);
  const taken = takeLease(bench, key, owner, { steal: options.steal === true });
  if (!taken.ok) return taken;
  noteWork(bench, key, 'step', owner); // from now on it is what the agent's session works on
  const before = await readNewest(bench.store, key);
  if (before.notices.some(({ code }) => code === 'damaged')) await bench.store.repair?.(key, bench.actor);
  const isForeign = await isFromClone(bench, before);
  // Publishing puts the good revision in place of bytes that are none; those are kept aside.
  const isStrange = before.notices.some(isStranger);
  if (options.decided === true) await overrule(bench, before);
  const plan = planGoOn(bench, before, isForeign || isStrange || options.decided === true);
  if (plan !== null) await write(bench, key, plan);
  if (options.redo === true && key.family === 'pipeline') await redoStale(bench, key);
  return { ok: true, stored: await readNewest(bench.store, key) };
}

/** Whoever was told of a no at a point of the build and goes on all the same says yes there; completing is asked for itself. */
async function overrule(bench: Workbench, { key, state }: Stored): Promise<void> {
  const due = key.family === 'pipeline' && isWorkable(bench, key, state) ? approvalDue(state) : null;
  if (due === null || !due.isNo || due.about === 'completion') return;
  const yes = { type: 'approve', about: due.about, answer: 'yes', by: personOf(bench.actor) } as const;
  // What was changed since the no is what the yes is about.
  const { moved } = await stalenessOf(bench, state);
  await write(bench, key, planPipelineSteps(key, [...moved, yes]));
}

/**
 * Says what became of a run that was taken up.
 * @param ref how commands name it
 * @param after the run now: where it goes on, and its status
 * @returns e.g. `PRD-009 is yours: continue with Phase 2`
 */
export function takenUpInWords(ref: string | null, after: Pick<Decision, 'from' | 'status'>): string {
  const { from, status } = after;
  if (status === 'complete') return `${ref} is yours: nothing was left to do, and it is complete now`;
  return `${ref} is yours: ${from === null ? 'nothing is left but to complete it' : `continue with ${from}`}`;
}

/** What has to be written before work goes on; null when nothing has. */
function planGoOn(bench: Workbench, { key, state, place }: Stored, isToRecord: boolean): Plan | null {
  const isFailed = state['status'] === 'failed';
  if (key.family === 'workflow' && isFailed) return alsoFromAfar(planWorkflow(key, { type: 'retry' }, bench.root));
  // Seed 003: after the fix, a failed pipeline is paused until its next workstream starts. So is one in doubt, or stalled.
  const isStalled = familyOf(bench, key).overview(state).status === 'stalled';
  const isStopped = isFailed || isStalled || standingDoubt(state) !== null;
  if (key.family === 'pipeline' && isStopped && isWorkable(bench, key, state))
    return planPipeline(key, { type: 'pause' });
  const again = key.family === 'command' && isWorkable(bench, key, state) ? failedPhase(state) : null;
  if (key.family === 'command' && again !== null) {
    const { command, feature } = key;
    return planCommand(key, { type: 'phase', command, feature, phase: again, data: { status: 'in_progress' } });
  }
  // From now on someone works on it here.
  if (place === 'live' && !isToRecord) return null;
  return key.family === 'workflow' ? asOfNow(bench, key) : asItIs('live', 'resumed');
}

/** A workflow is old by what it says itself: one that somebody goes on with is not. What has drifted stays as it is. */
function asOfNow(bench: Workbench, key: Key): Plan {
  const family = familyOf(bench, key);
  return (doc, now, current) => {
    const state = doc ?? current?.state ?? {};
    const isSound = isWorkable(bench, key, state);
    return { state: isSound ? family.stamp(state, now) : state, place: 'live', event: { name: 'resumed' } };
  };
}

function isWorkable(bench: Workbench, key: Key, state: JsonObject): boolean {
  return takesSteps(key.family, state, familyOf(bench, key).check(state, { idPattern: bench.idPattern }));
}

/** The phase that a failed command goes on with; null when none has failed, or another one is under way. */
function failedPhase(state: JsonObject): string | null {
  return commandOverview(state).status === 'failed' ? commandResumePoint(state).unit : null;
}

/** A run that was archived is no document for plans; here it is meant. */
function alsoFromAfar(plan: Plan): Plan {
  return (doc, now, current) => plan(doc ?? current?.state ?? null, now, current);
}

/**
 * Plans the same state in another place.
 * @param place the place
 * @param name what the history calls it
 * @param reason why
 * @returns the plan
 */
export function asItIs(place: Stored['place'], name: string, reason?: string): Plan {
  const event = reason === undefined ? { name } : { name, args: { reason } };
  return (doc, _now, current) => ({ state: doc ?? current?.state ?? {}, place, event });
}
