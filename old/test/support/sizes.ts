// Sizes and seeds: small in `npm test`, full when PAWL_TEST_FULL is 1; every random run can be repeated by its seed.
import { randomInt } from 'node:crypto';

export const full = process.env['PAWL_TEST_FULL'] === '1';

/**
 * Chooses the size of a run.
 * @param small in `npm test`
 * @param large in `npm run test:faults`
 * @returns one of them
 */
export function sized(small: number, large: number): number {
  return full ? large : small;
}

const given = process.env['PAWL_TEST_SEED'];

/** The seed of this process's random runs. */
export const seed: number = given === undefined || given === '' ? randomInt(1, 2 ** 31) : Number(given);

/**
 * Prints the seed, so that the run can be repeated.
 * @param t the test
 * @param t.diagnostic prints a line
 */
export function tellSeed(t: { diagnostic(message: string): void }): void {
  t.diagnostic(`PAWL_TEST_SEED=${seed}`);
}

/** A small generator of random numbers that a seed repeats. */
export interface Random {
  /** A whole number from 0 up to, not including, `below`. */
  int(below: number): number;
  /** One of the items. */
  pick<T>(items: readonly T[]): T;
}

/**
 * Makes a generator (mulberry32).
 * @param from its seed
 * @returns the generator
 */
export function randomFrom(from: number = seed): Random {
  let state = from >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
  const int = (below: number): number => Math.floor(next() * below);
  return {
    int,
    pick: <T>(items: readonly T[]): T => {
      if (items.length === 0) throw new Error('nothing to pick from');
      return items[int(items.length)] as T;
    },
  };
}
