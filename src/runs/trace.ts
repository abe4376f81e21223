// What the revisions of a run tell over time: the attempts at its units, where it stood still, and when it was resumed.
// Takes one revision after the other, and keeps no older state than the newest.

import { timeOf } from '../base/text.js';
import type { Overview, UnitStatus } from '../formats/format.js';
import type { Stored } from '../store/store.js';
import { formats } from './project.js';
import { Resumes, dayOf, unitsKept } from './stats.js';

/** One attempt at a unit, from its start to its result; `pending` when it was stopped without one. */
export interface Attempt {
  readonly unit: string;
  readonly from: string;
  readonly to: string | null;
  readonly status: UnitStatus;
  /** The revisions of its start and its end. */
  readonly begun: number;
  readonly ended: number | null;
}

/** A pause between two revisions is a wait from this length on. */
const waitMs = 10 * 60_000;

export class RunTrace {
  readonly attempts: Attempt[] = [];
  readonly waits: { readonly unit: string; readonly at: string; readonly ms: number }[] = [];
  readonly resumes: { readonly at: string; readonly units: number }[] = [];
  /** The days on which it changed. */
  readonly days = new Set<string>();
  readonly #resumes = new Resumes();
  /** The revisions at which the work began, for the first time or anew. */
  readonly #begins: number[] = [];
  #head: Stored | null = null;
  #statuses = new Map<string, UnitStatus>();

  /** The newest revision. */
  get head(): Stored | null {
    return this.#head;
  }

  /** Takes the next revision. */
  add(stored: Stored): void {
    const before = this.#head;
    if (before !== null && stored.revision <= before.revision) return;
    const { key, state, at, revision, event } = stored;
    const overview = formats[key.family].overview(state);
    this.days.add(dayOf(timeOf(at)));
    this.#addWait(before, stored);
    const units = this.#resumes.see(stored) && before !== null ? unitsKept(before) : null;
    if (units !== null) this.resumes.push({ at, units });
    const wasDone = [...this.#statuses.values()].includes('complete');
    if (before === null || (wasDone && overview.progress.done === 0 && event.name !== 'restore'))
      this.#begins.push(revision);
    this.#addAttempts(overview, at, revision);
    this.#head = stored;
  }

  #addWait(before: Stored | null, { at }: Stored): void {
    if (before === null || unitsKept(before) === null) return;
    const ms = timeOf(at) - timeOf(before.at);
    const { unit } = formats[before.key.family].resumePoint(before.state);
    if (ms >= waitMs && unit !== null) this.waits.push({ unit, at, ms });
  }

  #addAttempts({ units }: Overview, at: string, revision: number): void {
    for (const { name: unit, status } of units) {
      if ((this.#statuses.get(unit) ?? 'pending') === status) continue;
      const open = this.attempts.findLastIndex((one) => one.unit === unit && one.to === null);
      const begun = this.attempts[open];
      if (status === 'in_progress')
        this.attempts.push({ unit, from: at, to: null, status, begun: revision, ended: null });
      else if (begun !== undefined) this.attempts[open] = { ...begun, to: at, status, ended: revision };
      else if (status !== 'pending')
        this.attempts.push({ unit, from: at, to: at, status, begun: revision, ended: revision }); // nobody said when
    }
    const named = new Set(units.map(({ name }) => name));
    for (const [index, one] of this.attempts.entries())
      if (one.to === null && !named.has(one.unit))
        this.attempts[index] = { ...one, to: at, status: 'pending', ended: revision };
    this.#statuses = new Map(units.map(({ name, status }) => [name, status]));
  }

  /** The attempts as they stood at a revision; those of an earlier run of the same name are left out. */
  attemptsAt(revision: number): readonly Attempt[] {
    const begin = this.#begins.findLast((one) => one <= revision) ?? 0;
    const openAt = (one: Attempt): Attempt => ({ ...one, to: null, status: 'in_progress', ended: null });
    return this.attempts
      .filter(({ begun }) => begun >= begin && begun <= revision)
      .map((one) => ((one.ended ?? 0) > revision ? openAt(one) : one));
  }
}
