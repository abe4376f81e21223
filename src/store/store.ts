// The contract of a store: revisions of runs, small shared values, and a feed of changes.
//
//   If put says yes, that revision survives a killed process, a power cut and a full disk, and no later put silently
//   replaces it. The answer is about the caller's own revision. If put says no, the previous revision is intact. If it
//   cannot tell, it throws `unclear`, and a retry with the same op id is harmless. Reading destroys nothing.
//
// S1 read your own acknowledged put, and be told your own revision   S2 an acknowledged put survives crash and power loss
// S3 a put that expects another revision stores nothing              S4 readers see whole revisions only
// S5 revisions of a key rise by one, never reused until purged       S6 a damaged record never hides older ones
// S7 keys cannot collide or leave the store's space                  S8 order comes from revisions, never from clocks
// S9 closing twice is safe

import type { JsonObject } from '../base/json.js';
import type { FamilyName, Key, Place } from '../base/names.js';

/** What happened, for history. */
export interface EventNote {
  readonly name: string;
  readonly args?: JsonObject | undefined;
}

/** One saved state of a run without the state itself. */
export interface Revision {
  readonly revision: number;
  /** Revision and checksum, e.g. `17-ab12cd34`: tells which revision a copy came from. */
  readonly rev: string;
  readonly place: Place;
  /** ISO 8601, by the writer's clock. */
  readonly at: string;
  readonly actor: string;
  readonly event: EventNote;
  readonly op: string;
}

/** One saved state of a run. The state is frozen. */
export interface Stored extends Revision {
  readonly key: Key;
  readonly state: JsonObject;
}

export interface Put {
  /** The revision that must be the newest; 0 for a new run. */
  readonly expect: number;
  readonly state: JsonObject;
  readonly place?: Place | undefined;
  readonly at: string;
  readonly actor: string;
  readonly event: EventNote;
  /** Makes a retry harmless: the same op id twice counts once. The last 256 of a run are known. */
  readonly op?: string | undefined;
}

export type PutResult =
  | { readonly ok: true; readonly stored: Stored; readonly isDuplicate: boolean }
  | { readonly ok: false; readonly current: Stored | null };

/** Something that the caller should know although nothing failed. */
export interface Notice {
  readonly code:
    | 'edited'
    | 'conflict'
    | 'reverted'
    | 'removed'
    | 'imported'
    | 'corrupt'
    | 'damaged'
    | 'unpublished'
    | 'newer-version';
  readonly key: Key;
  readonly message: string;
}

export interface ListFilter {
  readonly family?: FamilyName | undefined;
  /** Also runs without a checkpoint file: archived, removed. */
  readonly all?: boolean | undefined;
}

/** A run in a list: what its checkpoint file says, or its newest revision where there is no file. */
export interface Listed {
  readonly key: Key;
  readonly place: Place;
  readonly state: JsonObject;
  /** The revision that the document came from; null when no pawl wrote it. */
  readonly rev: string | null;
  /** Why the file cannot be used; the state is empty then. */
  readonly problem?: string;
}

export interface HistoryRange {
  /** Only revisions below this one. */
  readonly before?: number | undefined;
  readonly limit?: number | undefined;
}

/** A small fact that processes share. The version changes with every put, and no version comes back. */
export interface Value {
  readonly value: JsonObject;
  readonly version: string;
}

export interface ValuePut {
  /** The version that must be there; null when there must be none. */
  readonly expect: string | null;
  readonly value: JsonObject;
  /** After this time the value counts as absent. */
  readonly ttlMs?: number | undefined;
}

export interface Changes {
  /** In order per run; no order between runs. */
  readonly changes: readonly Stored[];
  /** Opaque: pass it to the next call. */
  readonly cursor: string;
}

/** A store that answers at once: the file store, and memory. */
export interface SyncStore {
  /** The newest revision; null when there is none. */
  get(key: Key): Stored | null;
  /** Compare-and-set; never retries. A lost race is a value, not an error. */
  put(key: Key, put: Put): PutResult;
  revision(key: Key, revision: number): Stored | null;
  /** Newest first. */
  history(key: Key, range?: HistoryRange): readonly Revision[];
  list(filter?: ListFilter): readonly Listed[];
  /** Removes a run with its history; false when there was none. */
  purge(key: Key): boolean;

  getValue(name: string): Value | null;
  /** The new version; null when another version is there. */
  putValue(name: string, put: ValuePut): string | null;
  /** False when another version is there. */
  deleteValue(name: string, expect: string): boolean;

  /** Everything acknowledged after the cursor; null reads from the beginning. */
  changes(cursor: string | null): Changes;
  close(): void;
}

/** Any store. */
export type Store = {
  [Name in keyof SyncStore]: (...args: Parameters<SyncStore[Name]>) => Promise<ReturnType<SyncStore[Name]>>;
};

/** The async face of a synchronous store. */
export function toAsync(store: SyncStore): Store {
  return {
    get: async (key) => store.get(key),
    put: async (key, put) => store.put(key, put),
    revision: async (key, revision) => store.revision(key, revision),
    history: async (key, range) => store.history(key, range),
    list: async (filter) => store.list(filter),
    purge: async (key) => store.purge(key),
    getValue: async (name) => store.getValue(name),
    putValue: async (name, put) => store.putValue(name, put),
    deleteValue: async (name, expect) => store.deleteValue(name, expect),
    changes: async (cursor) => store.changes(cursor),
    close: async () => store.close(),
  };
}
