// Ends a command's run, and says what that made of its phases: nothing is called done without a word.

import { isComplete, unitsOf } from '../families/command/phases.js';
import type { JsonObject } from '../rules/json/json.js';
import type { CommandKey } from '../rules/names.js';
import type { Plan } from './change.js';
import type { Saved } from './checkpoint.js';
import { writeWithTouched } from './journal/store-touched.js';
import { planCommand } from './plans/command.js';
import type { Workbench, WriteOptions } from './workbench.js';

/** What became of the phases; by their names. */
export interface EndedPhases {
  /** They were in progress, and nobody had reported them complete. */
  readonly taken_as_done: readonly string[];
  /** They were never begun. */
  readonly skipped_phases: readonly string[];
  readonly failed_phases: readonly string[];
}

const named = (doc: object | null, status: string): readonly string[] =>
  unitsOf({ ...doc }).flatMap((unit) => (unit.status === status ? [unit.name] : []));

/**
 * Tells what became of the phases of a run that is complete.
 * @param document its checkpoint
 * @param before what it was before that; null when it was complete already
 * @returns their names
 */
export function endedPhases(document: object, before: JsonObject | null): EndedPhases {
  const old = before === null || isComplete(before) ? null : before;
  return {
    taken_as_done: old === null ? [] : named(old, 'in_progress'),
    skipped_phases: old === null ? [] : named(old, 'pending'),
    failed_phases: named(document, 'failed'),
  };
}

/**
 * Ends a run: what is in progress is complete, what is pending is skipped.
 * @param bench the store and the circumstances
 * @param key the run
 * @param options expectations of the caller
 * @returns what was stored, the files that are gone and no longer listed, and what became of the phases
 */
export async function completeRun(
  bench: Workbench,
  key: CommandKey,
  options: WriteOptions,
): Promise<{ readonly saved: Saved; readonly dropped: readonly string[]; readonly ended: EndedPhases }> {
  let before: JsonObject | null = null;
  const plan = planCommand(key, { type: 'complete', head_commit: bench.head() });
  const watched: Plan = (doc, now, current) => {
    before = current?.state ?? doc;
    return plan(doc, now, current);
  };
  const { dropped, ...saved } = await writeWithTouched(bench, key, watched, options);
  return { saved, dropped, ended: endedPhases(saved.document, saved.repeated ? null : before) };
}

function told(names: readonly string[], one: string, several: string): readonly string[] {
  if (names.length === 0) return [];
  return [names.length === 1 ? `phase ${names[0]} ${one}` : `phases ${names.join(', ')} ${several}`];
}

/**
 * Says what ending a run made of its phases.
 * @param ended what became of them
 * @returns sentences for whoever ended it; none when all of them had been reported
 */
export function endedWords({ taken_as_done, skipped_phases, failed_phases }: EndedPhases): readonly string[] {
  const failed = told(failed_phases, 'is failed', 'are failed').map((what) => `the run is complete although ${what}`);
  return [
    ...told(taken_as_done, 'was in progress and is taken as done', 'were in progress and are taken as done'),
    ...told(skipped_phases, 'was not begun and is skipped', 'were not begun and are skipped'),
    ...failed,
  ];
}
