// Which run a call of `pawl build` is about, and the spec of it.

import { isPawlError, PawlError } from '../../../rules/errors.js';
import { isJsonObject } from '../../../rules/json/json.js';
import { memberIn } from '../../../rules/json/read-member.js';
import { type Key, pipelineKey } from '../../../rules/names.js';
import { loadConfig } from '../../../service/config/load.js';
import { specSince } from '../../../service/evidence/spec-since.js';
import type { Owner } from '../../../service/lease/leases.js';
import { type BuildStart, decideBuild } from '../../../service/pipeline/decide-build.js';
import { type ReadSpec, readSpec, readSpecOfRun } from '../../../service/spec/index.js';
import type { Workbench } from '../../../service/workbench.js';
import type { Call } from '../call.js';
import { openSettings } from '../../../service/config/open-settings.js';
import { commandLine } from '../view/command-line.js';
import type { BuildWishes } from './wish.js';

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
export async function findRun(scene: Scene): Promise<{ readonly start: BuildStart; readonly read: ReadSpec }> {
  const { bench, owner, wishes } = scene;
  const { named } = wishes;
  if (named === undefined) {
    const start = await decideBuild(bench, { owner });
    return { start, read: await readSpecOf(scene, null, start.key) };
  }
  const stored = /[/\\]|\.md$/i.test(named) ? null : await bench.store.get(pipelineKey(named));
  const read = await readSpecOf(scene, stored === null ? named : null, stored?.key ?? null);
  return { start: await startOf(scene, read), read };
}

/** One that is complete may be begun again when that is said. */
async function startOf({ call, bench, owner, wishes }: Scene, { spec, source }: ReadSpec): Promise<BuildStart> {
  const { id } = spec;
  const stored = await bench.store.get(pipelineKey(id));
  if (wishes.isFresh && stored?.state['status'] === 'complete') return { is: 'start', key: stored.key };
  try {
    return await decideBuild(bench, { id, owner });
  } catch (error) {
    const pawl = stored?.state['pawl'];
    const built = memberIn(pawl, 'spec', 'hash');
    if (!isPawlError(error, 'already-complete') || built === undefined || built === source.hash) throw error;
    const what = (await specSince(bench, stored?.state ?? {})) ?? `${source.path} has changed since it was built`;
    const hint = `${what}. To build all of it anew: ${commandLine(call, 'build', id, '--fresh')}`;
    throw new PawlError('already-complete', error.message, { hint, cause: error });
  }
}
