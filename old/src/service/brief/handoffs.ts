// What was handed to sub-agents: what is still out, then what came back last. Pure.

import { type HandoffEntry, handoffsIn } from '../../families/handoff/record.js';
import type { JsonObject } from '../../rules/json/json.js';

/**
 * Sums a run's hand-offs up.
 * @param doc its document
 * @returns e.g. `open: auth-002 (write)`, `auth-001 (research) complete, PROCEED`
 */
export function handedOff(doc: JsonObject): readonly string[] {
  const all = handoffsIn(doc).toReversed();
  const open = all
    .filter(({ status }) => status === 'open')
    .map(({ task_id, phase, unfit }) =>
      unfit === undefined
        ? `${task_id} (${phase})`
        : `${task_id} (${phase}; its answer did not fit: see pawl show --json)`,
    );
  const answered = all
    .filter(({ status }) => status !== 'open')
    .map(
      ({ task_id, phase, status, decision, earlier }) =>
        `${task_id} (${phase}) ${status}, ${decision ?? 'undecided'}${before(earlier)}`,
    );
  return [...(open.length === 0 ? [] : [`open: ${open.join(', ')}`]), ...answered];
}

/** An answer that came after another one is told with it. */
function before(earlier: HandoffEntry['earlier']): string {
  const last = Array.isArray(earlier) ? earlier.findLast(({ status }) => status !== 'open') : undefined;
  return last === undefined ? '' : ` (before: ${last.status}, ${last.decision ?? 'undecided'})`;
}
