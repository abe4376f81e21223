// One revision of a checkpoint that must be there.

import { pawlLine } from '../pawl-line.js';
import { PawlError } from '../../rules/errors.js';
import { type Key, refOf } from '../../rules/names.js';
import type { Stored } from '../../store/store.js';
import type { Workbench } from '../workbench.js';

/**
 * Reads one revision that must be there.
 * @param bench the store and the circumstances
 * @param key the checkpoint
 * @param revision its number
 * @returns the revision; throws `not-found` with those that there are
 */
export async function readRevision(bench: Workbench, key: Key, revision: number): Promise<Stored> {
  const found = await loadRevision(bench, key, revision);
  if (found !== null) return found;
  const [newest] = await bench.store.history(key, { limit: 1 });
  throw new PawlError('not-found', `${refOf(key)} has no revision ${revision}`, {
    hint: newest === undefined ? undefined : `Its newest one is ${newest.revision}.`,
    data: { newest: newest?.revision ?? 0 },
  });
}

/**
 * Reads one revision, if there is one of that number. Absent is not unreadable.
 * @param bench the store
 * @param key the checkpoint
 * @param revision its number
 * @returns the revision, or null when there was never one; throws `damaged` when it was stored and cannot be read
 */
export async function loadRevision(
  { store }: Pick<Workbench, 'store'>,
  key: Key,
  revision: number,
): Promise<Stored | null> {
  const found = await store.revision(key, revision);
  if (found !== null || revision < 1) return found;
  const [newest] = await store.history(key, { limit: 1 });
  if (revision <= (newest?.revision ?? 0)) throw unreadableRevision(key, revision);
  return null;
}

function unreadableRevision(key: Key, revision: number): PawlError {
  const message = `revision ${revision} of ${refOf(key)} cannot be read: its record, or one that it stands on, is missing or damaged`;
  return new PawlError('damaged', message, {
    hint: `\`${pawlLine('history', key)}\` tells what happened in it, and which revisions can be read.`,
  });
}
