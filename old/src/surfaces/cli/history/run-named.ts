// The run that a command names, at a workbench that knows all families.

import type { Key } from '../../../rules/names.js';
import { families } from '../../../service/families.js';
import { readKey } from '../../../service/refs.js';
import type { Workbench } from '../../../service/workbench.js';
import { withBench } from '../bench.js';
import type { Call } from '../call.js';

/** What to do when no run has that name. */
export const notFoundHint = 'Run `pawl list --all` to see what is there.';

/**
 * Runs a command's work on the run that its first argument names.
 * @param call the call
 * @param work what is done
 * @returns what the work gives; throws `not-found` with what is near
 */
export async function withRun<T>(call: Call, work: (bench: Workbench, key: Key) => Promise<T>): Promise<T> {
  return withBench(call, families, async (bench) =>
    work(bench, await readKey(bench.store, call.positionals[0] ?? '', notFoundHint)),
  );
}
