// The store's contract. Two implementations keep it (memory, files); conformance.ts holds them, and those of others, to it.
//
// S1 read your own acknowledged write          S6 a corrupt newest revision never hides older ones, and is never overwritten
// S2 an acknowledged put survives a crash      S7 keys cannot collide or leave the store's space
// S3 a put that expects another revision       S8 order comes from revisions, never from clocks
//    stores nothing                            S9 closing twice is safe and frees everything
// S4 readers see whole revisions only
// S5 revisions of a key rise by one, never reused

import type { PawlError } from '../rules/errors.js';
import type { JsonObject } from '../rules/json/json.js';
import type { FamilyName, Key, Place } from '../rules/names.js';
import type { RunOverview } from '../rules/overview.js';

/** What happened, in one word and a few arguments; the values themselves are in the state. */
export interface EventNote {
  readonly name: string;
  readonly args?: JsonObject;
}

/** Something a reader should know about how the answer came about. */
export interface Notice {
  readonly code:
    | 'adopted'
    | 'edited'
    | 'switched'
    | 'merged'
    | 'removed-by-hand'
    | 'moved-by-hand'
    | 'rolled-forward'
    | 'put-back'
    | 'corrupt'
    | 'not-a-checkpoint'
    | 'drifted'
    | 'misnamed'
    | 'inexact'
    | 'unreadable'
    | 'damaged'
    | 'unpublished'
    | 'newer-version';
  readonly message: string;
}

/** One revision: its number, who made it when and why, and the state it left. */
export interface Stored {
  readonly key: Key;
  readonly revision: number;
  /** Frozen: it is shared with the store. */
  readonly state: JsonObject;
  readonly place: Place;
  readonly at: string;
  readonly actor: string;
  readonly event: EventNote;
  readonly notices: readonly Notice[];
}

/** A revision without its state, for overviews of the history. */
export interface Revision extends Omit<Stored, 'state' | 'notices' | 'key'> {
  /** False when its state cannot be read, because something that it stands on is damaged; absent otherwise. */
  readonly readable?: false;
}

/** What is to be stored as the next revision. */
export interface Put {
  readonly state: JsonObject;
  /** Where the published file shall stand; `live` unless said otherwise. */
  readonly place?: Place;
  /** The revision this stands on; 0 for a checkpoint that must not exist yet. */
  readonly expect: number;
  /** The same op id twice counts once, so that a retry after an unclear answer is harmless. */
  readonly opId?: string | undefined;
  readonly actor: string;
  readonly event: EventNote;
  readonly at: string;
}

/** A lost race is an expected outcome, not an error. */
export type PutResult =
  | { readonly ok: true; readonly stored: Stored; readonly duplicate: boolean }
  | { readonly ok: false; readonly reason: 'conflict'; readonly current: Stored | null };

/** What to store on top of the newest revision. */
export type Decide = (current: Stored | null) => Put;

export interface UpdateOptions {
  /** How long to try against other writers; 10 s unless given. */
  readonly deadlineMs?: number | undefined;
}

export type Updated = Extract<PutResult, { readonly ok: true }>;

export interface ListFilter {
  readonly family?: FamilyName;
  /** Which places count; only `live` unless said otherwise. */
  readonly places?: readonly Place[];
  /** Told about checkpoints that are there and cannot be read; they are left out of the list. */
  readonly onUnreadable?: (key: Key, error: PawlError) => void;
  /** Told about files that hold a checkpoint under a name that none can have. */
  readonly onNameless?: (message: string) => void;
}

export interface SummaryFilter extends ListFilter {
  /** Only those with something left to do. */
  readonly unfinished?: boolean;
  /** Only those with this status. */
  readonly status?: string;
  /** At most so many, the newest. */
  readonly limit?: number;
  /**
   * Every file is looked at, also where nothing speaks for a change. Without, a store may believe what it noted about finished
   * runs, except the newest, as long as no file came, went or was replaced.
   */
  readonly exact?: boolean;
}

/** One line about a checkpoint. */
export interface Summary {
  readonly key: Key;
  readonly revision: number;
  readonly place: Place;
  readonly overview: RunOverview;
  /** Where people find it while it is in use. */
  readonly path: string | null;
}

export interface HistoryRange {
  /** Newest first; all when absent. */
  readonly limit?: number;
  /** Only revisions below this one. */
  readonly before?: number;
}

export interface PackOptions {
  /** What takes less room than this stays as it is; 0 unless given. */
  readonly fromBytes?: number;
  /** Only tell whether it would be packed. */
  readonly dryRun?: boolean;
}

export interface Store {
  /** The newest revision, whatever its place, or null when the key was never used. */
  get(key: Key): Promise<Stored | null>;
  put(key: Key, put: Put): Promise<PutResult>;
  /**
   * Reads, decides and puts, again when another writer was faster. `decide` must be pure; what it throws ends the update
   * with nothing stored. Throws `busy` after the deadline.
   */
  update(key: Key, decide: Decide, options?: UpdateOptions): Promise<Updated>;
  /** The revision that an op id made, or null; at least the last 1,000 op ids of a key are known. */
  findOp(key: Key, opId: string): Promise<Stored | null>;
  /** One revision with its state, or null. */
  revision(key: Key, revision: number): Promise<Stored | null>;
  /** The oldest revision whose state fits, or null. */
  find(key: Key, fits: (state: JsonObject) => boolean): Promise<Stored | null>;
  /** Revisions without their states, newest first. */
  history(key: Key, range?: HistoryRange): Promise<readonly Revision[]>;
  /** Every revision with its state, oldest first; only for stores where that is cheaper than one by one. */
  replay?(key: Key): Promise<readonly Stored[]>;
  /** The newest revision of each key, sorted by key. */
  list(filter?: ListFilter): Promise<readonly Stored[]>;
  /** One line about each key, the most recently changed first; only for stores that answer this faster than `list`. */
  summaries?(filter?: SummaryFilter): Promise<readonly Summary[]>;
  /**
   * Where people find a checkpoint in a place (live unless said otherwise), e.g. the path of its file; null for places
   * without one. Only for stores that have files.
   */
  pathOf?(key: Key, place?: Place): string | null;
  /** Publishes what was deferred, at once; only for stores that have files. */
  flush?(): void;
  /** Takes a checkpoint and all its history away for good; false when there was none. */
  purge(key: Key): Promise<boolean>;
  /** Carries on a checkpoint whose history is damaged; only for stores that can be damaged in part. */
  repair?(key: Key, actor: string): Promise<boolean>;
  /** Makes an old checkpoint take little room; false when there is nothing to gain. Only for stores that grow with history. */
  pack?(key: Key, options?: PackOptions): boolean | Promise<boolean>;
  /** Removes what killed processes left behind; gives the paths. Only for stores that can have such. */
  sweep?(): readonly string[];
  close(): Promise<void>;
}
