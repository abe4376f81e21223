// Noting that someone works on a run, beside each save. Most calls find their own fresh lease, and that is all they look at.

import { type Key, keyText } from '../../rules/names.js';
import type { Workbench } from '../workbench.js';
import type { Stored } from '../../store/store.js';
import { freshMs } from './fresh.js';
import type { Holder } from './holder.js';
import { holderOf, type Lease, type LeaseView, noLease } from './lease.js';
import { findLeases, leaseStem } from './lease-files.js';
import { beatLease, leaseOf, releaseLease, takeLease } from './leases.js';
import { bindRun, releaseRun } from '../session/binding.js';
import { currentOwner, currentOwnerId, type Owner } from './owner.js';
import { isAlive, isThere, thisPidSpace } from './processes.js';
import { isSessionOwner, sessionOfOwner } from './session-owner.js';

type Bench = Pick<Workbench, 'root' | 'clock'>;

/** A step takes the run or shows its owner; the end gives it back; a remark, as of a reader, takes nothing. */
export type Work = 'step' | 'end' | 'remark';

/**
 * Notes what someone does with a run. It becomes the owner's with a step, unless it is someone else's. Never throws, as
 * the work itself is done and stored.
 * @param bench the project and its clock
 * @param key the run
 * @param work what was done
 * @param owner who works; found out unless given
 * @returns whose it is now; null when that could not be found out
 */
export function noteWork(bench: Bench, key: Key, work: Work, owner?: Owner): LeaseView | null {
  try {
    const view = noted(bench, key, work, owner);
    remember(bench, key, work, view, owner);
    return view;
  } catch {
    return null;
  }
}

function noted(bench: Bench, key: Key, work: Work, owner: Owner | undefined): LeaseView {
  const stem = leaseStem(key);
  const lease = findLeases(bench.root, stem).get(stem)?.lease;
  if (lease === undefined && work !== 'step') return noLease;
  if (lease?.key === keyText(key)) {
    if (lease.released && work !== 'step') return noLease;
    if (work !== 'end' && isFreshlyMine(lease, bench.clock(), owner)) return { state: 'mine', lease, reason: null };
  }
  return act(bench, key, work, owner ?? currentOwner());
}

/** An agent's session goes on with the run that it last worked on, also with one that someone else holds. */
function remember(bench: Bench, key: Key, work: Work, { state, lease }: LeaseView, owner: Owner | undefined): void {
  const isTheirs = work === 'step' && state !== 'mine';
  const session = sessionOfOwner(isTheirs ? (owner?.id ?? currentOwnerId()) : (lease?.owner ?? ''));
  if (session === null) return;
  if (work === 'step') bindRun(bench, session, key);
  if (work === 'end' && lease?.released === true) releaseRun(bench, session, key);
}

function act(bench: Bench, key: Key, work: Work, owner: Owner): LeaseView {
  if (work === 'step') {
    const taken = takeLease(bench, key, owner);
    return taken.ok ? { state: 'mine', lease: taken.lease, reason: null } : taken.held;
  }
  if (work === 'end') releaseLease(bench, key, owner);
  else beatLease(bench, key, owner);
  return leaseOf(bench, key, owner);
}

/** False also when it only cannot be told this cheaply. */
function isFreshlyMine(lease: Lease, now: number, owner: Owner | undefined): boolean {
  const age = now - Date.parse(lease.beat);
  if (lease.released || !(age >= 0 && age < freshMs)) return false;
  if (lease.owner !== (owner?.id ?? currentOwnerId())) return false;
  const isSession = isSessionOwner(lease.owner);
  if (lease.pid === null) return isSession;
  const { boot, pid_space } = thisPidSpace();
  if (lease.boot !== boot || lease.pid_space !== pid_space) return false;
  // A session outlives its process: a lease that names one that is gone counts for nobody, until it is renewed.
  if (!isSession) return boot !== null;
  return process.platform === 'linux' ? isAlive({ pid: lease.pid, started: lease.started }) : isThere(lease.pid);
}

/**
 * Makes what notes the saves of a session: a save takes the run, the end of the run gives it back.
 * @param bench the project and its clock
 * @param session the session
 * @returns notes a saved revision, and tells who else works on its run
 */
export function savesOf(bench: Pick<Workbench, 'root' | 'clock' | 'families'>, session: string): NoteSaved {
  const owner = currentOwner(process.env, session);
  return ({ key, place, state }) => {
    const isOver = place !== 'live' || bench.families[key.family]?.overview(state).finished === true;
    const view = noteWork(bench, key, isOver ? 'end' : 'step', owner);
    return view === null ? null : holderOf(view);
  };
}

/** Notes a saved revision. */
export type NoteSaved = (stored: Pick<Stored, 'key' | 'place' | 'state'>) => Holder | null;
