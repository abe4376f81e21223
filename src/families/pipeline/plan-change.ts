// Which workstreams came and went when a spec was edited.

import { brief } from './lists.js';

/**
 * Tells how the workstreams of a spec differ from those of a run.
 * @param known the ids that the run knows
 * @param now the ids in the spec
 * @returns e.g. `WS4 is new, WS3 was removed`; empty when they are the same
 */
export function planChange(known: Iterable<string>, now: Iterable<string>): string {
  const [before, after] = [new Set(known), new Set(now)];
  const added = [...after].filter((id) => !before.has(id));
  const removed = [...before].filter((id) => !after.has(id));
  const parts = [
    ...(added.length === 0 ? [] : [`${brief(added)} ${added.length === 1 ? 'is' : 'are'} new`]),
    ...(removed.length === 0 ? [] : [`${brief(removed)} ${removed.length === 1 ? 'was' : 'were'} removed`]),
  ];
  return parts.join(', ');
}
