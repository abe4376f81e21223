// One checkpoint's log on disk: open, follow, append, sync. The append is the commit; nothing is ever rewritten.

import fs from 'node:fs';
import path from 'node:path';
import { PawlError } from '../../rules/errors.js';
import { type Chain, beginChain, extendChain, findStart } from './chain.js';
import { appendFlags, createFlags, diskError, errnoOf, loadBytes, readFlags, readStretch, syncFolder } from './disk.js';
import { packName, segmentName } from './layout.js';
import { unpackState } from './pack-codec.js';
import { type Encoded, type Line, type LogRecord, type Read, encodeRecord, readLines } from './record.js';

const firstTailBytes = 16 * 1024;
const maxSegmentHops = 10_000;

/** What a reader finds: nothing was ever stored, a chain, or bytes in which no record can be made out. */
export type LogState = 'absent' | 'chain' | 'unintelligible';

/** A log that is being followed. Not safe to use once closed. */
export class Log {
  readonly folder: string;
  readonly stem: string;
  segment = 1;
  chain: Chain | null = null;
  state: LogState = 'absent';
  /** Set when a sync failed: what the disk holds is unknown, so the next save begins a new segment. */
  syncFailed = false;
  /** Whether the log's folder entry still has to be made durable. */
  #entryUnsynced = false;
  #fd: number | null = null;
  #inode = 0;
  /** Everything before this offset was read and judged. */
  #offset = 0;
  #size = 0;
  #readOnly = false;
  /** Set when the open file is no longer the log. */
  #outdated = false;

  constructor(folder: string, stem: string) {
    this.folder = folder;
    this.stem = stem;
  }

  /** The file that holds the current segment. */
  get file(): string {
    return path.join(this.folder, segmentName(this.stem, this.segment));
  }

  /** Size of the current segment as last seen. */
  get bytes(): number {
    return this.#size;
  }

  /**
   * Reads whatever was appended since the last look. Cheap when nothing was: one stat.
   */
  refresh(): void {
    if (this.#fd !== null && !this.#outdated) {
      const now = fs.statSync(this.file, { throwIfNoEntry: false });
      if (now !== undefined && now.ino === this.#inode && now.size >= this.#size) {
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
   * @returns whether it counts; false means overtaken, and nothing was stored
   */
  append(record: LogRecord): boolean {
    const encoded = encodeRecord(record);
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
      return this.#follow(fs.fstatSync(fd).size, { record, encoded });
    } catch (error) {
      // The record is written and may count: neither yes nor no would be true.
      throw diskError(error, 'read back', this.file, 'unclear');
    }
  }

  /** Makes everything appended so far durable. A failure means "cannot tell": others may have read the record already. */
  sync(): void {
    if (this.#fd === null) return;
    try {
      fs.fdatasyncSync(this.#fd);
      if (this.#entryUnsynced) syncFolder(this.folder);
      this.#entryUnsynced = false;
    } catch (error) {
      this.syncFailed = true;
      throw new PawlError(
        'unclear',
        `cannot tell whether ${this.file} reached the disk: ${errnoOf(error) || String(error)}`,
        {
          cause: error,
          hint: 'Save again; if the revision did arrive, the same op id counts once.',
        },
      );
    }
  }

  /** Frees the descriptor; the log can be refreshed again later. */
  close(): void {
    if (this.#fd !== null) fs.closeSync(this.#fd);
    this.#fd = null;
    this.#offset = 0;
    this.#size = 0;
    this.#outdated = false;
    this.chain = null;
    this.state = 'absent';
  }

  /** Goes to the segment that follows a sealed one, creating its file when it is missing. */
  moveTo(segment: number): void {
    const sealed = this.segment;
    this.close();
    this.segment = segment;
    try {
      this.#fd = fs.openSync(this.file, appendFlags | createFlags, 0o600);
    } catch (error) {
      this.segment = sealed;
      throw diskError(error, 'create', this.file);
    }
    this.#entryUnsynced = true;
    this.#load();
  }

  /** Reads every byte of the current segment, for packing. */
  readAll(): Buffer {
    return this.#fd === null ? Buffer.alloc(0) : readStretch(this.#fd, 0, fs.fstatSync(this.#fd).size);
  }

  #open(): void {
    this.segment = 1;
    for (let hops = 0; hops < maxSegmentHops; hops++) {
      if (!this.#openSegment()) return;
      const moved = this.#load();
      const sealed = this.chain?.sealed ?? null;
      if (moved !== null) this.#leave(moved);
      else if (this.state === 'absent' && this.segment === 1 && this.#hasLaterSegments())
        this.#leave(2); // a pointer that cannot be read
      else if (sealed === null || !this.#enterNext(sealed)) return;
    }
    throw new PawlError('damaged', `the segments of ${this.file} lead in a circle`);
  }

  #leave(next: number): void {
    if (this.#fd !== null) fs.closeSync(this.#fd);
    this.#fd = null;
    this.segment = next;
  }

  /**
   * Goes on behind a seal. A next segment that is missing, or whose first record was cut off by a crash, holds nothing
   * yet: the sealed one stays current until a writer begins the next.
   */
  #enterNext(next: number): boolean {
    const file = path.join(this.folder, segmentName(this.stem, next));
    const bytes = loadBytes(file);
    const begun = bytes !== null && readLines(bytes).some((line) => line.record !== null);
    const packed = fs.existsSync(path.join(this.folder, packName(this.stem, next)));
    if (!begun && !packed) return false;
    this.#leave(next);
    return true;
  }

  /** Opens the current segment's file; false when the checkpoint is absent. */
  #openSegment(): boolean {
    for (;;) {
      try {
        this.#readOnly = false;
        this.#fd = fs.openSync(this.file, appendFlags);
        return true;
      } catch (error) {
        const errno = errnoOf(error);
        if (errno === 'EACCES' || errno === 'EROFS' || errno === 'EPERM') return this.#openReadOnly();
        if (errno !== 'ENOENT') throw diskError(error, 'read', this.file, 'unreadable');
        if (this.segment === 1 && !this.#hasLaterSegments()) return false;
        // A pointer may be missing, or older than the last packing: a packed segment's successor is the next number.
        if (this.segment > 1 && !fs.existsSync(path.join(this.folder, packName(this.stem, this.segment)))) {
          throw new PawlError('damaged', `${this.file} is missing: the newest revisions cannot be read`, {
            hint: 'Bring the file back from a copy; the published checkpoint file is left as it is.',
          });
        }
        this.segment++;
      }
    }
  }

  #openReadOnly(): boolean {
    try {
      this.#fd = fs.openSync(this.file, readFlags);
    } catch (error) {
      throw diskError(error, 'read', this.file, 'unreadable');
    }
    this.#readOnly = true;
    return true;
  }

  #hasLaterSegments(): boolean {
    return [packName(this.stem, 1), segmentName(this.stem, 2)].some((name) =>
      fs.existsSync(path.join(this.folder, name)),
    );
  }

  /** Reads the end of the segment, as far back as the newest state needs. Gives a segment's number when it has moved. */
  #load(): number | null {
    const fd = this.#fd;
    if (fd === null) return null;
    const stat = fs.fstatSync(fd);
    this.#inode = stat.ino;
    this.chain = null;
    this.state = 'absent';
    for (let want = firstTailBytes; ; want *= 4) {
      const from = Math.max(0, stat.size - want);
      const bytes = readStretch(fd, from, stat.size);
      const lines = readLines(bytes, 0, from > 0);
      const whole = lines.flatMap((line) => (line.record === null ? [] : [line.record]));
      if (from === 0 && whole[0]?.k === 'moved') return whole[0].n;
      const start = findStart(whole, from === 0);
      if (start < 0 && from > 0) continue;
      this.#begin(lines, whole, start);
      this.#advance(lines, from, stat.size);
      return null;
    }
  }

  #begin(lines: readonly Line[], whole: readonly Read[], start: number): void {
    // Without a first record that counts, the next full state still tells what was there, but no longer proves it.
    const anyFull = start >= 0 ? start : whole.findIndex((record) => record.k === 'full');
    const first = whole[anyFull];
    if (first?.k !== 'full') {
      this.state = whole.length > 0 ? 'unintelligible' : 'absent';
      return;
    }
    const chain = beginChain(first, unpackState);
    if (start < 0) chain.damage = `the records before revision ${first.r} are missing or damaged`;
    const rest = lines.slice(lines.findIndex((line) => line.record === first) + 1);
    for (const line of rest) {
      if (line.record !== null) extendChain(chain, line.record, line.end - line.at, unpackState);
    }
    this.chain = chain;
    this.state = 'chain';
  }

  /** Reads from where the last look ended, and tells whether the given record counts. */
  #follow(size: number, own: { record: LogRecord; encoded: Encoded } | null): boolean {
    const fd = this.#fd;
    if (fd === null) return false;
    const from = this.#offset;
    const bytes = readStretch(fd, from, size);
    // Most often nothing but our own record was appended; it need not be parsed again, but it is read back: on some
    // mounts appends of two writers land on the same place.
    if (own !== null && bytes.equals(own.encoded.bytes)) {
      this.#offset = from + bytes.length;
      this.#size = this.#offset;
      return this.#take({ ...own.record, h: own.encoded.hash }, bytes.length);
    }
    let accepted = false;
    const lines = readLines(bytes);
    for (const line of lines) {
      if (line.record === null) continue;
      const counts = this.#take(line.record, line.end - line.at);
      if (own !== null && line.record.h === own.encoded.hash) accepted = counts;
    }
    this.#advance(lines, from, from + bytes.length);
    return accepted;
  }

  #take(record: Read, bytes: number): boolean {
    if (this.chain !== null) return extendChain(this.chain, record, bytes, unpackState);
    // The file was turned into a pointer while this writer slept: what it appends behind that counts for nobody.
    if (record.k === 'moved') this.#outdated = true;
    if (this.#outdated) return false;
    if (record.k !== 'full' || record.seg === undefined) {
      if (this.state === 'absent') this.state = 'unintelligible';
      return false;
    }
    this.chain = beginChain(record, unpackState);
    this.state = 'chain';
    return true;
  }

  /** A torn line at the very end may still be growing: it is looked at again next time. */
  #advance(lines: readonly Line[], from: number, size: number): void {
    const last = lines.at(-1);
    this.#offset = last !== undefined && last.record === null ? from + Math.max(0, last.at - 1) : size;
    this.#size = size;
  }

  #writable(): number {
    if (this.#readOnly) throw diskError(Object.assign(new Error('read-only'), { code: 'EACCES' }), 'write', this.file);
    if (this.#fd !== null) return this.#fd;
    try {
      this.#fd = fs.openSync(this.file, appendFlags | createFlags, 0o600);
    } catch (error) {
      throw diskError(error, 'create', this.file);
    }
    const stat = fs.fstatSync(this.#fd);
    this.#inode = stat.ino;
    this.#entryUnsynced = true;
    return this.#fd;
  }
}
