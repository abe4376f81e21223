// Leaves no trace of a run: no file, no history, no code, no hand-off, no lease.

import { type Key, refOf } from '../../rules/names.js';
import { dropCode } from '../code/index.js';
import { dropHandoffs } from '../handoff/files.js';
import { forgetLease } from '../lease/leases.js';
import type { Workbench } from '../workbench.js';
import { type MoveOptions, refuseHeld } from './move.js';

export interface Purged {
  readonly ref: string;
  /** False when nothing was there. */
  readonly purged: boolean;
  /** How many snapshots of its code went with it. */
  readonly code: number;
}

/**
 * Takes a run away for good, history included. The refs of its code go; git forgets their objects in its own time.
 * @param bench the store and the circumstances
 * @param key the run
 * @param options whether someone else's work on it counts
 * @returns what went
 */
export async function purgeRun(
  bench: Workbench,
  key: Key,
  options: Pick<MoveOptions, 'evenIfHeld'> = {},
): Promise<Purged> {
  if (options.evenIfHeld !== true) refuseHeld(bench, key, 'deleted');
  // Code and hand-offs go first: while the run is there, a purge that was cut off can be repeated.
  const code = await dropCode(bench, key);
  dropHandoffs(bench.root, key);
  const purged = await bench.store.purge(key);
  forgetLease(bench, key);
  return { ref: refOf(key), purged, code: code.length };
}
