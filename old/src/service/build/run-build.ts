// Takes a run for a build, brings it to the state that work can go on from, builds, and leaves nothing behind.

import type { PipelineCheckpoint, PipelineEvent } from '../../families/pipeline/index.js';
import { initEventOf, type SpecSource } from '../../families/pipeline/spec/index.js';
import { PawlError } from '../../rules/errors.js';
import { type Key, refOf } from '../../rules/names.js';
import { asDocument } from '../documents.js';
import { acceptStale } from '../evidence/settle-stale.js';
import type { Staleness } from '../evidence/stale-results.js';
import type { Owner } from '../lease/leases.js';
import { beginPipeline } from '../pipeline/begin-pipeline.js';
import { ChildRoll, endOrphans } from '../process/child-roll.js';
import { forgetKilled } from '../process/killed-build.js';
import { planPipelineSteps } from '../plans/pipeline-steps.js';
import { resumeRun } from '../resume/act/take-up.js';
import { readNewest, type Workbench, write } from '../workbench.js';
import { Build, type BuildScene } from './build.js';
import type { BuildEnd, GateRan } from './build-parts.js';
import { dueEvents } from './due-events.js';
import { earlierStarts } from './earlier-starts.js';
import { holdRun } from './hold-run.js';
import { keepOwnRun } from './own-run.js';
import type { Ran } from './run-workstream.js';
import { SpecWatch } from './spec-edit.js';

/** What is asked of a build. */
export interface BuildRequest
  extends Omit<BuildScene, 'roll' | 'session' | 'specPath' | 'root' | 'runGate' | 'lost' | 'starts' | 'edits'> {
  readonly source: SpecSource;
  readonly owner: Owner;
  /** Begin from the spec: there is no run, or what there is goes to its history. */
  readonly begin: boolean;
  /** Why results are kept although what they are about has changed. */
  readonly accept: string | undefined;
  /** Told what is done again, or kept, and why. */
  readonly onStale: (stale: Staleness, isKept: boolean) => void;
  /** Told how the workstreams of an edited spec differ from those of the run, in words. */
  readonly onReplan: (change: string) => void;
  /** Makes the part that runs gates. */
  readonly gates: (scene: Omit<BuildScene, 'runGate'>) => BuildScene['runGate'];
}

/** What came of a build. */
export interface BuildReport {
  readonly end: BuildEnd;
  readonly doc: PipelineCheckpoint;
  readonly ran: readonly Ran[];
  readonly gates: readonly GateRan[];
  /** How many processes of an earlier, killed build were ended. */
  readonly orphans: number;
  /** The results that were kept although they no longer fit, by name; then, in words, that the run's file was changed meanwhile. */
  readonly kept: readonly string[];
}

/** What background processes of finished work get at the end. */
const leftoverGraceMs = 1_000;

/**
 * Builds a run.
 * @param request what to build, and with whom
 * @returns what came of it; throws `held` when someone else works on the run
 */
export async function runBuild(request: BuildRequest): Promise<BuildReport> {
  const { bench, key, source } = request;
  const { root } = bench;
  const roll = ChildRoll.open(root, key);
  let isClean = false;
  try {
    const held = holdRun(bench, key, roll.mark, request.owner);
    try {
      const { ended: orphans, stuck } = await endOrphans(root, key);
      if (stuck.length > 0) throw stillRunning(request);
      const paused = new AbortController();
      const stop = AbortSignal.any([request.stop, held.lost, paused.signal]);
      const { session, lost } = held;
      const { doc, due, accepted } = await prepare(request, held.owner);
      const kept = [...accepted];
      const onKept = (message: string): void => {
        kept.push(message);
        request.watch.kept(message);
      };
      const onStopped = (who: string): void => {
        if (stop.aborted) return;
        request.watch.kept(`${who}: what runs is asked to end`);
        paused.abort(who);
      };
      const own = await keepOwnRun(bench, key, { lost, onKept, onStopped });
      const starts = request.begin ? new Map<string, number>() : await earlierStarts(bench, key);
      const edits = new SpecWatch(root, request.spec, source, bench.idPattern);
      const scene = { ...request, edits, bench: own, root, roll, starts, stop, session, lost, specPath: source.path };
      const build = new Build({ ...scene, runGate: request.gates(scene) }, doc, due);
      let end: BuildEnd;
      try {
        end = await build.run();
      } finally {
        isClean = await roll.endAll(request.kill.aborted ? 0 : leftoverGraceMs);
        await publish(own, key);
      }
      const { doc: last, ran, gates } = build;
      if (end.is === 'interrupted' && paused.signal.aborted)
        end = { is: 'paused', reasons: [String(paused.signal.reason)] };
      return { end: lost.aborted ? lostEnd : end, doc: last, ran, gates, orphans, kept };
    } finally {
      held.release();
    }
  } finally {
    // What could not be ended is found by its roll when the run is taken up again.
    if (isClean) {
      roll.close();
      forgetKilled(root, refOf(key));
    } else roll.leave();
  }
}

/** The file says what is told: what the last moments made of it is noticed, and it is put back, while the run is held. */
async function publish({ store }: Workbench, key: Key): Promise<void> {
  store.flush?.();
  await store.get(key);
  store.flush?.();
}

const lostEnd: BuildEnd = { is: 'interrupted', reasons: ['someone else took the run over'] };

function stillRunning({ key }: BuildRequest): PawlError {
  return new PawlError('held', `processes of an earlier build of ${refOf(key)} are still running and cannot be ended`, {
    hint: 'End them, then build again; nothing was changed.',
  });
}

/** What work goes on from. */
interface Prepared {
  readonly doc: PipelineCheckpoint;
  /** What has to be recorded first. */
  readonly due: readonly PipelineEvent[];
  /** The results that a person keeps although they no longer fit. */
  readonly accepted: readonly string[];
}

async function prepare(request: BuildRequest, owner: Owner): Promise<Prepared> {
  const { bench, key, spec, source } = request;
  if (request.begin) {
    const { document } = await beginPipeline(bench, initEventOf(spec, source), { over: true });
    return { doc: document, due: [], accepted: [] };
  }
  const taken = await resumeRun(bench, key, { owner });
  if (!taken.ok) throw new PawlError('held', `${refOf(key)} is ${taken.held.reason ?? 'held by someone else'}`);
  const doc = asDocument<PipelineCheckpoint>(taken.stored.state);
  const { events: due, stale, change } = await dueEvents(request, doc);
  if (change !== '') request.onReplan(change);
  if (request.accept === undefined) {
    if (stale.results.length > 0) request.onStale(stale, false);
    return { doc, due, accepted: [] };
  }
  // A person keeps what no longer fits: that is a step of its own in the history.
  if (due.length > 0) await write(bench, key, planPipelineSteps(key, due));
  const accepted = stale.results.length === 0 ? [] : await acceptStale(bench, key, { reason: request.accept });
  if (accepted.length > 0) request.onStale(stale, true);
  return { doc: asDocument<PipelineCheckpoint>((await readNewest(bench.store, key)).state), due: [], accepted };
}
