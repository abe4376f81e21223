// Brings a checkpoint back to an earlier revision: by a new revision, so nothing of the history is lost.

import { type Change, describeChanges } from '../../families/changes/index.js';
import { type Key, refOf } from '../../rules/names.js';
import type { Stored } from '../../store/store.js';
import { familyOf, type Workbench } from '../workbench.js';
import { readRevision } from './read-revision.js';
import { rewrite, type RewriteOptions } from './rewrite.js';

export interface Restored {
  readonly ref: string;
  /** The revision that was brought back. */
  readonly from: number;
  /** The new revision. */
  readonly stored: Stored;
  /** True when the op id was known: nothing was stored now, and `stored` is what was stored then. */
  readonly repeated: boolean;
  /** What that changed. */
  readonly changes: readonly Change[];
}

/**
 * Brings a checkpoint back to one of its revisions. The new revision equals the old one but for its change time, which
 * names it and tells its age; its file is published in its place, also when the checkpoint was archived or removed.
 * @param bench the store and the circumstances
 * @param key the checkpoint
 * @param revision which one
 * @param options expectations of the caller
 * @returns the new revision; throws `not-found` or `conflict`
 */
export async function restoreRevision(
  bench: Workbench,
  key: Key,
  revision: number,
  options: RewriteOptions = {},
): Promise<Restored> {
  const { state } = await readRevision(bench, key, revision);
  let changes: readonly Change[] = [];
  const { stored, repeated } = await rewrite(
    bench,
    key,
    (current, now) => {
      changes = describeChanges(key.family, current?.state ?? null, state);
      const event = { name: 'restored', args: { revision } };
      return { state: familyOf(bench, key).stamp(state, now), place: 'live', event };
    },
    options,
  );
  return { ref: refOf(key), from: revision, stored, repeated, changes: repeated ? [] : changes };
}
