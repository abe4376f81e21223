// `pawl build --accept` on a run that is complete: what no longer holds of it is kept, on the record, and nothing is run.

import { pipelineKey } from '../../../rules/names.js';
import { sinceComplete } from '../../../service/evidence/since-complete.js';
import { acceptStale } from '../../../service/evidence/settle-stale.js';
import { stalenessOf } from '../../../service/evidence/staleness.js';
import { readNewest } from '../../../service/workbench.js';
import type { Answer } from '../call.js';
import { oneLine } from '../terminal/width.js';
import { readSpecOf, type Scene } from './find-run.js';
import { buildDocument } from './summary.js';

/**
 * Keeps what no longer holds of a complete run.
 * @param scene the call
 * @returns the answer; null when the call is not about that, or has more to do
 */
export async function keepComplete(scene: Scene): Promise<Answer | null> {
  const { call, bench, wishes } = scene;
  const { named, accept, isRedo } = wishes;
  if (named === undefined || accept === undefined || wishes.isFresh || wishes.isDryRun) return null;
  const isPath = /[/\\]|\.md$/i.test(named);
  const key = pipelineKey(isPath ? (await readSpecOf(scene, named, null)).spec.id : named);
  const stored = await bench.store.get(key);
  if (stored?.state['status'] !== 'complete' || stored.place === 'removed') return null;
  if ((await stalenessOf(bench, stored.state)).results.length === 0) return null;
  const kept = await acceptStale(bench, key, { reason: accept });
  call.out.line(oneLine(`Kept as they are: ${kept.join(', ')}`));
  const { state } = await readNewest(bench.store, key);
  // What is new in the spec is built all the same, when that is asked for.
  if (isRedo && (await sinceComplete(bench, state)).isOpen) return null;
  const prd = key.family === 'pipeline' ? key.id : named;
  return { json: buildDocument({ prd, end: 'complete', reasons: [], kept, next_command: null }, state) };
}
