// What of a spec has changed since its run was built: a complete run has nothing left to do, but its spec may say more.

import { recordsOf } from '../../families/pipeline/evidence/index.js';
import { planChange, planOf } from '../../families/pipeline/index.js';
import { brief } from '../../families/pipeline/lists.js';
import type { JsonObject } from '../../rules/json/json.js';
import type { Workbench } from '../workbench.js';
import { FileHashes } from './file-hashes.js';
import { specNow } from './spec-now.js';

/**
 * Tells what has changed in the spec of a run since it was built.
 * @param bench the project
 * @param state a pipeline that is complete
 * @returns e.g. `docs/PRD-009.md has changed since it was built: WS4 is new, WS1 changed`; null when nothing did that counts
 */
export async function specSince(
  bench: Pick<Workbench, 'root' | 'clock' | 'idPattern'>,
  state: JsonObject,
): Promise<string | null> {
  const [spec, plan] = [
    await specNow(bench.root, state, new FileHashes(bench.root, bench.clock), bench.idPattern),
    planOf(state),
  ];
  if (spec === null || 'problem' in spec || plan === null) return null;
  const changed = recordsOf(state).units.flatMap(({ id, specHash }) => {
    const now = spec.hashes.workstreams.get(id);
    return now === undefined || specHash === null || now === specHash ? [] : [id];
  });
  const what = [
    spec.plan === undefined ? '' : planChange(plan, spec.plan),
    changed.length === 0 ? '' : `${brief(changed)} changed`,
  ].filter((part) => part !== '');
  return what.length === 0 ? null : `${spec.path} has changed since it was built: ${what.join(', ')}`;
}
