// Whether a run's state came with a clone. Asks git, and only about files that are there.

import path from 'node:path';
import { stemsOf } from '../../rules/names.js';
import type { Stored } from '../../store/store.js';
import { isAsCommitted } from '../git.js';
import type { Workbench } from '../workbench.js';

/** Events that record what was found, not what was done here. */
const found: ReadonlySet<string> = new Set(['adopted', 'switched']);

/**
 * Tells whether a run came with the repository: a tracked file that nobody has worked on here, or a log that was
 * committed along with it. Such a run is never taken up by itself.
 * @param bench the store and the circumstances
 * @param stored the run's newest revision
 * @returns false as soon as something was done about it here
 */
export async function isFromClone(bench: Workbench, { key, event }: Stored): Promise<boolean> {
  const file = bench.store.pathOf?.(key);
  if (file === undefined || file === null) return false;
  const [stem = ''] = stemsOf(key);
  if (isAsCommitted(bench.root, `.claude/state/.pawl/${key.family}/${stem.toLowerCase()}.log`)) return true;
  if (!found.has(event.name) || !isAsCommitted(bench.root, relative(bench.root, file))) return false;
  return (await bench.store.history(key)).every((revision) => found.has(revision.event.name));
}

/** git names paths with slashes. */
function relative(root: string, file: string): string {
  return path.relative(root, file).replaceAll('\\', '/');
}
