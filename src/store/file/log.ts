// One append-only JSONL log: the commit point of a run. A record counts when it names the newest record before it; the
// order in the file decides, so writers need no lock.
//
// A record is written as newline + record by one write, with nothing behind it: a torn line cannot swallow it, and its
// last byte completes it. Its last member is the checksum of everything before it.

import path from 'node:path';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { checksum } from '../../base/checksum.js';
import { PawlError, diskError, errnoOf } from '../../base/errors.js';
import { type JsonObject, deepFreeze, isObject } from '../../base/json.js';
import type { Place } from '../../base/names.js';
import { type Patch, applyPatch, diffDocuments } from '../../base/patch.js';
import type { EventNote } from '../store.js';
import type { Files } from './files.js';

/** Every so many revisions a record holds the full state: reading goes back to the last one that a later record names. */
const fullEvery = 32;
/** A full state above this size is stored compressed. */
const compressAbove = 8 * 1024;
const knownOps = 256;
const firstChunk = 64 * 1024;

interface RevisionRecord {
  /** Random: a writer finds its own record by it. */
  readonly id: string;
  readonly revision: number;
  /** The checksum of the record that this one stands on; empty for the first. */
  readonly prev: string;
  readonly op: string;
  readonly at: string;
  readonly by: string;
  readonly event: EventNote;
  readonly place: Place;
  /** The change; or the full state, plain or compressed, with the name of the log and its last op ids. */
  readonly patch?: Patch;
  readonly name?: string;
  readonly state?: JsonObject;
  readonly packed?: string;
  readonly ops?: Readonly<Record<string, number>>;
}

/** Says that a revision now stands in the checkpoint file. */
interface PublishRecord {
  readonly published: number;
  /** The checksum of the published record. */
  readonly of: string;
  readonly place: Place;
}

type LogRecord = RevisionRecord | PublishRecord;

/** A revision as the log knows it. */
export interface Head extends Omit<RevisionRecord, 'patch' | 'name' | 'packed' | 'ops' | 'state'> {
  /** The checksum of its record. */
  readonly sum: string;
  readonly state: JsonObject;
}

/** What a writer wants to append. */
export interface Draft {
  readonly state: JsonObject;
  readonly place: Place;
  readonly at: string;
  readonly by: string;
  readonly event: EventNote;
  readonly op: string;
}

/** Revision and checksum, e.g. `17-ab12cd34`. */
export function revOf({ revision, sum }: Pick<Head, 'revision' | 'sum'>): string {
  return `${revision}-${sum.slice(0, 8)}`;
}

interface Line {
  readonly at: number;
  /** Null for a torn or foreign line. */
  readonly record: LogRecord | null;
  readonly sum: string;
}

/** What the records say when they are read in the order of the file. */
class Fold {
  /** What the log is about, from its full records. */
  name: string | null = null;
  head: Head | null = null;
  /** The revision before it: the checkpoint file shows that one until the newest is published. */
  previous: Head | null = null;
  published: { readonly revision: number; readonly place: Place } | null = null;
  readonly ops = new Map<string, number>();
  /** Set when a record stands on one that is missing or damaged. */
  damage: string | null = null;

  /** Takes a record in; true when it is a revision that counts. */
  take(record: LogRecord, sum: string, isStart = false): boolean {
    if ('published' in record) {
      const { published: revision, place } = record;
      if (revision > (this.head?.revision ?? 0)) this.#note(revision);
      if (revision >= (this.published?.revision ?? 0)) this.published = { revision, place };
      return false;
    }
    const newest = this.head?.revision ?? 0;
    if (record.revision <= newest) return false; // overtaken: its writer notices and tries again
    const isNext = record.revision === newest + 1 && record.prev === (this.head?.sum ?? '');
    if (!isNext && !isStart) {
      this.#note(record.revision - 1);
      if (record.patch !== undefined) return false; // reading recovers at the next full state
    }
    const state = record.patch === undefined ? fullState(record) : applyPatch(this.head?.state ?? {}, record.patch);
    const { id, revision, prev, op, at, by, event, place } = record;
    this.previous = isNext ? this.head : null;
    this.head = { id, revision, prev, op, at, by, event, place, sum, state: deepFreeze(state) };
    if (record.name !== undefined) this.name = record.name;
    for (const [known, at] of Object.entries(record.ops ?? {})) this.ops.set(known, at);
    this.ops.set(op, revision);
    return true;
  }

  #note(revision: number): void {
    this.damage ??= `the record of revision ${revision} is missing or damaged`;
  }
}

function fullState({ state, packed }: RevisionRecord): JsonObject {
  if (packed === undefined) return state ?? {};
  const value: unknown = JSON.parse(inflateRawSync(Buffer.from(packed, 'base64')).toString('utf8'));
  return isObject(value) ? value : {};
}

export class Log {
  readonly file: string;
  readonly name: string;
  readonly #files: Files;
  #fold = new Fold();
  #inode = 0;
  /** Where the last whole record stands; reading continues there, and checks that it still does. */
  #last: { readonly at: number; readonly sum: string } | null = null;
  /** The newest revision that this process knows to be durable. */
  #durable = 0;
  #syncFailed = false;

  /**
   * @param file its path
   * @param name what it is about; stands in its full records
   * @param files the file calls
   */
  constructor(file: string, name: string, files: Files) {
    this.file = file;
    this.name = name;
    this.#files = files;
  }

  get head(): Head | null {
    return this.#fold.head;
  }
  get published(): Fold['published'] {
    return this.#fold.published;
  }
  get damage(): string | null {
    return this.#fold.damage;
  }
  /** The name that stands in the log itself. */
  get storedName(): string | null {
    return this.#fold.name;
  }

  /** The revision that an op id made. */
  revisionOf(op: string): number | undefined {
    return this.#fold.ops.get(op);
  }

  /** Reads what was appended since the last look. */
  read(): void {
    const fd = this.#files.openRead(this.file);
    if (fd === null) return this.#reset();
    try {
      this.#follow(fd);
    } finally {
      this.#files.close(fd);
    }
  }

  /**
   * Appends a revision on top of the newest one that was read, makes it durable, and answers with that very record. Null
   * when nothing was stored: another writer was faster, or the log was moved away. Read again, then.
   * @param draft what to store
   * @param isValue a value needs no sync, and each of its records holds the full state
   */
  append(draft: Draft, isValue = false): Head | null {
    if (this.#syncFailed) throw this.#notDurable();
    const expected = this.head?.sum;
    const fd = this.#files.openAppend(this.file);
    try {
      this.#follow(fd); // the file may be another one than the one that was read (purged and begun again)
      if (this.head?.sum !== expected) return null;
      const record = this.#record(draft, isValue);
      this.#write(fd, record);
      const own = this.#findOwn(fd, record.id);
      if (own === null) return null;
      if (!isValue) this.#sync(fd, own.revision);
      // Purged, or moved by doctor: nobody will read this file again.
      return this.#files.inodeAt(this.file) === this.#inode ? own : null;
    } finally {
      this.#files.close(fd);
    }
  }

  /**
   * Notes that a revision stands in the checkpoint file; false when the log was purged meanwhile. Needs no sync: it only
   * saves work.
   */
  appendPublished({ revision, sum, place }: Head): boolean {
    const fold = this.#fold;
    const fd = this.#files.openAppend(this.file);
    try {
      this.#follow(fd);
      if (this.#fold !== fold) return false; // not the log that the revision came from
      if ((this.published?.revision ?? 0) >= revision) return true;
      this.#write(fd, { published: revision, of: sum, place });
      this.#follow(fd);
      return true;
    } finally {
      this.#files.close(fd);
    }
  }

  /** Makes records of other processes durable before they are published, or passed on in an answer about a save. */
  syncRead(): void {
    if (this.#syncFailed) throw this.#notDurable();
    const { head } = this;
    const isSynced = head === null || head.revision <= Math.max(this.#durable, this.published?.revision ?? 0);
    if (isSynced) return;
    const fd = this.#files.openRead(this.file);
    if (fd === null) return;
    try {
      this.#sync(fd, head.revision);
    } finally {
      this.#files.close(fd);
    }
  }

  /** Removes the log: renamed first, so that a writer in the middle of an append notices. */
  remove(): void {
    const gone = path.join(path.dirname(this.file), '../tmp', this.#files.randomId());
    try {
      this.#files.rename(this.file, gone);
    } catch (error) {
      if (this.#files.inodeAt(this.file) === null) return; // there is none, or another process was faster
      throw error;
    }
    this.#files.remove(gone);
  }

  /** Reads one revision; null when there is none. */
  revision(wanted: number): Head | null {
    const { head, previous } = this.#fold;
    const known = [head, previous].find((one) => one?.revision === wanted);
    if (known != null) return known;
    let found: Head | null = null;
    this.#scan(wanted, (head) => {
      if (head.revision === wanted) found = head;
      return head.revision < wanted;
    });
    return found;
  }

  /** Every readable revision after the given one, oldest first; with what was found damaged. */
  revisions(after = 0): { readonly heads: readonly Head[]; readonly damage: string | null } {
    const heads: Head[] = [];
    const damage = this.#scan(after === 0 ? 0 : after + 1, (head) => {
      if (head.revision > after) heads.push(head);
      return true;
    });
    return { heads, damage };
  }

  /** Folds from the nearest full state at or below a revision; 0 reads everything. */
  #scan(from: number, visit: (head: Head) => boolean): string | null {
    const fd = this.#files.openRead(this.file);
    if (fd === null) return null;
    try {
      const fold = new Fold();
      let { lines, isStart } = this.#tail(fd, this.#files.stat(fd).size, from);
      for (const { record, sum } of lines) {
        if (record === null) continue;
        const counts = fold.take(record, sum, isStart);
        isStart = false;
        if (counts && fold.head !== null && !visit(fold.head)) break;
      }
      return fold.damage;
    } finally {
      this.#files.close(fd);
    }
  }

  #reset(): void {
    this.#fold = new Fold();
    this.#last = null;
    this.#inode = 0;
    this.#durable = 0;
  }

  /** Reads on from the last known record; from the end of the file backwards when that record is not there any more. */
  #follow(fd: number): void {
    try {
      this.#takeLines(fd, null);
    } catch (error) {
      throw diskError(error, 'read', this.file, 'unreadable');
    }
  }

  #takeLines(fd: number, ownId: string | null): Head | 'overtaken' | null {
    const { size, inode } = this.#files.stat(fd);
    const last = inode === this.#inode ? this.#last : null;
    const since = last === null ? [] : splitLines(this.#files.read(fd, last.at, Math.max(0, size - last.at)), last.at);
    let lines = since.map(decodeLine);
    let isStart = false;
    if (last === null || lines[0]?.sum !== last.sum) {
      this.#reset();
      ({ lines, isStart } = this.#tail(fd, size, Number.POSITIVE_INFINITY));
    } else lines.shift();
    this.#inode = inode;
    let own: Head | 'overtaken' | null = null;
    for (const { at, record, sum } of lines) {
      if (record === null) continue;
      const counts = this.#fold.take(record, sum, isStart);
      isStart = false;
      if (ownId !== null && 'id' in record && record.id === ownId) own = counts ? this.head : 'overtaken';
      this.#last = { at, sum };
    }
    return own;
  }

  /**
   * Reads backwards to a full state that a later record names as its predecessor or as published: one that nobody names
   * may have been overtaken. At the latest to the beginning of the file.
   * @param startAtMost the full state must not be of a later revision; 0 reads everything
   */
  #tail(fd: number, size: number, startAtMost: number): { readonly lines: Line[]; readonly isStart: boolean } {
    for (let length = startAtMost === 0 ? size : firstChunk; ; length *= 4) {
      const from = Math.max(0, size - length);
      const lines: Line[] = [];
      const named = new Set<string>();
      for (const raw of splitLines(this.#files.read(fd, from, size - from), from).toReversed()) {
        const line = decodeLine(raw);
        lines.push(line);
        const { record, sum } = line;
        if (record === null) continue;
        if ('published' in record) named.add(record.of);
        else {
          const isFull = record.patch === undefined && record.revision <= startAtMost;
          if (isFull && named.has(sum)) return { lines: lines.toReversed(), isStart: true };
          named.add(record.prev);
        }
      }
      if (from === 0) return { lines: lines.toReversed(), isStart: false };
    }
  }

  #record(draft: Draft, isValue: boolean): RevisionRecord {
    const { state, ...rest } = draft;
    const revision = (this.head?.revision ?? 0) + 1;
    const base = { id: this.#files.randomId(), revision, prev: this.head?.sum ?? '', ...rest };
    if (isValue) return { ...base, name: this.name, state };
    if (this.head !== null && revision % fullEvery !== 0)
      return { ...base, patch: diffDocuments(this.head.state, state) };
    const ops = Object.fromEntries([...this.#fold.ops].sort((a, b) => a[1] - b[1]).slice(1 - knownOps));
    const text = JSON.stringify(state);
    if (text.length <= compressAbove) return { ...base, name: this.name, ops, state };
    return { ...base, name: this.name, ops, packed: deflateRawSync(text).toString('base64') };
  }

  #write(fd: number, record: LogRecord): void {
    const bytes = encodeRecord(record);
    let written: number;
    try {
      written = this.#files.append(fd, bytes);
    } catch (error) {
      throw diskError(error, 'append to', this.file, errnoOf(error) === 'EIO' ? 'unclear' : 'store-unavailable');
    }
    // What is not whole is not a record: readers skip it. The rest could land behind someone else's record.
    if (written < bytes.length) throw new PawlError('disk-full', `there was no room to append to ${this.file}`);
  }

  /** Reads on to the record just written; null when another writer was faster. */
  #findOwn(fd: number, id: string): Head | null {
    let own: Head | 'overtaken' | null;
    try {
      own = this.#takeLines(fd, id);
    } catch (error) {
      throw diskError(error, 'read back', this.file, 'unclear'); // written, and it may count
    }
    if (own === null) throw new PawlError('unclear', `a record appended to ${this.file} could not be read back`);
    return own === 'overtaken' ? null : own;
  }

  #sync(fd: number, revision: number): void {
    try {
      this.#files.sync(fd);
      if (this.published === null) this.#files.syncFolder(path.dirname(this.file)); // the log may be new
      this.#durable = Math.max(this.#durable, revision);
    } catch (error) {
      // The kernel may have dropped the pages: a second sync that succeeds would prove nothing.
      this.#syncFailed = true;
      throw this.#notDurable(error);
    }
  }

  #notDurable(cause?: unknown): PawlError {
    const hint = 'Check the disk, then do the same again in a new process: if this save counted, it counts once.';
    return new PawlError('unclear', `${this.file} could not be made durable`, { cause, hint });
  }
}

const newline = 0x0a;
const sumLength = ',"sum":"0123456789abcdef"}'.length;

function encodeRecord(record: LogRecord): Buffer {
  const text = JSON.stringify(record).slice(0, -1);
  return Buffer.from(`\n${text},"sum":"${checksum(text)}"}`);
}

function decodeRecord(text: string): { readonly record: LogRecord; readonly sum: string } | null {
  const body = text.slice(0, -sumLength);
  const sum = text.slice(-18, -2);
  if (!text.endsWith(`,"sum":"${sum}"}`) || checksum(body) !== sum) return null;
  const record: LogRecord = JSON.parse(text); // the checksum holds, so it is ours
  return { record, sum };
}

/**
 * Reads a line. Bytes behind a record are the rest of another writer's record that did not fit on the disk: Node's `write`
 * tries to write it in a second call of its own.
 */
function decodeLine({ at, text }: RawLine): Line {
  const whole = decodeRecord(text);
  if (whole !== null) return { at, ...whole };
  for (const { index } of text.matchAll(/,"sum":"[0-9a-f]{16}"\}/g)) {
    const found = decodeRecord(text.slice(0, index + sumLength));
    if (found !== null) return { at, ...found };
  }
  return { at, record: null, sum: '' };
}

interface RawLine {
  readonly at: number;
  readonly text: string;
}

/**
 * Splits bytes into lines. What stands before the first newline is the end of a line that begins before these bytes, unless
 * they begin exactly at a record (`{`) or with the file.
 */
function splitLines(bytes: Buffer, offset: number): RawLine[] {
  const lines: RawLine[] = [];
  let at = 0;
  if (offset > 0 && bytes[0] !== 0x7b) at = Math.max(0, bytes.indexOf(newline));
  while (at < bytes.length) {
    const next = bytes.indexOf(newline, at);
    const end = next < 0 ? bytes.length : next;
    if (end > at) lines.push({ at: offset + at, text: bytes.toString('utf8', at, end) });
    at = end + 1;
  }
  return lines;
}
