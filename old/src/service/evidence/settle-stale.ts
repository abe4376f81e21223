// What is done about results that no longer hold: they are returned to be done again, or a person keeps them.

import type { RedoEvent } from '../../families/pipeline/index.js';
import { recordsOf, type StaleResult } from '../../families/pipeline/evidence/index.js';
import type { GateFinding, UnitFinding } from '../../families/pipeline/evidence/types.js';
import { PawlError } from '../../rules/errors.js';
import type { JsonObject } from '../../rules/json/json.js';
import { mapIn } from '../../rules/json/read-member.js';
import { type Key, refOf } from '../../rules/names.js';
import type { Stored } from '../../store/store.js';
import { readBranch } from '../git.js';
import { personOf } from '../person-of.js';
import { takesSteps } from '../resume/judge/takes-steps.js';
import { withPlan } from '../pipeline/with-plan.js';
import { planPipeline } from '../plans/pipeline.js';
import { planPipelineSteps } from '../plans/pipeline-steps.js';
import { familyOf, readNewest, type Workbench, write } from '../workbench.js';
import { FileHashes } from './file-hashes.js';
import { freeze } from './freeze.js';
import { specNow } from './spec-now.js';
import { namesOf } from './stale-results.js';
import { stalenessOf } from './staleness.js';

/** Who keeps results, and why. */
export interface AcceptRequest {
  readonly reason: string;
  readonly by?: string | undefined;
}

/**
 * Returns what no longer holds to be done again.
 * @param bench the store and the circumstances
 * @param key the pipeline
 * @returns what is to be done again, in order; nothing changes when everything holds, or when the file is drifted
 */
export async function redoStale(bench: Workbench, key: Key): Promise<readonly StaleResult[]> {
  const stored = await withPlan(bench, await readNewest(bench.store, key));
  const { results, moved } = await stalenessOf(bench, stored.state);
  // One that was only held open by results that did not hold, and now do, is complete.
  const isHeld = mapIn(stored.state, 'pawl')['awaits'] === 'evidence';
  const last = results.length > 0 ? [redoEvent(results)] : isHeld ? [{ type: 'pause' } as const] : [];
  const events = [...moved, ...last];
  if (events.length === 0 || !isSound(bench, stored)) return [];
  await write(bench, key, planPipelineSteps(key, events));
  return results;
}

/**
 * Tells why results of a run no longer hold.
 * @param bench the project
 * @param state the pipeline
 * @returns the reasons; none when everything holds
 */
export async function ownReasonsOf(bench: Workbench, state: JsonObject): Promise<readonly string[]> {
  return redoEvent((await stalenessOf(bench, state)).results).reasons ?? [];
}

/**
 * Makes the event that returns results to be done again.
 * @param results what no longer holds
 * @returns the event
 */
export function redoEvent(results: readonly StaleResult[]): RedoEvent {
  const ids = (kind: StaleResult['kind']): readonly string[] =>
    results.filter((one) => one.kind === kind).map(({ id }) => id);
  const reasons = results.filter(({ isOwn }) => isOwn).flatMap((one) => one.reasons);
  return { type: 'redo', workstreams: ids('workstream'), gates: ids('gate'), reasons };
}

function isSound(bench: Workbench, { key, state }: Stored): boolean {
  return takesSteps(key.family, state, familyOf(bench, key).check(state, { idPattern: bench.idPattern }));
}

/**
 * Keeps results although what they were about has changed; from now on they are about the present state.
 * @param bench the store and the circumstances
 * @param key the pipeline
 * @param request who and why
 * @returns what was kept; throws `not-allowed` when everything holds
 */
export async function acceptStale(bench: Workbench, key: Key, request: AcceptRequest): Promise<readonly string[]> {
  const { state } = await withPlan(bench, await readNewest(bench.store, key));
  const { results } = await stalenessOf(bench, state);
  const own = results.filter(({ isOwn }) => isOwn);
  if (own.length === 0) {
    throw new PawlError('not-allowed', `there is nothing to accept: every result of ${refOf(key)} still holds`, {
      hint: 'Go on without --accept.',
    });
  }
  const present = await presentOf(bench, state, own);
  const changes = own.flatMap(({ reasons }) => reasons);
  const by = request.by ?? personOf(bench.actor);
  await write(bench, key, planPipeline(key, { type: 'accept', reason: request.reason, by, changes, ...present }));
  return namesOf(own);
}

/** The present state of what is kept; that a file is gone is one. */
async function presentOf(
  bench: Workbench,
  state: JsonObject,
  kept: readonly StaleResult[],
): Promise<{ workstreams: Record<string, UnitFinding>; gates: Record<string, GateFinding> }> {
  const hashes = new FileHashes(bench.root, bench.clock);
  const spec = await specNow(bench.root, state, hashes, bench.idPattern);
  const parts = spec !== null && 'hashes' in spec ? spec.hashes : null;
  const { units, gates } = recordsOf(state);
  const head = bench.head();
  const branch = readBranch(bench.root);
  const finding = (files: ReadonlyMap<string, string>, specHash: string | null | undefined): UnitFinding => ({
    by: bench.actor,
    ...(head === null ? {} : { head_commit: head }),
    ...(branch === null ? {} : { branch }),
    ...(specHash === null || specHash === undefined ? {} : { spec_hash: specHash }),
    ...freeze([...files.keys()], hashes, true),
  });
  const isKept = (kind: StaleResult['kind'], id: string): boolean =>
    kept.some((one) => one.kind === kind && one.id === id);
  const workstreams = units
    .filter(({ id }) => isKept('workstream', id))
    .map(({ id, files, inputs, specHash }): [string, UnitFinding] => {
      const used = freeze([...inputs.keys()], hashes, true).files;
      const known = finding(files, parts?.workstreams.get(id) ?? specHash);
      return [id, used.length === 0 ? known : { ...known, input_paths: used }];
    });
  const passed = gates
    .filter(({ id }) => isKept('gate', id))
    .map(({ id, gate, files, specHash }): [string, GateFinding] => [
      id,
      finding(files, parts?.gates.get(gate) ?? specHash),
    ]);
  hashes.save();
  return { workstreams: Object.fromEntries(workstreams), gates: Object.fromEntries(passed) };
}
