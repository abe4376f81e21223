// Holding a run while a program has it open: its lease, shown to be alive by a heartbeat, and told apart from other
// programs' and from this program's own second attempt.

import { PawlError } from '../../rules/errors.js';
import { type Key, keyText, refOf } from '../../rules/names.js';
import type { Holder } from '../lease/holder.js';
import { holderOf, type LeaseView } from '../lease/lease.js';
import { forgetLease, leaseOf, releaseLease, takeLease } from '../lease/leases.js';
import { freshMs } from '../lease/fresh.js';
import type { Owner } from '../lease/owner.js';
import type { Workbench } from '../workbench.js';

type Bench = Pick<Workbench, 'root' | 'clock'>;

/** The runs that this process has open. */
const open = new Set<string>();
/** Whoever takes a run away does so rarely: to look more often than this would only cost time. */
const lookMs = 1_000;

/**
 * Makes the error for a run that someone else works on.
 * @param key the run
 * @param reason who has it, in words
 * @param holder who has it
 * @returns the error, to be thrown
 */
export function heldError(key: Key, reason: string | null, holder: Holder | null): PawlError {
  return new PawlError('held', `${refOf(key)} is ${reason ?? 'held by someone else'}; nothing was changed`, {
    hint: 'Wait until its holder is done. A holder that was killed no longer counts.',
    data: { ref: refOf(key), holder },
  });
}

/** A run that a program has open. */
export class Hold {
  readonly #bench: Bench;
  readonly #key: Key;
  readonly #owner: Owner;
  readonly #name: string;
  readonly #beat: NodeJS.Timeout;
  #looked = Date.now();
  #lost: LeaseView | null = null;

  /**
   * Takes a run, or throws `held`.
   * @param bench the project and its clock
   * @param key the run
   * @param owner this program
   */
  constructor(bench: Bench, key: Key, owner: Owner) {
    this.#bench = bench;
    this.#key = key;
    this.#owner = owner;
    this.#name = `${bench.root}\n${keyText(key)}`;
    if (open.has(this.#name)) {
      throw new PawlError('held', `${refOf(key)} is open in this program already`, {
        hint: 'Use the run that is open, or close it first.',
        data: { ref: refOf(key), holder: null },
      });
    }
    const taken = takeLease(bench, key, owner);
    if (!taken.ok) throw heldError(key, taken.held.reason, holderOf(taken.held));
    open.add(this.#name);
    this.#beat = setInterval(() => this.#show(), freshMs);
    this.#beat.unref(); // a run that is only held does not keep its program alive
  }

  /** Makes sure that the run is still this program's; throws `held` when someone took it over. */
  check(): void {
    if (this.#lost === null && Date.now() - this.#looked >= lookMs) this.#look();
    if (this.#lost !== null) throw heldError(this.#key, this.#lost.reason, holderOf(this.#lost));
  }

  /**
   * Gives the run back.
   * @param isOver whether nobody will ever take it again: then no trace of the lease is left
   */
  release(isOver = false): void {
    clearInterval(this.#beat);
    open.delete(this.#name);
    try {
      if (isOver) forgetLease(this.#bench, this.#key);
      else releaseLease(this.#bench, this.#key, this.#owner);
    } catch {
      // It ends with the process; the work itself is stored.
    }
  }

  #look(): void {
    this.#looked = Date.now();
    const view = leaseOf(this.#bench, this.#key, this.#owner);
    // A command of pawl that a phase calls notes its work in the name of this very process.
    const isOurs = view.state === 'mine' && view.lease?.pid === this.#owner.process?.pid;
    this.#lost = isOurs || view.state === 'free' || view.state === 'expired' ? null : view;
    if (this.#lost?.state === 'mine') this.#lost = { ...this.#lost, reason: 'held by a process that this one started' };
  }

  #show(): void {
    try {
      this.#look();
      if (this.#lost === null) takeLease(this.#bench, this.#key, this.#owner);
    } catch {
      // A folder that cannot be written for a moment: the next beat tries again.
    }
  }
}
