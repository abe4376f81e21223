// Who else works on the runs that the status shows in full.

import { parseKey } from '../../../rules/names.js';
import { leasesOf } from '../../../service/lease/leases.js';
import type { Overview } from '../../../service/overview.js';

/**
 * Tells which runs someone else works on.
 * @param root the project's root
 * @param runs the runs
 * @returns e.g. `held by session ana (process 12) since 12:40`, by the run's id
 */
export function heldWords(root: string, runs: readonly Pick<Overview, 'id'>[]): ReadonlyMap<string, string> {
  const told = new Map<string, string>();
  try {
    const leases = leasesOf({ root, clock: Date.now });
    for (const { id } of runs) {
      const key = parseKey(id);
      const { state, reason } = key === null ? { state: 'free', reason: null } : leases.of(key);
      if (state === 'live') told.set(id, reason ?? 'held by someone else');
    }
  } catch {
    // A remark beside the status: what cannot be looked at is `doctor`'s affair.
  }
  return told;
}
