// What a run is waiting for, as a command line that works as it stands. Pure.

import type { FamilyOverview } from '../families/family.js';
import type { RunOverview } from '../rules/overview.js';
import type { Key } from '../rules/names.js';
import { pawlLine } from './pawl-line.js';

/**
 * Gives the command that comes next.
 * @param key the run
 * @param overview how far it is
 * @param redo what was done and is done again first; a pipeline returns that when it is taken up
 * @param from where it goes on, as its resume point names it
 * @returns the command line, or null when nothing is left to do, or when none fits
 */
export function nextCommand(
  key: Key,
  overview: FamilyOverview,
  redo: readonly string[] = [],
  from: string | null = null,
): string | null {
  if (overview.finished) return null;
  if (key.family === 'command') {
    const [again] = redo;
    return commandStep(key, again === undefined ? overview : { ...overview, current: null, next: again });
  }
  if (key.family === 'workflow') return workflowStep(key, overview);
  return redo.length > 0 ? pawlLine('resume', key) : pipelineStep(key, overview, from);
}

/**
 * Says when a command is due: one that ends a unit records work that is still to be done.
 * @param command the command line, as `nextCommand` gives it
 * @param now what it is called when it can be run at once
 * @returns how it is announced
 */
export function dueWords(command: string, now: string): string {
  return /^pawl (?:phase .* complete$|pipeline done |workflow advance )/.test(command) ? 'When it is done' : now;
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
function commandStep(key: Key, { current, next, progress: { total } }: FamilyOverview): string | null {
  const running = current?.split(', ', 1)[0];
  if (running !== undefined) return pawlLine('phase', key, running, 'complete');
  if (next !== null) return pawlLine('phase', key, next, 'in_progress');
  return total === 0 ? null : pawlLine('complete', key);
}

function workflowStep(key: Key, { status, progress: { done, total } }: FamilyOverview): string | null {
  if (status === 'failed') return pawlLine('workflow retry', key);
  if (total === 0) return null;
  return pawlLine(done < total ? 'workflow advance' : 'workflow finish', key);
}

/**
 * What runs is done first, unless what it stands on is open again; a failure is left behind by the next start, or by the
 * gate when it passes.
 */
function pipelineStep(key: Key, { current, next, status }: FamilyOverview, from: string | null): string | null {
  const all = current?.split(', ') ?? [];
  const due = from?.replace(/^Phase \d+: /, '').split(', ') ?? [];
  const isAhead = next !== null && due.includes(next) && !all.some((id) => due.includes(id));
  const [running] = isAhead ? [] : all;
  if (running !== undefined) return pawlLine('pipeline done', key, running);
  const gate = next?.startsWith('gate ') === true ? next.slice('gate '.length) : null;
  if (gate !== null) return pawlLine('gate run', key, gate);
  // Only a person can answer it; the build asks.
  if (next?.startsWith('approval of ') === true) return `${pawlLine('build', key)} --resume`;
  if (next !== null) return pawlLine('pipeline start', key, next);
  // All is done, and only a person's word about the failure is missing.
  return status === 'failed' ? pawlLine('pipeline pause', key) : null;
}
