// The end of runs: archive, delete, purge, and the clean-up by age.

import { PawlError } from '../base/errors.js';
import { type Key, type Place, keyText, refOf } from '../base/names.js';
import { durationText, timeOf } from '../base/text.js';
import { capturePhase } from '../formats/command.js';
import type { Stored } from '../store/store.js';
import { change } from './change.js';
import { holderOf } from './lease.js';
import { type RunLine, listRuns } from './list.js';
import type { Project } from './project.js';
import { boundKey, forgetWork, isAlive, readSessions } from './session.js';

/** Moves a run's checkpoint file; its history stays. */
async function moveTo(
  project: Project,
  key: Key,
  place: Place,
  event: string,
  args?: { readonly reason: string },
): Promise<Stored> {
  const { actor, now } = project.context();
  const stored = await change(project.store, key, (current) => {
    if (current === null) throw new PawlError('not-found', `there is no run ${refOf(key)}`);
    if (current.place === place) return null;
    return {
      expect: current.revision,
      state: current.state,
      place,
      at: now().toISOString(),
      actor,
      event: { name: event, args },
    };
  });
  if (stored === null) throw new PawlError('not-found', `there is no run ${refOf(key)}`);
  return stored;
}

/** Takes a run out of the lists. Its history stays, and `restore` brings it back. */
export function archive(project: Project, key: Key): Promise<Stored> {
  return moveTo(project, key, 'archived', 'archive');
}

/** Deletes a run's checkpoint file. Its history stays, and `restore` brings it back. */
export function remove(project: Project, key: Key): Promise<Stored> {
  return moveTo(project, key, 'removed', 'delete');
}

/** Moves a workflow to `failed/`. */
export function moveToFailed(project: Project, key: Key): Promise<Stored> {
  return moveTo(project, key, 'failed', 'fail');
}

/** Deletes a run with its history, for good. */
export async function purge(project: Project, key: Key): Promise<void> {
  // An open session would bring back what it has recorded for the run.
  for (const session of readSessions(project.root)) {
    const bound = boundKey(session);
    if (bound !== null && keyText(bound) === keyText(key)) forgetWork(project.root, session);
  }
  if (!(await project.store.purge(key))) throw new PawlError('not-found', `there is no run ${refOf(key)}`);
}

export interface CleanOptions {
  /** Default: the configuration, 7. */
  readonly maxAgeDays?: number | undefined;
  /** Default: the configuration, 30. */
  readonly failedDays?: number | undefined;
  /** Only say what would be done. */
  readonly dryRun?: boolean | undefined;
}

export interface Cleaned {
  readonly ref: string;
  readonly action: 'archive' | 'delete';
  readonly reason: string;
}

const dayMs = 86_400_000;

/** Cleans up by age: finished and forgotten runs are archived, old failed ones deleted. History stays. */
export async function clean(project: Project, options: CleanOptions = {}): Promise<readonly Cleaned[]> {
  const { maxAgeDays = project.config.maxAgeDays, failedDays = project.config.failedDays, dryRun = false } = options;
  const cleaned: Cleaned[] = [];
  const alive = readSessions(project.root).filter((session) => isAlive(session, project.now()));
  const live = new Set(alive.flatMap((session) => boundKey(session) ?? []).map(keyText));
  for (const run of await listRuns(project)) {
    const step = stepFor(run, maxAgeDays, failedDays, project.now());
    if (step === null || live.has(keyText(run.key)) || (await holderOf(project.store, run.key)) !== null) continue;
    if (!dryRun)
      await moveTo(project, run.key, step.action === 'archive' ? 'archived' : 'removed', 'clean', {
        reason: step.reason,
      });
    cleaned.push({ ref: run.ref, ...step });
  }
  return cleaned;
}

/** What the clean-up does with a run; null leaves it. Pure. */
function stepFor(run: RunLine, maxAgeDays: number, failedDays: number, now: Date): Omit<Cleaned, 'ref'> | null {
  if (run.problem !== undefined || run.updatedAt === null) return null;
  const age = now.getTime() - timeOf(run.updatedAt);
  const isOlder = (days: number): boolean => age > days * dayMs; // NaN is never older
  if (run.place === 'failed')
    return isOlder(failedDays) ? { action: 'delete', reason: `failed ${durationText(age)} ago` } : null;
  if (run.family === 'workflow' && run.isFinished) return { action: 'archive', reason: run.status };
  if (!isOlder(maxAgeDays)) return null;
  if (run.family === 'workflow') return { action: 'archive', reason: `unchanged for ${durationText(age)}` };
  if (run.isFinished) return { action: 'archive', reason: `complete, unchanged for ${durationText(age)}` };
  const isCaptured = run.key.family === 'command' && run.key.command === capturePhase;
  return isCaptured ? { action: 'archive', reason: `unchanged for ${durationText(age)}` } : null;
}
