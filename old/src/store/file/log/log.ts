// One checkpoint's log on disk: follow, append, sync. The append is the commit; nothing is ever rewritten.

import fs from 'node:fs';
import path from 'node:path';
import { errnoOf } from '../../../rules/errno.js';
import type { JsonObject } from '../../../rules/json/json.js';
import { type Chain, type Sized, beginChain, extendByOne, extendChain } from './chain.js';
import { appendFlags, closeQuietly, createFlags, diskError, readStretch, removeFile } from '../../../disk/files.js';
import { syncFolder } from '../../../disk/folders.js';
import { packName, segmentName } from '../../../disk/layout.js';
import { distrust, isMarked, unclearSync } from './distrust.js';
import { openNewestSegment } from './open-segment.js';
import { unpackState } from './pack-codec.js';
import {
  type Encoded,
  type FullRecord,
  type LogRecord,
  type Read,
  RecordPad,
  adoptedEvent,
  encodeRecord,
  readLines,
} from './record.js';
import { type LogState, type Tail, judgedUpTo, readTail, sized } from './tail.js';

/** Where records are written, and read back, when they fit. */
let pads: { readonly own: RecordPad; readonly found: RecordPad } | null = null;

function padsInUse(): { readonly own: RecordPad; readonly found: RecordPad } {
  pads ??= { own: new RecordPad(), found: new RecordPad() };
  return pads;
}

/** A log that is being followed. */
export class Log {
  readonly folder: string;
  readonly stem: string;
  /** The file that holds the current segment. */
  file: string;
  #segment = 1;
  chain: Chain | null = null;
  state: LogState = 'absent';
  /** Set when a sync failed, here or elsewhere: what the disk holds is unknown, so the next save begins a new segment. */
  syncFailed = false;
  /** The newest revision that this process knows to be durable; 0 when it has synced nothing. */
  durable = 0;
  /** Whether something outside of the log has shown that its end is there. */
  isVouchedFor = false;
  /** Whether the log's folder entry still has to be made durable. */
  #entryUnsynced = false;
  #fd: number | null = null;
  #readOnly: string | null = null;
  #inode = 0;
  /** Everything before this offset was read and judged. */
  #offset = 0;
  #size = 0;
  /** Set when the open file is no longer the log. */
  #outdated = false;

  constructor(folder: string, stem: string) {
    this.folder = folder;
    this.stem = stem;
    this.file = path.join(folder, segmentName(stem, 1));
  }

  /** The number of the current segment. */
  get segment(): number {
    return this.#segment;
  }

  /** Size of the current segment as last seen. */
  get bytes(): number {
    return this.#size;
  }

  /** Whether there is a file, be it empty. */
  get isThere(): boolean {
    return this.#fd !== null;
  }

  /** What is the matter with a log of which no record can be made out. */
  get illness(): string {
    return this.isThere ? 'no record of it can be read' : `${path.basename(this.file)} is missing`;
  }

  /** Reads whatever was appended since the last look. Cheap when nothing was: one stat. */
  refresh(): void {
    if (this.#fd !== null && !this.#outdated) {
      const now = fs.statSync(this.file, { throwIfNoEntry: false });
      if (now !== undefined && now.ino === this.#inode && now.size >= this.#size) {
        if (isMarked(now.mode)) this.syncFailed = true;
        if (now.size > this.#size) this.#follow(now.size, null);
        if (this.chain?.sealed == null) return;
      }
    }
    const before = this.chain?.revision ?? 0;
    const inode = this.#inode;
    this.close();
    this.#open();
    // The same file with an earlier end was cut; another file is another story: purged and begun anew, or packed.
    if (this.chain !== null && this.chain.revision < before && this.#inode === inode) {
      this.chain.damage ??= `the log ended at revision ${before} a moment ago and now ends at revision ${this.chain.revision}`;
    }
  }

  /**
   * Appends a record in one write and reads on to it. It counts if its predecessor is the newest accepted record where
   * it landed.
   * @param record the record
   * @param admit told its size before anything is written; may throw
   * @param state the state that it leads to, when that is known to the last byte
   * @returns whether it counts; false means overtaken, and nothing was stored
   */
  append(record: LogRecord, admit?: (bytes: number) => void, state?: JsonObject | null): boolean {
    const encoded = encodeRecord(record, padsInUse().own);
    admit?.(encoded.bytes.length);
    const fd = this.#writable();
    let written: number;
    try {
      written = fs.writeSync(fd, encoded.bytes);
    } catch (error) {
      throw diskError(error, 'append to', this.file, errnoOf(error) === 'EIO' ? 'unclear' : 'store-unavailable');
    }
    if (written !== encoded.bytes.length) {
      // What is not whole is not a record: readers skip it. Writing the rest could land behind someone else's record.
      throw diskError(Object.assign(new Error('short write'), { code: 'ENOSPC' }), 'append to', this.file);
    }
    try {
      if (!this.#isAlone(fd, encoded)) return this.#follow(fs.fstatSync(fd).size, encoded);
      return this.#takeOwn(record, encoded, state ?? null);
    } catch (error) {
      // The record is written and may count: neither yes nor no would be true.
      throw diskError(error, 'read back', this.file, 'unclear');
    }
  }

  /** Makes everything appended so far durable. A failure means "cannot tell": others may have read the record already. */
  sync(): void {
    if (this.#fd === null) return;
    const revision = this.chain?.revision ?? 0;
    try {
      fs.fdatasyncSync(this.#fd);
      if (this.#entryUnsynced) syncFolder(this.folder);
      this.#entryUnsynced = false;
      this.durable = revision;
    } catch (error) {
      this.syncFailed = true;
      distrust(this, this.#fd);
      throw unclearSync(this.file, error);
    }
  }

  /** Frees the descriptor; the log can be refreshed again later. */
  close(): void {
    if (this.#fd !== null) closeQuietly(this.#fd);
    this.#fd = null;
    this.#offset = 0;
    this.#size = 0;
    this.#outdated = false;
    this.durable = 0;
    this.isVouchedFor = false;
    this.chain = null;
    this.state = 'absent';
  }

  /**
   * Goes to the segment that follows a sealed one, creating its file when it is missing.
   * @param segment its number
   * @returns false when others have filled and packed that segment already: it must not come to life again
   */
  moveTo(segment: number): boolean {
    const file = path.join(this.folder, segmentName(this.stem, segment));
    let fd: number;
    try {
      fd = fs.openSync(file, appendFlags | createFlags, 0o600);
    } catch (error) {
      throw diskError(error, 'create', file);
    }
    this.close();
    // A segment goes away only after its pack is there: without a pack now, the file just opened is the true one.
    if (fs.existsSync(path.join(this.folder, packName(this.stem, segment)))) {
      closeQuietly(fd);
      removeFile(file);
      return false;
    }
    this.#segment = segment;
    this.file = file;
    this.#fd = fd;
    this.#readOnly = null;
    this.#entryUnsynced = true;
    this.isVouchedFor = true;
    this.#take(readTail(fd));
    return true;
  }

  #open(): void {
    const opened = openNewestSegment(this.folder, this.stem);
    this.#segment = opened?.segment ?? 1;
    this.file = path.join(this.folder, segmentName(this.stem, this.#segment));
    if (opened === null) return;
    if (opened.is === 'lost') {
      this.state = 'unintelligible';
      return;
    }
    this.#fd = opened.fd;
    this.#readOnly = opened.readOnly;
    this.syncFailed = opened.isDoubtful || (this.syncFailed && opened.tail.inode === this.#inode);
    this.#take(opened.tail);
    // Whoever took a file in made nothing durable: the first save does.
    if (this.chain?.revision === 1 && this.chain.event[0] === adoptedEvent) this.#entryUnsynced = true;
  }

  #take(tail: Tail): void {
    this.#inode = tail.inode;
    this.#offset = tail.offset;
    this.#size = tail.size;
    this.chain = tail.chain;
    this.state = tail.state;
  }

  /**
   * Tells whether nothing but our own record was appended. It need not be parsed again then, but it is read back: on
   * some mounts appends of two writers land on the same place.
   */
  #isAlone(fd: number, { bytes }: Encoded): boolean {
    const wanted = bytes.length + 1;
    const pad = padsInUse().found.bytes;
    const found = wanted <= pad.length ? pad : Buffer.allocUnsafe(wanted);
    // One call: a read that is cut short says "not alone", and the long way reads on.
    const got = fs.readSync(fd, found, 0, wanted, this.#offset);
    return found.subarray(0, got).equals(bytes);
  }

  #takeOwn(record: LogRecord, { bytes: { length: bytes }, hash }: Encoded, state: JsonObject | null): boolean {
    this.#offset += bytes;
    this.#size = this.#offset;
    if (this.chain !== null) return extendByOne(this.chain, { record, hash, bytes, state }, unpackState);
    return this.#fold([{ record: { ...record, h: hash }, bytes }]).has(hash);
  }

  /** Reads from where the last look ended, and tells whether our own record counts, if there is one. */
  #follow(size: number, own: Encoded | null): boolean {
    if (this.#fd === null) return false;
    const from = this.#offset;
    const bytes = readStretch(this.#fd, from, size);
    const lines = readLines(bytes);
    const accepted = this.#fold(sized(lines));
    this.#offset = judgedUpTo(lines, from, from + bytes.length);
    this.#size = from + bytes.length;
    return own !== null && accepted.has(own.hash);
  }

  /** Takes records in; gives the checksums of those that count. */
  #fold(records: readonly Sized[]): ReadonlySet<string> {
    if (this.chain !== null) return extendChain(this.chain, records, unpackState);
    const start = records.findIndex(({ record }) => record.k === 'moved' || isFirst(record));
    const first = records[start]?.record;
    // The file was turned into a pointer while this writer slept: what it appends behind that counts for nobody.
    if (first?.k === 'moved') this.#outdated = true;
    if (this.#outdated || first === undefined || !isFirst(first)) {
      if (records.length > 0 && !this.#outdated) this.state = 'unintelligible';
      return new Set();
    }
    this.chain = beginChain(first, unpackState);
    this.state = 'chain';
    return new Set([first.h, ...extendChain(this.chain, records.slice(start + 1), unpackState)]);
  }

  #writable(): number {
    if (this.#fd !== null) {
      if (this.#readOnly === null) return this.#fd;
      throw diskError(Object.assign(new Error('read-only'), { code: this.#readOnly }), 'write', this.file);
    }
    try {
      this.#fd = fs.openSync(this.file, appendFlags | createFlags, 0o600);
    } catch (error) {
      throw diskError(error, 'create', this.file);
    }
    this.#readOnly = null;
    this.#inode = fs.fstatSync(this.#fd).ino;
    this.#entryUnsynced = true;
    this.isVouchedFor = true;
    return this.#fd;
  }
}

function isFirst(record: Read): record is Read<FullRecord> {
  return record.k === 'full' && record.seg !== undefined;
}
