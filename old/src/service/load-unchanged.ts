// Steps that would change nothing: the run is as the call wants it already, and no revision is made of that.

import type { JsonObject } from '../rules/json/json.js';
import type { Key } from '../rules/names.js';
import { type Saved, toCheckpoint } from './checkpoint.js';
import { withPlan } from './pipeline/with-plan.js';
import type { Workbench, WriteOptions } from './workbench.js';

/**
 * Loads a run for which a step would change nothing.
 * @param bench the store and the circumstances
 * @param key the run
 * @param options expectations of the caller: one that does not hold, or an op id that was stored, is left to the write
 * @param isSo tells whether the run is as the step would leave it
 * @returns the run as it is; null when the step has something to do
 */
export async function loadUnchanged<Doc extends object>(
  bench: Workbench,
  key: Key,
  { expect, opId }: WriteOptions,
  isSo: (state: JsonObject) => boolean,
): Promise<Saved<Doc> | null> {
  const stored = await withPlan(bench, await bench.store.get(key));
  if (stored === null || stored.place !== 'live' || !isSo(stored.state)) return null;
  if (expect !== undefined && expect !== stored.revision) return null;
  if (opId !== undefined && (await bench.store.findOp(key, opId)) !== null) return null;
  const same = { ...toCheckpoint<Doc>(stored), redacted: [], repeated: false };
  return bench.noteSaved === undefined ? same : { ...same, heldBy: await bench.noteSaved(stored) };
}
