// The workbench that a command works at: opened for the families that it needs, and closed in any case.

import type { BenchOptions } from '../../service/open-bench.js';
import { withOpenBench } from '../../service/with-open-bench.js';
import type { Families, Workbench } from '../../service/workbench.js';
import type { Call } from './call.js';
import { noticesTo } from './notices.js';
import { findRoot } from './root.js';

/**
 * Runs a command's work. Only what the named families need is loaded.
 * @param call the call; remarks of the store about files go to its stderr
 * @param families the families whose checkpoints it will meet
 * @param work what is done; the store is closed afterwards
 * @param how what is special about this one
 * @returns what the work gives
 */
export async function withBench<T>(
  call: Call,
  families: Families,
  work: (bench: Workbench) => Promise<T>,
  how: Pick<BenchOptions, 'publish' | 'sweep'> = {},
): Promise<T> {
  const told = { onNotice: noticesTo(call), onRemark: (text: string) => call.out.notice('remark', text) };
  return withOpenBench({ root: findRoot(call), families, ...told, ...how }, work);
}
