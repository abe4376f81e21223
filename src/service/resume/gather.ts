// Finds out all that the judgement of a run depends on. Reads files and git, changes nothing.

import path from 'node:path';
import { stemsOf } from '../../rules/names.js';
import type { Stored } from '../../store/store.js';
import { ageDays } from '../checkpoint.js';
import { isAsCommitted } from '../git.js';
import type { LeaseView } from '../lease/lease.js';
import { familyOf, type Workbench } from '../workbench.js';
import { goneFiles, planChangeOf } from './files.js';
import type { RunFacts } from './judge/judge.js';

/** Events that record what was found, not what was done here. */
const found: ReadonlySet<string> = new Set(['adopted', 'switched']);

/**
 * Gathers the facts about a run.
 * @param bench the store and the circumstances
 * @param stored its newest revision
 * @param lease who works on it
 * @param maxAgeDays when a workflow counts as old
 * @returns the facts
 */
export async function factsOf(
  bench: Workbench,
  stored: Stored,
  lease: LeaseView,
  maxAgeDays: number,
): Promise<RunFacts> {
  const { key, state, place, revision, notices } = stored;
  const family = familyOf(bench, key);
  const overview = family.overview(state);
  return {
    family: key.family,
    place,
    revision,
    doc: state,
    overview,
    point: family.resumePoint(state),
    problems: family.check(state, { idPattern: bench.idPattern }),
    notices,
    lease,
    isFromClone: await isFromClone(bench, stored),
    gone: goneFiles(bench.root, key.family, state),
    planChange: key.family === 'workflow' ? planChangeOf(bench.root, state) : null,
    head: key.family === 'command' ? bench.head() : null,
    ageDays: ageDays(overview.updated_at, bench.clock()),
    maxAgeDays,
  };
}

/**
 * State that came with a clone is never taken up by itself: neither a tracked file that nobody has worked on here, nor a
 * log that was committed along with it.
 */
async function isFromClone(bench: Workbench, { key, event }: Stored): Promise<boolean> {
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
