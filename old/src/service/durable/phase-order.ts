// In which order a program comes to its phases, and whether that is the order of the run that it continues. Knows neither
// files nor results.

import { PawlError } from '../../rules/errors.js';
import type { KnownPhase, PhaseEntry } from '../../families/durable/ledger.js';
import { knownNames } from '../../rules/members.js';

export interface OrderOptions {
  /** Every phase, in order, when the program knows them all beforehand. */
  readonly declared?: readonly string[] | undefined;
  /** What the run has recorded. */
  readonly recorded: readonly PhaseEntry[];
  /** `same`: a program that comes to its phases one by one must keep their order. `any`: names alone count. */
  readonly order: 'same' | 'any';
  /** The run, for messages. */
  readonly ref: string;
}

/** The phases of one run, as its program comes to them. */
export class PhaseOrder {
  readonly #options: OrderOptions;
  readonly #known: KnownPhase[];
  readonly #called = new Set<string>();
  /** Once phases were under way beside each other, the order of calls says nothing. */
  #isParallel: boolean;
  #underWay = 0;

  constructor(options: OrderOptions) {
    this.#options = options;
    this.#known = options.recorded.map(({ name }) => ({ name }));
    this.#isParallel = options.recorded.some(({ parallel }) => parallel === true);
  }

  /** Whether all phases are known beforehand. */
  get isWhole(): boolean {
    return this.#options.declared !== undefined;
  }

  /** Every phase that is recorded or was come to, in order. */
  get known(): readonly KnownPhase[] {
    return this.#known;
  }

  /** How many phases are under way. */
  get underWay(): number {
    return this.#underWay;
  }

  /**
   * Comes to a phase.
   * @param name its name
   */
  enter(name: string): void {
    if (this.#called.has(name)) throw calledTwice(name);
    this.#isParallel ||= this.#underWay > 0;
    this.#checkPlace(name);
    this.#called.add(name);
    if (!this.#known.some((one) => one.name === name)) {
      this.#known.push(this.#underWay > 0 ? { name, parallel: true } : { name });
    }
    this.#underWay += 1;
  }

  /**
   * Leaves a phase.
   * @param name the phase
   * @param isDone false when it may be called again
   */
  leave(name: string, isDone: boolean): void {
    this.#underWay -= 1;
    if (!isDone) this.#called.delete(name);
  }

  #checkPlace(name: string): void {
    const { declared, recorded, order, ref } = this.#options;
    if (declared !== undefined) {
      if (declared.includes(name)) return;
      throw new PawlError('bad-usage', `"${name}" is none of the phases that the run was opened with`, {
        hint: `${knownNames(name, declared)}.`,
      });
    }
    const place = this.#called.size;
    const expected = recorded[place]?.name;
    if (order === 'any' || this.#isParallel || expected === undefined || expected === name) return;
    throw new PawlError(
      'not-allowed',
      `phase ${place + 1} of ${ref} is "${expected}", but the program now calls "${name}" there: its phases have changed`,
      {
        hint: 'Finish this run with the program that began it, begin anew with onUnfinished: "fresh", or say order: "any" when the order does not matter.',
        data: { expected, called: name, recorded: recorded.map((one) => one.name) },
      },
    );
  }
}

function calledTwice(name: string): PawlError {
  return new PawlError('bad-usage', `phase "${name}" was called before in this run`, {
    hint: `Give each phase a name of its own, e.g. "${name} 2" or "${name} src/a.ts": its result is kept under that name.`,
  });
}
