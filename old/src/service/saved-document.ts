// What is told after a change, on every surface: where the run stands, what comes next, and who else holds it.

import type { FamilyName, Key, Place } from '../rules/names.js';
import type { Saved } from './checkpoint.js';
import { asState } from './documents.js';
import type { Holder } from './lease/holder.js';
import { holderOf, type LeaseView } from './lease/lease.js';
import { noteWork } from './lease/note-work.js';
import type { Owner } from './lease/owner.js';
import { nextCommand } from './next-command.js';
import { familyOf, type Workbench } from './workbench.js';

/** The document about a save. */
export interface SavedDocument {
  readonly ok: true;
  readonly ref: string;
  readonly family: FamilyName;
  readonly revision: number;
  /** Where its file is; null for stores without files. */
  readonly path: string | null;
  readonly place: Place;
  readonly redacted: readonly string[];
  readonly repeated: boolean;
  readonly status: string;
  readonly finished: boolean;
  readonly progress: { readonly done: number; readonly total: number };
  readonly current: string | null;
  readonly next: string | null;
  readonly next_command: string | null;
  /** Who else works on it. */
  readonly held_by: Holder | null;
}

/** How a save is noted. */
export interface SavedBy {
  /** It was only a remark: who makes it does not take the run. */
  readonly isRemark?: boolean | undefined;
  /** Who works; found out unless given. */
  readonly owner?: Owner | undefined;
}

/**
 * Notes who works on a run, and makes the document about what was stored.
 * @param bench the store and the circumstances
 * @param key the run
 * @param saved what was stored
 * @param by who, and whether it was more than a remark
 * @returns the document, and whose the run is; null when that could not be found out
 */
export function savedDocument(
  bench: Workbench,
  key: Key,
  saved: Saved,
  by: SavedBy = {},
): { readonly document: SavedDocument; readonly lease: LeaseView | null } {
  const { ref, family, revision, place, redacted, repeated } = saved;
  const overview = familyOf(bench, key).overview(asState(saved.document));
  const { status, finished, progress, current, next } = overview;
  const isOver = finished || place !== 'live';
  const lease = noteWork(bench, key, by.isRemark === true ? 'remark' : isOver ? 'end' : 'step', by.owner);
  const document = {
    ok: true,
    ref,
    family,
    revision,
    path: bench.store.pathOf?.(key, place) ?? null,
    place,
    redacted,
    repeated,
    status,
    finished,
    progress,
    current,
    next,
    next_command: nextCommand(key, overview),
    held_by: lease === null ? null : holderOf(lease),
  } as const;
  return { document, lease };
}
