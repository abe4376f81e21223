// What changed between two revisions: in words for people, as a JSON Patch for programs.

import { type Change, describeChanges } from '../../families/changes/index.js';
import { type PatchOperation, toJsonPatch } from '../../rules/json/json-patch.js';
import { type Key, type Place, refOf } from '../../rules/names.js';
import type { Stored } from '../../store/store.js';
import type { Workbench } from '../workbench.js';
import { readNewest } from '../workbench.js';
import { readRevision } from './read-revision.js';
import { codeOf, type HistoryLine, toLine } from './revisions.js';

export interface Difference {
  readonly ref: string;
  /** The revision before; null stands for the time before the checkpoint began. */
  readonly from: HistoryLine | null;
  readonly to: HistoryLine;
  readonly changes: readonly Change[];
  /** RFC 6902: applied to the document of `from` (or `{}`), it gives that of `to`. */
  readonly patch: readonly PatchOperation[];
}

/** Which revisions are compared; 0 stands for the time before the checkpoint began. */
export interface DiffRange {
  /** The one before `to` unless given. */
  readonly from?: number | undefined;
  /** The newest unless given. */
  readonly to?: number | undefined;
}

/**
 * Compares two revisions of a checkpoint.
 * @param bench the store and the circumstances
 * @param key the checkpoint
 * @param range which two; they may stand in any order
 * @returns what changed from the one to the other; throws `not-found`
 */
export async function diffRevisions(bench: Workbench, key: Key, range: DiffRange = {}): Promise<Difference> {
  const newest = await readNewest(bench.store, key);
  const at = async (revision: number): Promise<Stored> =>
    revision === newest.revision ? newest : readRevision(bench, key, revision);
  const to = await at(range.to ?? newest.revision);
  const from = range.from ?? (await revisionBefore(bench, key, to.revision));
  const before = from === 0 ? null : await at(from);
  const code = await codeOf(bench, key);
  return {
    ref: refOf(key),
    from: before === null ? null : toLine(before, code(before)),
    to: toLine(to, code(to)),
    changes: [...placeChange(before, to), ...describeChanges(key.family, before?.state ?? null, to.state)],
    patch: toJsonPatch(before?.state ?? {}, to.state),
  };
}

/** Where each place is, in words. */
const places: Readonly<Record<Place, string>> = {
  live: 'it came back to its place',
  failed: 'it was moved to failed/',
  archived: 'it was archived',
  removed: 'it was removed',
};

/** A run that is put away keeps its document. */
function placeChange(before: Stored | null, to: Stored): readonly Change[] {
  return before === null || before.place === to.place ? [] : [{ unit: null, text: places[to.place] }];
}

/** Where a damaged log was carried on, numbers may have gaps, and revisions no state. */
async function revisionBefore({ store }: Workbench, key: Key, revision: number): Promise<number> {
  const [before] = await store.history(key, { before: revision, limit: 1 });
  if (before?.readable !== false) return before?.revision ?? 0;
  return (await store.history(key, { before: revision })).find((one) => one.readable !== false)?.revision ?? 0;
}
