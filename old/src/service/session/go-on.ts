// What a session goes on with when it begins: nobody types anything to take up work that was cut off. Nothing is taken from
// anyone who lives, and where several runs may be meant none is taken.

import { type Key, keyText, parseKey } from '../../rules/names.js';
import type { Summary } from '../../store/store.js';
import { beatLease, type Leases, type LeaseView, type Owner, takeLease } from '../lease/leases.js';
import { sessionOfOwner } from '../lease/session-owner.js';
import type { Workbench } from '../workbench.js';
import { type Binding, bindRun, loadBinding, releaseRun, tellRun } from './binding.js';

type Bench = Pick<Workbench, 'root' | 'clock'>;

/** Who begins, among whom. */
export interface Beginning {
  readonly owner: Owner;
  readonly leases: Leases;
  /** How the session began: startup, resume, clear, compact, fork. */
  readonly source: string;
}

/**
 * Goes on with a run of which nothing but someone else's work could stand in the way. What the session, or one that is gone,
 * was in the middle of is held at once; what only lies there is remembered, and held with the first work on it. Never throws:
 * the session is told of the run all the same.
 * @param bench the project and its clock
 * @param beginning who begins
 * @param run the run that the session is told of
 * @param others what else is unfinished
 * @returns whose the run is now
 */
export function goOn(bench: Bench, beginning: Beginning, run: Key, others: readonly Summary[]): LeaseView {
  const { owner, leases, source } = beginning;
  const view = leases.of(run);
  const session = sessionOfOwner(owner.id);
  try {
    const known = session === null ? null : loadBinding(bench.root, session);
    // A session that is under way knows what it works on, also when that is nothing.
    const isClear = (): boolean => source !== 'compact' && isMeant(view, others, leases);
    const step = session === null ? 'leave' : stepFor(run, view, known, isClear);
    if (session === null || step === 'leave') return view;
    if (step === 'remember') tellRun(bench, session, run);
    if (step === 'keep' && source === 'resume') beatLease(bench, run, owner); // its process may be another one
    return step === 'hold' ? hold(bench, session, run, owner) : view;
  } catch {
    return view;
  }
}

type Step = 'leave' | 'keep' | 'hold' | 'remember';

function stepFor(run: Key, view: LeaseView, known: Binding | null, isClear: () => boolean): Step {
  if (view.state === 'live') return 'leave';
  if (known?.run === keyText(run)) return known.isTold ? 'leave' : view.state === 'mine' ? 'keep' : 'hold';
  if (!isClear()) return 'leave';
  return isCutOff(view) ? 'hold' : 'remember';
}

/** An agent's session was in the middle of it, and is gone. */
function isCutOff({ state, lease }: LeaseView): boolean {
  return state === 'expired' && lease !== null && sessionOfOwner(lease.owner) !== null;
}

/** Own work is meant before what was cut off, that before what only lies there; who works on something else means none. */
function claimOf(view: LeaseView): number {
  if (view.state === 'live') return 0;
  return view.state === 'mine' ? 3 : isCutOff(view) ? 2 : 1;
}

function isMeant(view: LeaseView, others: readonly Summary[], leases: Leases): boolean {
  const claim = claimOf(view);
  return others.every(({ key, place }) => place !== 'live' || claimOf(leases.of(key)) < claim);
}

function hold(bench: Bench, session: string, run: Key, owner: Owner): LeaseView {
  const taken = takeLease(bench, run, owner);
  if (!taken.ok) return taken.held;
  bindRun(bench, session, run);
  return { state: 'mine', lease: taken.lease, reason: null };
}

/**
 * Makes the run that a session was only told of its own, before its first work on it is recorded. If someone else has it by
 * then, the session works on something else.
 * @param bench the project and its clock
 * @param owner the session
 */
export function claimTold(bench: Bench, owner: Owner): void {
  const session = sessionOfOwner(owner.id);
  const known = session === null ? null : loadBinding(bench.root, session);
  const run = known?.isTold === true && known.run !== null ? parseKey(known.run) : null;
  if (session === null || run === null) return;
  if (hold(bench, session, run, owner).state !== 'mine') releaseRun(bench, session, run);
}
