// A run's title and age, in the words of every screen.

import { ageInWords } from '../../../families/workflow/resume.js';
import { isAllDone } from '../../../service/next-command.js';
import type { Overview } from '../../../service/overview.js';
import { oneLine } from '../terminal/width.js';

/**
 * Gives what the title says beside the ref, which some repeat.
 * @param run the run
 * @returns the rest of the title; empty when it says nothing more
 */
export function titleOf({ title, ref }: Overview): string {
  if (title === ref) return '';
  return oneLine(title.startsWith(`${ref}: `) ? title.slice(ref.length + 2) : title);
}

/**
 * Tells a run's age.
 * @param run the run
 * @param now the time, in milliseconds since 1970
 * @returns e.g. `9 days ago, stale`
 */
export function ageOf(run: Pick<Overview, 'updated_at' | 'stale'>, now: number): string {
  const age = ageInWords(run.updated_at ?? '', new Date(now).toISOString());
  return run.stale ? `${age}, stale` : age;
}

/**
 * Tells the step that ends a run whose units are all done.
 * @param run the run
 * @returns the words behind `pawl`, before the run's name; null when something else is left to do
 */
export function lastStepOf(run: Overview): readonly string[] | null {
  if (run.finished || run.family === 'pipeline' || !isAllDone(run)) return null;
  return run.family === 'command' ? ['complete'] : ['workflow', 'finish'];
}

/**
 * Names what a run is at.
 * @param run the run
 * @returns the unit that runs, else the next one; empty when there is none
 */
export function unitOf(run: Overview): string {
  return run.current ?? run.next ?? (lastStepOf(run) === null ? '' : 'all done');
}
