// What a run is waiting for, as a command line that works as it stands. Pure.

import type { FamilyOverview } from '../families/family.js';
import type { RunOverview } from '../rules/overview.js';
import { type Key, refOf } from '../rules/names.js';
import { printableRef } from './resume/printable-ref.js';
import { shellQuote } from '../rules/text/shell-quote.js';

/**
 * Gives the command that comes next.
 * @param key the run
 * @param overview how far it is
 * @param redo finished phases that are done again first; a pipeline's are open already when it is taken up
 * @returns the command line, or null when nothing is left to do, or when none fits
 */
export function nextCommand(key: Key, overview: FamilyOverview, redo: readonly string[] = []): string | null {
  if (overview.finished) return null;
  const ref = word(refOf(key).startsWith('-') ? refOf(key) : printableRef(key));
  if (key.family === 'command') {
    const [again] = redo;
    return commandStep(ref, again === undefined ? overview : { ...overview, current: null, next: again });
  }
  return key.family === 'workflow' ? workflowStep(ref, overview) : pipelineStep(ref, overview);
}

/**
 * Tells whether all units of a run are done, so that only completing it is left.
 * @param overview how far it is
 * @returns false when a unit is open, runs, or nobody knows of any
 */
export function isAllDone({ current, next, progress: { done, total } }: RunOverview): boolean {
  return current === null && next === null && total > 0 && done >= total;
}

/** Where no unit is known, nobody can say that the run is complete. */
function commandStep(ref: string, { current, next, progress: { total } }: FamilyOverview): string | null {
  const running = current?.split(', ', 1)[0];
  if (running !== undefined) return `pawl phase ${ref} ${unit(ref, running)} complete`;
  if (next !== null) return `pawl phase ${ref} ${unit(ref, next)} in_progress`;
  return total === 0 ? null : `pawl complete ${ref}`;
}

function workflowStep(ref: string, { status, progress: { done, total } }: FamilyOverview): string | null {
  if (status === 'failed') return `pawl workflow retry ${ref}`;
  if (total === 0) return null;
  return done < total ? `pawl workflow advance ${ref}` : `pawl workflow finish ${ref}`;
}

/** What runs is done first; a failure is left behind by the next start, or by the gate when it passes. */
function pipelineStep(ref: string, { current, next, status }: FamilyOverview): string | null {
  const running = current?.split(', ', 1)[0];
  if (running !== undefined) return `pawl pipeline done ${ref} ${unit(ref, running)}`;
  const gate = next?.startsWith('gate ') === true ? next.slice('gate '.length) : null;
  if (gate !== null) return `pawl gate run ${ref} ${unit(ref, gate)}`;
  // Only a person can answer it; the build asks.
  if (next?.startsWith('approval of ') === true) return `pawl build ${ref} --resume`;
  if (next !== null) return `pawl pipeline start ${ref} ${unit(ref, next)}`;
  // All is done, and only a person's word about the failure is missing.
  return status === 'failed' ? `pawl pipeline pause ${ref}` : null;
}

/** Behind one `--` all words are arguments. */
function unit(ref: string, name: string): string {
  return ref.startsWith('-- ') ? shellQuote(name) : word(name);
}

/** A name that looks like an option stands behind `--`. */
function word(name: string): string {
  return `${name.startsWith('-') ? '-- ' : ''}${shellQuote(name)}`;
}
