// What goes when nothing of any run is to be left, and what stays all the same. Changes nothing.

import { type Key, refOf } from '../../rules/names.js';
import { leaseOf } from '../lease/leases.js';
import type { Workbench } from '../workbench.js';
import { findStrays } from './strays.js';

/** What stays, and why. */
export interface Left {
  /** A file, from the project's root; null for a run. */
  readonly path: string | null;
  readonly ref: string | null;
  readonly why: string;
  /** Whether it holds something of a run, or may. */
  readonly isRun: boolean;
}

/** What a purge of everything would do. */
export interface PurgePlan {
  readonly keys: readonly Key[];
  /** Files that belong to no run, from the project's root. */
  readonly files: readonly string[];
  readonly left: readonly Left[];
}

const whyLeft = {
  other: 'it holds no checkpoint; another tool may keep it there',
  unclear: 'it cannot be told whether it is a checkpoint',
};

/**
 * Plans a purge of everything.
 * @param bench the store and the circumstances
 * @param all all runs
 * @param evenIfHeld whether those go as well that someone else works on
 * @returns the runs and files that go; what pawl keeps of torn files only goes when no run is left
 */
export function planPurge(bench: Workbench, all: readonly Key[], evenIfHeld: boolean): PurgePlan {
  const left: Left[] = [];
  const keys = all.filter((key) => {
    const { state, reason } = leaseOf(bench, key);
    if (evenIfHeld || state !== 'live') return true;
    left.push({ path: null, ref: refOf(key), why: `it is ${reason ?? 'held by someone else'}`, isRun: true });
    return false;
  });
  const files = findStrays(bench, all).flatMap(({ path, is }) => {
    if (is === 'checkpoint' || (is === 'kept' && keys.length === all.length)) return [path];
    if (is !== 'kept') left.push({ path, ref: null, why: whyLeft[is], isRun: is === 'unclear' });
    return [];
  });
  return { keys, files, left };
}
