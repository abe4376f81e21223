// Who works on which run: looking, taking, showing oneself, giving back. No locks; see lease-files.ts.

import { timeText } from '../../rules/text/time-text.js';
import { type Key, keyText } from '../../rules/names.js';
import type { Workbench } from '../workbench.js';
import {
  clockText,
  isOfItsAgent,
  isOfSameAgent,
  isSameSpace,
  isSilent,
  isTheirs,
  judgeLease,
  type Lease,
  type LeaseScene,
  type LeaseView,
  maxSilenceMs,
  noLease,
} from './lease.js';
import {
  addGeneration,
  findLeases,
  type FoundLease,
  leaseFinder,
  leaseStem,
  renewGeneration,
  sweepGenerations,
} from './lease-files.js';
import { currentOwner, type Owner } from './owner.js';
import { isAlive, type Machine, type ProcessMark, thisMachine } from './processes.js';
import { isAgentOf } from '../session/agent-session.js';

export type { Lease, LeaseState, LeaseView } from './lease.js';
export { currentOwner, type Owner } from './owner.js';

type Bench = Pick<Workbench, 'root' | 'clock' | 'session'>;

/** The outcome of taking a lease: it is the caller's now, or someone else's. */
export type Taken =
  | {
      readonly ok: true;
      readonly lease: Lease /** Whose it was, when it was taken over. */;
      readonly from: Lease | null;
    }
  | { readonly ok: false; readonly held: LeaseView };

const maxAttempts = 50;

/**
 * Tells who asks: the session that a project was opened for, else who is found out.
 * @param bench the project
 * @param session the session, when this one call knows it better
 * @returns the owner
 */
export function askerOf(bench: Pick<Workbench, 'session'>, session: string | undefined = bench.session): Owner {
  return currentOwner(process.env, session);
}

/** Which machine this is takes some looks, and is asked only where there is a lease. */
function sceneOf(bench: Bench): LeaseScene {
  let machine: Machine | undefined;
  return {
    get machine(): Machine {
      return (machine ??= thisMachine());
    },
    now: bench.clock(),
    isAlive,
  };
}

/** Its hooks may have told since that the process is the agent. */
function asKnown(root: string, lease: Lease): Lease {
  const { unsure, ...sure } = lease;
  const mark = processOf(lease);
  return unsure === true && mark !== null && isAgentOf(root, lease.owner, mark) ? sure : lease;
}

function processOf({ pid, started }: Lease): ProcessMark | null {
  return pid === null ? null : { pid, started };
}

/** What cannot be understood counts as someone's, until nobody can have written it lately. */
function viewOf({ root }: Bench, key: Key, found: FoundLease | undefined, owner: Owner, scene: LeaseScene): LeaseView {
  if (found === undefined) return noLease;
  const { lease, problem, writtenMs } = found;
  if (lease !== null && lease.key === keyText(key)) return judgeLease(asKnown(root, lease), owner, scene);
  const what = problem ?? `lease ${found.file} belongs to another checkpoint`;
  const until = clockText(new Date((Number.isFinite(writtenMs) ? writtenMs : scene.now) + maxSilenceMs).toISOString());
  const reason = `held by someone whose ${what}; that counts until ${until}`;
  const isOver = Number.isFinite(writtenMs) && isSilent(writtenMs, scene.now);
  return { state: isOver ? 'expired' : 'live', lease: null, reason };
}

/**
 * Tells who works on a run.
 * @param bench the project and its clock
 * @param key the run
 * @param owner who asks
 * @returns `free`, `mine`, someone else's (`live`), or one that nobody keeps any more (`expired`)
 */
export function leaseOf(bench: Bench, key: Key, owner: Owner = askerOf(bench)): LeaseView {
  const stem = leaseStem(key);
  return viewOf(bench, key, findLeases(bench.root, stem).get(stem), owner, sceneOf(bench));
}

/** Who works on which run, as one look at the folder tells; each lease is read when it is asked for. */
export interface Leases {
  readonly of: (key: Key) => LeaseView;
  /** Whether it is the asker's own: takes no look at the processes of others. */
  readonly isMine: (key: Key) => boolean;
}

/**
 * Tells who works on runs, with one look at the folder.
 * @param bench the project and its clock
 * @param owner who asks
 * @returns the answers for each run that is asked for
 */
export function leasesOf(bench: Bench, owner: Owner = askerOf(bench)): Leases {
  const find = leaseFinder(bench.root);
  const scene = sceneOf(bench);
  return {
    of: (key) => viewOf(bench, key, find(leaseStem(key)), owner, scene),
    isMine: (key) => {
      const lease = find(leaseStem(key))?.lease;
      return lease?.key === keyText(key) && !lease.released && isTheirs(lease, owner, scene.machine);
    },
  };
}

/**
 * Takes a run's lease, or renews the owner's own.
 * @param bench the project and its clock
 * @param key the run
 * @param owner who takes it
 * @param options `steal`: also from someone who is at work, when a person has decided so
 * @param options.steal see above
 * @returns the lease, or who has it
 */
export function takeLease(
  bench: Bench,
  key: Key,
  owner: Owner = askerOf(bench),
  options: { readonly steal?: boolean } = {},
): Taken {
  const stem = leaseStem(key);
  let view: LeaseView = noLease;
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const scene = sceneOf(bench);
    const found = findLeases(bench.root, stem).get(stem);
    view = viewOf(bench, key, found, owner, scene);
    if (view.state === 'live' && options.steal !== true) return { ok: false, held: view };
    const keeper = view.state === 'mine' ? keeperOf(view.lease, owner, scene) : owner;
    const isOwn = view.state === 'mine' && view.lease?.owner === keeper.id;
    const known = isOwn ? view.lease : null;
    const lease = leaseFor(key, standingFor(bench.root, keeper, known, scene), scene, known?.since ?? null);
    const generation = found?.generation ?? 0;
    if (isOwn && renewGeneration(bench.root, stem, generation, lease)) return { ok: true, lease, from: null };
    if (!isOwn && addGeneration(bench.root, stem, generation + 1, lease)) {
      sweepGenerations(bench.root, stem, generation + 1);
      return { ok: true, lease, from: view.state === 'free' ? null : view.lease };
    }
  }
  return {
    ok: false,
    held: view.state === 'live' ? view : { ...view, state: 'live', reason: 'others keep taking it' },
  };
}

/** The session of its agent goes on with what an owner renews. */
function keeperOf(lease: Lease | null, owner: Owner, { machine }: LeaseScene): Owner {
  return lease !== null && isOfItsAgent(lease, owner, machine) ? { ...owner, id: lease.owner } : owner;
}

/** Whose end ends the lease: the agent that hooks know, else who has stood for the session so far and is above this call. */
function standingFor(root: string, owner: Owner, known: Lease | null, { machine, isAlive: lives }: LeaseScene): Owner {
  if (owner.isUnsure !== true) return owner;
  const agent = owner.ancestors.find((one) => isAgentOf(root, owner.id, one));
  if (agent !== undefined) return { ...owner, process: agent, isUnsure: false };
  const mark = known !== null && isSameSpace(known, machine) ? processOf(known) : null;
  const isAbove = owner.ancestors.some(({ pid, started }) => pid === mark?.pid && started === mark.started);
  return mark !== null && isAbove && lives(mark) ? { ...owner, process: mark, isUnsure: known?.unsure } : owner;
}

function leaseFor(key: Key, owner: Owner, { machine, now }: LeaseScene, since: string | null): Lease {
  const beat = timeText(now);
  const { pid = null, started = null } = owner.process ?? {};
  return {
    v: 1,
    key: keyText(key),
    owner: owner.id,
    ...machine,
    pid,
    started,
    ...(owner.isUnsure === true && pid !== null ? { unsure: true } : {}),
    since: since ?? beat,
    beat,
    released: false,
  };
}

/**
 * Shows that an owner is still at work: called with every step of it.
 * @param bench the project and its clock
 * @param key the run
 * @param owner who works
 * @returns false when the lease is not theirs; nothing is taken then
 */
export function beatLease(bench: Bench, key: Key, owner: Owner = askerOf(bench)): boolean {
  return leaseOf(bench, key, owner).state === 'mine' && takeLease(bench, key, owner).ok;
}

/**
 * Gives a lease back. Someone else's stays.
 * @param bench the project and its clock
 * @param key the run
 * @param owner who gives it back
 * @returns false when it was not theirs
 */
export function releaseLease(bench: Bench, key: Key, owner: Owner = askerOf(bench)): boolean {
  const stem = leaseStem(key);
  const found = findLeases(bench.root, stem).get(stem);
  return found !== undefined && release(bench, stem, found, owner);
}

/**
 * Gives back every lease of an owner, e.g. when its session ends.
 * @param bench the project and its clock
 * @param owner whose
 * @returns the keys of the runs, as text
 */
export function releaseAll(bench: Bench, owner: Owner = askerOf(bench)): readonly string[] {
  const released: string[] = [];
  for (const [stem, found] of findLeases(bench.root)) {
    if (release(bench, stem, found, owner)) released.push(found.lease?.key ?? '');
  }
  return released.sort();
}

/**
 * Lists what other sessions of an owner's agent hold: one that began anew without a word goes on under another id.
 * @param bench the project and its clock
 * @param owner the session that asks
 * @returns their leases, the one that was seen last first
 */
export function heldBeside(bench: Bench, owner: Owner): readonly Lease[] {
  const machine = thisMachine();
  return [...findLeases(bench.root).values()]
    .flatMap(({ lease }) => (lease === null || lease.released || lease.owner === owner.id ? [] : [lease]))
    .filter((lease) => isOfSameAgent(lease, owner, machine))
    .toSorted((a, b) => (a.beat < b.beat ? 1 : -1));
}

/** The number stays used, so that nobody who slept meanwhile can take it. */
function release(bench: Bench, stem: string, found: FoundLease, owner: Owner): boolean {
  const { lease, generation } = found;
  if (lease === null || lease.released) return false;
  if (lease.owner !== owner.id && !isOfItsAgent(lease, owner, thisMachine())) return false;
  const beat = timeText(bench.clock());
  return renewGeneration(bench.root, stem, generation, { ...lease, beat, released: true });
}

/**
 * Takes every trace of a run's lease away, when nothing of the run is to be left.
 * @param bench the project
 * @param key the run
 */
export function forgetLease(bench: Bench, key: Key): void {
  const stem = leaseStem(key);
  if (findLeases(bench.root, stem).has(stem)) sweepGenerations(bench.root, stem, Number.POSITIVE_INFINITY);
}
