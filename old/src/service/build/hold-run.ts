// A build holds its run for its whole life: nobody else goes on with it meanwhile, and it is free at once when the process
// is gone.

import { PawlError } from '../../rules/errors.js';
import { type Key, refOf } from '../../rules/names.js';
import { currentOwner, leaseOf, type LeaseView, type Owner, releaseLease, takeLease } from '../lease/leases.js';
import { findProcess } from '../lease/processes.js';
import { sessionOfOwner, sessionOwner } from '../lease/session-owner.js';
import type { Workbench } from '../workbench.js';

/** Well below the time after which a lease no longer counts as fresh, so that children never renew it. */
const beatEveryMs = 60_000;

/** A run that is held. */
export interface Held {
  readonly owner: Owner;
  /** What children say when they call pawl, so that they count as the build itself. */
  readonly session: string;
  /** Aborted when someone took the run over. */
  readonly lost: AbortSignal;
  release(): void;
}

const buildSession = (mark: string): string => `build ${mark}`;

/**
 * Makes the owner that a build is.
 * @param mark what the build is told apart by
 * @param caller who calls it
 * @returns the owner; it ends with this process
 */
export function buildOwner(mark: string, caller: Owner = currentOwner()): Owner {
  const started = findProcess(process.pid)?.started ?? null;
  return { id: sessionOwner(buildSession(mark)), process: { pid: process.pid, started }, ancestors: caller.ancestors };
}

/**
 * Makes the error for a run that someone else works on.
 * @param key the run
 * @param view who has it
 * @returns the error, to be thrown
 */
export function heldByOther(key: Key, { reason }: LeaseView): PawlError {
  return new PawlError('held', `${refOf(key)} is ${reason ?? 'held by someone else'}; nothing was changed`, {
    hint: 'Wait until its holder is done, or ask them.',
  });
}

/**
 * Takes a run for a build: what its caller holds becomes the build's; what someone else holds does not.
 * @param bench the project and its clock
 * @param key the run
 * @param mark what the build is told apart by
 * @param caller who calls it
 * @returns the run, held; throws `held`
 */
export function holdRun(bench: Workbench, key: Key, mark: string, caller: Owner = currentOwner()): Held {
  const owner = buildOwner(mark, caller);
  const before = leaseOf(bench, key, caller);
  // A build inside of a build speaks for that one, but must not take its run.
  const isBuilds =
    sessionOfOwner(before.lease?.owner ?? '')?.startsWith(buildSession('')) === true && before.state === 'mine';
  if (before.state === 'live') throw heldByOther(key, before);
  if (isBuilds)
    throw heldByOther(key, { ...before, reason: 'being built already, by the build that started this one' });
  const taken = takeLease(bench, key, owner, { steal: before.state === 'mine' && before.lease?.owner === caller.id });
  if (!taken.ok) throw heldByOther(key, taken.held);
  const lost = new AbortController();
  const beat = setInterval(() => {
    try {
      if (!takeLease(bench, key, owner).ok) lost.abort();
    } catch {
      // A disk that fails now and then takes nobody's run away; the process itself is the proof that it is held.
    }
  }, beatEveryMs);
  beat.unref();
  return {
    owner,
    session: buildSession(mark),
    lost: lost.signal,
    release: () => {
      clearInterval(beat);
      try {
        releaseLease(bench, key, owner);
      } catch {
        // E.g. a full disk: nothing that was saved is taken back, and the run is free when this process ends.
      }
    },
  };
}
