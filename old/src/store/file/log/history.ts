// The list of a checkpoint's revisions, kept for the next time it is asked for.

import { type Key, refOf } from '../../../rules/names.js';
import type { HistoryRange, Notice } from '../../store.js';
import type { Log } from './log.js';
import { type Past, type PastRevision, readAllPast, readPast, selectRevisions } from './past.js';
import type { Lost } from './replay.js';

/** Revisions without their states. */
export interface Listed {
  /** Every one whose record can be read, also those that lie behind damage, newest first. */
  readonly revisions: readonly (PastRevision | Lost)[];
  /** What is to be said about them. */
  readonly notice: Notice | null;
}

/** A longer list is not kept. */
const keptRevisions = 2_000;

/** The revisions of one checkpoint that were listed last. */
export class History {
  readonly #key: Key;
  #past: Past | null = null;

  constructor(key: Key) {
    this.#key = key;
  }

  /**
   * Lists revisions.
   * @param log the checkpoint's log, refreshed
   * @param range which of them
   * @returns the revisions, and what is to be said
   */
  list(log: Log, range: HistoryRange): Listed {
    const past = readPast(log, this.#past, range);
    this.#past = past !== null && past.revisions.length <= keptRevisions ? past : null;
    if (past !== null) return { revisions: selectRevisions(past.revisions, range), notice: null };
    const { revisions, missing } = readAllPast(log);
    const message = `${missing} earlier revisions of ${refOf(this.#key)} cannot be read: a part of its log is missing or damaged`;
    return {
      revisions: selectRevisions(revisions, range),
      notice: missing === 0 ? null : { code: 'damaged', message },
    };
  }

  /** Frees what is kept. */
  forget(): void {
    this.#past = null;
  }
}
