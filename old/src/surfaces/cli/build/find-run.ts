// Which run a call of `pawl build` is about, and the spec of it.

import type { PipelineCheckpoint } from '../../../families/pipeline/index.js';
import { isJsonObject } from '../../../rules/json/json.js';
import { memberIn } from '../../../rules/json/read-member.js';
import { type Key, pipelineKey } from '../../../rules/names.js';
import { loadConfig } from '../../../service/config/load.js';
import { dueEvents } from '../../../service/build/due-events.js';
import { asDocument } from '../../../service/documents.js';
import type { Owner } from '../../../service/lease/leases.js';
import { type BuildStart, decideBuild } from '../../../service/pipeline/decide-build.js';
import { type ReadSpec, readSpec, readSpecOfRun } from '../../../service/spec/index.js';
import type { Stored } from '../../../store/store.js';
import type { Workbench } from '../../../service/workbench.js';
import type { Call } from '../call.js';
import { openSettings } from '../../../service/config/open-settings.js';
import { completeAnswer } from '../complete-error.js';
import type { BuildWishes } from './wish.js';

/** What a build begins with. `again`: a complete run is taken up for what no longer holds, as the call says. */
export type FoundStart = BuildStart | { readonly is: 'again'; readonly key: Key };

/** One call. */
export interface Scene {
  readonly call: Call;
  readonly bench: Workbench;
  readonly owner: Owner;
  readonly wishes: BuildWishes;
}

/**
 * Finds and reads the spec: by what the call names, else where the run that is there says it is.
 * @param scene the call
 * @param scene.call its arguments
 * @param scene.bench the project
 * @param named a path or an id; null to go by the run
 * @param key the run
 * @returns the spec
 */
export async function readSpecOf({ call, bench }: Scene, named: string | null, key: Key | null): Promise<ReadSpec> {
  const { spec_patterns: patterns } = loadConfig(bench.root).values.pipeline;
  const options = { cwd: process.cwd(), patterns, idPattern: openSettings(bench.root).pipelineIds };
  const stored = key === null ? null : await bench.store.get(key);
  const pawl = isJsonObject(stored?.state['pawl']) ? stored.state['pawl'] : {};
  const known = memberIn(pawl, 'spec', 'path');
  if (typeof known === 'string' && named === null && key?.family === 'pipeline') {
    return readSpecOfRun(bench.root, { known, id: key.id }, options);
  }
  return readSpec(bench.root, named ?? (key?.family === 'pipeline' ? key.id : (call.positionals[0] ?? '')), options);
}

/**
 * Finds the run and its spec. A name is first taken for a run that is there, whose spec is known.
 * @param scene the call
 * @returns both
 */
export async function findRun(scene: Scene): Promise<{ readonly start: FoundStart; readonly read: ReadSpec }> {
  const { bench, owner, wishes } = scene;
  const { named } = wishes;
  if (named === undefined) {
    const start = await decideBuild(bench, { owner });
    return { start, read: await readSpecOf(scene, null, start.key) };
  }
  const stored = /[/\\]|\.md$/i.test(named) ? null : await bench.store.get(pipelineKey(named));
  await needOpen(scene, stored);
  const read = await readSpecOf(scene, stored === null ? named : null, stored?.key ?? null);
  return { start: await startOf(scene, read), read };
}

/** One that is complete is over, whatever has become of its spec; what has changed since is told. */
async function needOpen({ call, bench, wishes }: Scene, stored: Stored | null): Promise<void> {
  if (wishes.isFresh || wishes.isRedo || stored?.state['status'] !== 'complete' || stored.place === 'removed') return;
  throw await completeAnswer(call, bench, stored, true);
}

/** One that is complete may be begun again, or taken up for what no longer holds, when that is said. */
async function startOf(scene: Scene, { spec, source }: ReadSpec): Promise<FoundStart> {
  const { bench, owner, wishes } = scene;
  const { id } = spec;
  const stored = await bench.store.get(pipelineKey(id));
  if (wishes.isFresh && stored?.state['status'] === 'complete') return { is: 'start', key: stored.key };
  if (wishes.isRedo && stored?.state['status'] === 'complete') {
    const due = await dueEvents(
      { bench, spec, source, accept: undefined },
      asDocument<PipelineCheckpoint>(stored.state),
    );
    if (due.events.length > 0) return { is: 'again', key: stored.key };
  }
  await needOpen(scene, stored);
  return decideBuild(bench, { id, owner });
}
