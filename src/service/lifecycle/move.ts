// Puts a run away or takes it out of sight. Its state stays as it is, its age included; its history is kept.

import { PawlError } from '../../rules/errors.js';
import { type Key, type Place, refOf } from '../../rules/names.js';
import type { EventNote, Stored } from '../../store/store.js';
import { rewrite, type RewriteOptions } from '../history/rewrite.js';
import { leaseOf } from '../lease/leases.js';
import { notFoundNear } from '../refs.js';
import type { Workbench } from '../workbench.js';

export interface Moved {
  readonly ref: string;
  readonly stored: Stored;
  /** False when it was there already. */
  readonly changed: boolean;
}

export interface MoveOptions extends RewriteOptions {
  /** Also while someone else works on it, when a person has decided so. */
  readonly evenIfHeld?: boolean;
}

/**
 * Refuses to touch a run that someone else works on.
 * @param bench the store and the circumstances
 * @param key the run
 * @param doing what was to be done, e.g. `archived`
 */
export function refuseHeld(bench: Workbench, key: Key, doing: string): void {
  const { state, reason } = leaseOf(bench, key);
  if (state !== 'live') return;
  throw new PawlError('not-allowed', `${refOf(key)} was not ${doing}: it is ${reason ?? 'held by someone else'}`, {
    hint: 'Let that agent finish, or stop it. If nobody works on it any more, say so with --yes.',
  });
}

/**
 * Moves a run to another place.
 * @param bench the store and the circumstances
 * @param key the run
 * @param place where to
 * @param event how that is noted in the history
 * @param options expectations of the caller
 * @returns where it is now
 */
export async function moveRun(
  bench: Workbench,
  key: Key,
  place: Place,
  event: EventNote,
  options: RewriteOptions = {},
): Promise<Moved> {
  const before = await bench.store.get(key);
  if (before === null) throw await notFoundNear(bench.store, refOf(key), 'Run `pawl list --all` to see what is there.');
  const isThere = before.place === place && (options.expect === undefined || options.expect === before.revision);
  if (isThere) return { ref: refOf(key), stored: before, changed: false };
  const decide = (current: Stored | null): { state: Stored['state']; place: Place; event: EventNote } => ({
    state: (current ?? before).state,
    place,
    event,
  });
  return { ref: refOf(key), stored: await rewrite(bench, key, decide, options), changed: true };
}

/**
 * Archives a run: a workflow's file moves to `failed/`, as seed 004 has it; others have no such folder, and their file
 * goes away. An unfinished one can still be resumed.
 * @param bench the store and the circumstances
 * @param key the run
 * @param options expectations of the caller
 * @returns where it is now
 */
export async function archiveRun(bench: Workbench, key: Key, options: MoveOptions = {}): Promise<Moved> {
  if (options.evenIfHeld !== true) refuseHeld(bench, key, 'archived');
  return moveRun(bench, key, key.family === 'workflow' ? 'failed' : 'archived', { name: 'archived' }, options);
}

/**
 * Deletes a run: its file goes away, its history stays and can be restored.
 * @param bench the store and the circumstances
 * @param key the run
 * @param options expectations of the caller
 * @returns where it is now
 */
export async function deleteRun(bench: Workbench, key: Key, options: MoveOptions = {}): Promise<Moved> {
  if (options.evenIfHeld !== true) refuseHeld(bench, key, 'deleted');
  return moveRun(bench, key, 'removed', { name: 'deleted' }, options);
}
