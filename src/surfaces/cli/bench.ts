// The workbench that a command works at: opened for the families that it needs, and closed in any case.

import { openBench } from '../../service/open-bench.js';
import type { Families, Workbench } from '../../service/workbench.js';
import type { Call } from './call.js';
import { noticesTo } from './notices.js';
import { findRoot } from './root.js';
import { openSettings } from '../../service/config/open-settings.js';

/** Looking for leftovers costs a short call 0.7 ms: one in so many does it for all. */
const sweepEvery = 20;

/**
 * Runs a command's work. Only what the named families need is loaded.
 * @param call the call; remarks of the store about files go to its stderr
 * @param families the families whose checkpoints it will meet
 * @param work what is done; the store is closed afterwards
 * @returns what the work gives
 */
export async function withBench<T>(call: Call, families: Families, work: (bench: Workbench) => Promise<T>): Promise<T> {
  const root = findRoot(call);
  const bench = openBench({
    root,
    families,
    sweep: Math.random() < 1 / sweepEvery,
    onNotice: noticesTo(call),
    onRemark: (text) => call.out.notice('remark', text),
    ...openSettings(root),
  });
  try {
    return await work(bench);
  } finally {
    await bench.store.close();
  }
}
