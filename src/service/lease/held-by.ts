// Who else works on a run, in words.

import type { Key } from '../../rules/names.js';
import { leaseOf } from './leases.js';
import { currentOwner } from './owner.js';
import { ancestorsOf } from './processes.js';

/** Who asks. */
export interface Asker {
  readonly root: string;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly env: NodeJS.ProcessEnv;
  /** The process that started the one that asks. */
  readonly parentPid: number;
  readonly session: string | null;
}

/**
 * Tells who else works on a run.
 * @param asker who asks
 * @param key the run
 * @returns e.g. `held by session 4f0c (process 4711) since …`; null when nobody does
 */
export function heldBy({ root, now, env, parentPid, session }: Asker, key: Key): string | null {
  const owner = currentOwner(env, session ?? undefined, ancestorsOf(parentPid));
  const { state, reason } = leaseOf({ root, clock: () => now }, key, owner);
  return state === 'live' ? (reason ?? 'held by someone else') : null;
}
