// A run's title and age, in the words of every screen.

import { ageInWords } from '../../../families/workflow/resume.js';
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
