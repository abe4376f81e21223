// `--accept REASON`: results that no longer hold are kept, on the record.

import { badUsage } from '../../../rules/errors.js';
import { parseKey } from '../../../rules/names.js';
import { acceptStale } from '../../../service/evidence/settle-stale.js';
import type { Decision } from '../../../service/resume/decision.js';
import type { Workbench } from '../../../service/workbench.js';
import type { Call } from '../call.js';
import { oneLine } from '../terminal/width.js';

/**
 * Keeps what a decision says would have to be done again.
 * @param call the call, with `--accept`
 * @param bench the store and the circumstances
 * @param decision the decision about the run
 * @returns what was kept; none when the run is blocked, which keeping does not change
 */
export async function acceptFor(call: Call, bench: Workbench, decision: Decision): Promise<readonly string[]> {
  const reason = call.text('accept')?.trim() ?? '';
  if (reason === '') throw badUsage('--accept needs a reason', 'Say why results are kept that no longer fit.');
  const key = parseKey(decision.id ?? '');
  if (key === null || key.family !== 'pipeline') {
    throw badUsage('--accept is for pipelines', 'Other runs have no results that expire.');
  }
  if (decision.holder !== null) return [];
  const kept = await acceptStale(bench, key, { reason });
  call.out.line(oneLine(`Kept as they are: ${kept.join(', ')}`));
  return kept;
}
