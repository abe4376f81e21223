// Which snapshots of the code are no longer needed.

import { keyText, parseKey } from '../../rules/names.js';
import type { Summary } from '../../store/store.js';
import { ageDays } from '../checkpoint.js';
import { collectCode } from '../code/collect.js';
import type { Workbench } from '../workbench.js';
import type { AgeLimits } from './ages.js';

/** A run that is not listed may only be unreadable, or of a family that this workbench does not know. */
async function isGone(bench: Workbench, text: string | null): Promise<boolean> {
  try {
    const key = text === null ? null : parseKey(text);
    if (key === null || bench.families[key.family] === undefined) return false;
    return (await bench.store.get(key)) === null;
  } catch {
    return false;
  }
}

/**
 * Collects snapshots of the code: with their run, and when they are old. The newest one of an unfinished run stays.
 * @param bench the store and the circumstances
 * @param all every run that can be read
 * @param limits when a snapshot is old
 * @param dryRun only tell
 * @returns the refs that went
 */
export async function collectOldCode(
  bench: Workbench,
  all: readonly Summary[],
  limits: AgeLimits,
  dryRun: boolean,
): Promise<readonly string[]> {
  const runs = new Map(all.map((one) => [keyText(one.key), one]));
  const going = await collectCode(
    bench,
    async ({ key, revision, at, isOrphan }, snapshots) => {
      const isOld = ageDays(at, bench.clock()) > limits.failedDays;
      if (isOrphan) return isOld;
      const run = key === null ? undefined : runs.get(key);
      if (run === undefined) return isGone(bench, key);
      const isOver = run.overview.finished || run.place === 'removed';
      return isOld && (isOver || snapshots.some((one) => one.key === key && one.revision > revision));
    },
    { dryRun },
  );
  return going.map(({ ref }) => ref);
}
