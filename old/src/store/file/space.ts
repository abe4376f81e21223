// What all checkpoints of a file store share: the root, the families' views, the clock, git.

import { PawlError, type Problem } from '../../rules/errors.js';
import type { Json, JsonObject } from '../../rules/json/json.js';
import type { FamilyName, Key, Place } from '../../rules/names.js';
import type { RunOverview } from '../../rules/overview.js';
import type { Notice, Revision, Stored } from '../store.js';
import type { Catalog } from './catalog/catalog.js';
import type { PastRevision } from './log/past.js';
import type { Lost, Replayed } from './log/replay.js';

/** What the store needs to know about a family's documents. */
export interface DocumentView {
  recognises(value: unknown): value is JsonObject;
  /** Tells whether a file that is not recognised, of that name, is likely to be a drifted one. */
  resembles?(value: Json, stem: string): boolean;
  /** Makes lists follow from units after a merge. */
  settle(doc: JsonObject): JsonObject;
  /** The document's own change time: tells which revision an editor saw. */
  stampOf(doc: JsonObject): string | null;
  /** Gives it a new change time. */
  stamp(doc: JsonObject, now: string): JsonObject;
  /** Sums a document up for lists. */
  overview?(doc: JsonObject): RunOverview;
  /** Tells whether nothing is left to do, as the overview says it: at every save, so that it must be cheap. */
  isFinished?(doc: JsonObject): boolean;
  /** Finds what is wrong with a document. Files are taken in as they are, but not in silence. */
  check?(doc: JsonObject): readonly Problem[];
}

export interface FileSpace {
  readonly root: string;
  /** The families that this store is used for. */
  readonly views: Readonly<Partial<Record<FamilyName, DocumentView>>>;
  readonly now: () => string;
  /** Whether git put this file there (bytes), or took it away (null); only asked for files that may be tracked. */
  readonly isFromGit: (relativePath: string, bytes: Buffer | null, sinceMs: number) => boolean;
  /** What git has put into this file since a moment; null when it did nothing to it. */
  readonly switchedTo: (relativePath: string, sinceMs: number) => Buffer | null;
  /** What git merges into a file that is in conflict: what both sides had, the one that was checked out, the other one. */
  readonly sidesInGit: (relativePath: string) => readonly (Buffer | null)[] | null;
  readonly segmentBytes: number;
  readonly catalog: Catalog;
}

/**
 * Gives the view of a family's documents.
 * @param space the store's space
 * @param family the family
 * @returns its view
 */
export function viewOf(space: FileSpace, family: FamilyName): DocumentView {
  const view = space.views[family];
  if (view === undefined) throw new PawlError('bad-usage', `this store was opened without the ${family} family`);
  return view;
}

/** Who is named when the store itself records what people did to a published file. */
export const byHand = 'hand';

/**
 * Presents a revision of the log.
 * @param key the checkpoint
 * @param from the revision
 * @param notices what the reader should know
 * @returns the revision as the contract has it
 */
export function toStored(key: Key, from: Replayed, notices: readonly Notice[]): Stored {
  const { revision, state, place, at, actor } = from;
  const [name, args] = from.event;
  return { key, revision, state, place, at, actor, event: args === undefined ? { name } : { name, args }, notices };
}

/**
 * Presents a document that stands in a published file and in no log.
 * @param key the checkpoint
 * @param doc the document
 * @param place where its file stands
 * @param at the time of reading
 * @param notices what the reader should know
 * @returns a revision 0
 */
export function toUnrecorded(key: Key, doc: JsonObject, place: Place, at: string, notices: readonly Notice[]): Stored {
  return { key, revision: 0, state: doc, place, at, actor: byHand, event: { name: 'adopted' }, notices };
}

/**
 * Presents a revision of a history, without its state.
 * @param one the revision
 * @returns the revision as the contract has it
 */
export function toRevision(one: PastRevision | Lost): Revision {
  const { revision, place, at, actor } = one;
  const [name, args] = one.event;
  const event = args === undefined ? { name } : { name, args };
  const isLost = 'state' in one && one.state === null;
  return isLost ? { revision, place, at, actor, event, readable: false } : { revision, place, at, actor, event };
}
