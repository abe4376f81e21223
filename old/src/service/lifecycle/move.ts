// Puts a run away or takes it out of sight. Its state stays as it is, its age included; its history is kept.

import { isPawlError, PawlError } from '../../rules/errors.js';
import { type Key, type Place, refOf } from '../../rules/names.js';
import type { EventNote, Stored } from '../../store/store.js';
import { rewrite, type RewriteOptions } from '../history/rewrite.js';
import { leaseOf, releaseLease } from '../lease/leases.js';
import { notFoundNear } from '../refs.js';
import { setAside } from '../resume/act/set-aside.js';
import type { Workbench } from '../workbench.js';

export interface Moved {
  readonly ref: string;
  readonly stored: Stored;
  /** False when it was there already, or the op id was known. */
  readonly changed: boolean;
  /** True when the op id was known: nothing was stored now, and `stored` is what was stored then. */
  readonly repeated: boolean;
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
  throw new PawlError('held', `${refOf(key)} was not ${doing}: it is ${reason ?? 'held by someone else'}`, {
    hint: 'Let its holder finish. If nobody works on it any more, it is free half an hour after the last step.',
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
  if (isThere) return { ref: refOf(key), stored: before, changed: false, repeated: false };
  const decide = (current: Stored | null): { state: Stored['state']; place: Place; event: EventNote } => ({
    state: (current ?? before).state,
    place,
    event,
  });
  const { stored, repeated } = await rewrite(bench, key, decide, options);
  return { ref: refOf(key), stored, changed: !repeated, repeated };
}

/**
 * Archives a run: a workflow's file moves to `failed/`, as seed 004 has it, unless it is complete or archived already; others
 * have no such folder, and their file goes away. An unfinished one can still be resumed.
 * @param bench the store and the circumstances
 * @param key the run
 * @param options expectations of the caller
 * @returns where it is now
 */
export async function archiveRun(bench: Workbench, key: Key, options: MoveOptions = {}): Promise<Moved> {
  if (options.evenIfHeld !== true) refuseHeld(bench, key, 'archived');
  const before = key.family === 'workflow' ? await bench.store.get(key) : null;
  const isToFail = before !== null && before.place !== 'archived' && before.state['status'] !== 'complete';
  const place = isToFail ? 'failed' : 'archived';
  const moved = await moveRun(bench, key, place, { name: 'archived' }, options);
  releaseLease(bench, key);
  return moved;
}

/** A run that was deleted. */
export interface Deleted {
  readonly ref: string;
  /** False when it was deleted already, or the op id was known. */
  readonly changed: boolean;
  /** True when the op id was known: nothing was stored now, and `revision` is that of then. */
  readonly repeated: boolean;
  /** The newest revision of its history; 0 when there is none. */
  readonly revision: number;
  /** Where the bytes of a file are that held no checkpoint and had no history. */
  readonly aside: string | null;
}

/**
 * Deletes a run: its file goes away, its history stays and can be restored.
 * @param bench the store and the circumstances
 * @param key the run
 * @param options expectations of the caller
 * @returns what is left of it
 */
export async function deleteRun(bench: Workbench, key: Key, options: MoveOptions = {}): Promise<Deleted> {
  if (options.evenIfHeld !== true) refuseHeld(bench, key, 'deleted');
  const ref = refOf(key);
  try {
    const { stored, changed, repeated } = await moveRun(bench, key, 'removed', { name: 'deleted' }, options);
    releaseLease(bench, key);
    return { ref, changed, repeated, revision: stored.revision, aside: null };
  } catch (error) {
    if (!isPawlError(error, 'corrupt')) throw error;
    return { ref, changed: true, repeated: false, revision: 0, aside: setAside(bench, key) };
  }
}
