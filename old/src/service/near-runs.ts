// A run that begins under a name that is nearly that of an unfinished one: perhaps the other was meant.

import { type CommandKey, refOf } from '../rules/names.js';
import { isSlip } from '../rules/near.js';
import type { Saved } from './checkpoint.js';
import type { Workbench } from './workbench.js';
import { unfinishedWorkflow } from './workflow-named.js';

/** More than this help nobody to choose. */
const most = 3;

/**
 * Finds unfinished runs of slash commands whose names differ from a new one's by a slip of the fingers, and the workflow of
 * its name.
 * @param bench the store and the circumstances
 * @param key the run
 * @param saved what was stored; only a first revision is looked at
 * @returns their refs; empty for a run that was there before
 */
export async function nearRuns(bench: Workbench, key: CommandKey, saved: Saved): Promise<readonly string[]> {
  if (saved.revision !== 1) return [];
  // A store that has to read every run for this is not asked: it is only a remark.
  const runs = (await bench.store.summaries?.({ family: 'command', unfinished: true })) ?? [];
  const near = runs.flatMap(({ key: other }) =>
    other.family === 'command' && isNear(key, other) ? [refOf(other)] : [],
  );
  const same = await unfinishedWorkflow(bench.store, refOf(key));
  return [...same.map(refOf), ...near].slice(0, most);
}

function isNear(key: CommandKey, other: CommandKey): boolean {
  const [feature, otherFeature] = [key.feature ?? '', other.feature ?? ''];
  if (key.command === other.command) return isSlip(feature, otherFeature);
  return feature === otherFeature && isSlip(key.command, other.command);
}
