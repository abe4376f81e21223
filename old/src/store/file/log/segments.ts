// Ends a log's segment and begins the next: for packing, after a failed sync, and to carry on a damaged log. Each step
// can be cut off and finished by whoever comes next.

import fs from 'node:fs';
import path from 'node:path';
import { errnoOf } from '../../../rules/errno.js';
import { keyText, type Key } from '../../../rules/names.js';
import type { Chain } from './chain.js';
import { unclearSync } from './distrust.js';
import { type Gap, missingRevisions } from './replay.js';
import { loadBytes, removeFile, replaceFile, writeNewFile } from '../../../disk/files.js';
import { syncFolder } from '../../../disk/folders.js';
import { tempName } from '../../../disk/temp-name.js';
import { packName, segmentName } from '../../../disk/layout.js';
import type { Log } from './log.js';
import { pack, unpack } from './pack-codec.js';
import { type FullRecord, type Read, encodeRecord, readLines, recordVersion } from './record.js';

/** States larger than this are stored compressed. */
const compressFromBytes = 32 * 1024;

/** The parts of a full record that come from the state. */
export type FullState = Pick<FullRecord, 's' | 'z' | 'n' | 'key' | 'pl' | 'ops' | 'bs' | 'pub' | 'born'>;

/**
 * Writes out the state part of a full record.
 * @param key the checkpoint
 * @param from the chain, or what is to become of it
 * @returns members for a full record
 */
export function fullState(
  key: Key,
  from: Pick<Chain, 'state' | 'place'> & Partial<Pick<Chain, 'ops' | 'edits' | 'published' | 'born'>>,
): FullState {
  const text = JSON.stringify(from.state);
  const bytes = Buffer.byteLength(text);
  return {
    key: keyText(key),
    pl: from.place,
    n: bytes,
    ...(bytes > compressFromBytes ? { z: pack(Buffer.from(text)).toString('base64') } : { s: from.state }),
    ...(from.ops !== undefined && from.ops.size > 0 ? { ops: Object.fromEntries(from.ops) } : {}),
    ...(from.edits !== undefined && from.edits.size > 0 ? { bs: [...from.edits] } : {}),
    ...(from.published == null ? {} : { pub: from.published }),
    ...(from.born === undefined || from.born === '' ? {} : { born: from.born }),
  };
}

/** What a new segment is begun for. */
interface Rotation {
  readonly at: string;
  readonly id: string;
  readonly repairBy?: string | undefined;
}

/**
 * Ends the current segment and begins the next one with the full state. Returns without having done anything when
 * another writer was faster; the log is then simply followed.
 * @param log a log with a chain; refreshed afterwards
 * @param key the checkpoint
 * @param options what for
 * @param options.at the time
 * @param options.id a random id
 * @param options.repairBy who carries on although the log is damaged: nothing can seal it, so the new segment says so
 */
export function rotate(log: Log, key: Key, options: Rotation): void {
  try {
    turnOver(log, key, options);
  } finally {
    log.refresh();
  }
}

function turnOver(log: Log, key: Key, options: Rotation): void {
  const chain = log.chain;
  if (chain === null) return;
  if (chain.sealed === null && options.repairBy === undefined) {
    const { at: t, id } = options;
    const next = log.segment + 1;
    if (!log.append({ k: 'seal', v: recordVersion, r: chain.revision, p: chain.head, t, id, n: next })) return;
    if (!log.syncFailed) log.sync();
  }
  const { at, repairBy: actor } = options;
  if (!beginNext(log, key, chain, actor === undefined ? null : { at, actor })) return;
  log.syncFailed = false;
  packOlder(log);
}

/**
 * Tells whether the next record has to stand in a new segment.
 * @param log a refreshed log
 * @returns true when its segment is sealed, or may never reach the disk
 */
export function isToBeLeft(log: Log): boolean {
  return log.syncFailed || log.chain?.sealed != null;
}

/**
 * Makes everything appended durable. Where a sync has failed before, one that succeeds proves nothing: only a new segment does.
 * @param log the log
 * @param begin begins a new segment
 */
export function makeDurable(log: Log, begin: () => void): void {
  if (!isToBeLeft(log)) return log.sync();
  try {
    begin();
  } catch (error) {
    throw unclearSync(log.file, error);
  }
  if (log.syncFailed) throw unclearSync(log.file, new Error('other writers were faster'));
}

/**
 * The first record of a segment follows from the sealed chain alone: two processes that begin it write the same line. Of two
 * that repair, the first one counts.
 */
function beginNext(log: Log, key: Key, chain: Chain, repaired: Pick<Chain, 'at' | 'actor'> | null): boolean {
  if (!log.moveTo(chain.sealed ?? log.segment + 1)) return false;
  try {
    writeFirst(log, key, chain, repaired);
  } catch (error) {
    // The sealed segment is still the current one: whoever looks next finds it, and not an empty one.
    log.close();
    throw error;
  }
  return true;
}

function writeFirst(log: Log, key: Key, chain: Chain, repaired: Pick<Chain, 'at' | 'actor'> | null): void {
  if (log.chain === null) {
    const record: FullRecord = {
      k: 'full',
      v: recordVersion,
      // A damaged log may have held more than could be read: that number is never used again.
      r: repaired === null ? chain.revision : chain.highest + 1,
      p: repaired === null ? chain.sealHash : '',
      t: (repaired ?? chain).at,
      id: chain.sealHash,
      by: (repaired ?? chain).actor,
      w: repaired === null ? chain.writer : process.pid,
      e: repaired === null ? chain.event : ['repaired', { reason: chain.damage ?? '' }],
      ...fullState(key, chain),
      seg: log.segment,
      ...(repaired === null ? {} : { repaired: true }),
    };
    log.append(record);
  }
  log.sync();
}

/**
 * Tells whether a log is packed but for the state that its current segment began with.
 * @param log a refreshed log
 * @returns true when packing once more would gain nothing
 */
export function isPacked(log: Log): boolean {
  if (log.segment === 1) return false;
  const lines = readLines(loadBytes(log.file) ?? Buffer.alloc(0));
  return lines.filter(({ record }) => record?.k === 'step' || record?.k === 'full').length <= 1;
}

/**
 * Packs every segment before the current one, then lets the first file point to the current one.
 * @param log the log
 */
export function packOlder(log: Log): void {
  for (let segment = 1; segment < log.segment; segment++) {
    const target = path.join(log.folder, packName(log.stem, segment));
    const bytes = fs.existsSync(target) ? null : loadBytes(path.join(log.folder, segmentName(log.stem, segment)));
    // Another process may have packed it meanwhile, and put the pointer in its place, or a late writer an empty file.
    if (bytes !== null && holdsHistory(bytes)) createDurably(log.folder, target, pack(bytes));
  }
  const { bytes } = encodeRecord({ k: 'moved', v: recordVersion, r: 0, p: '', n: log.segment });
  replaceDurably(log.folder, path.join(log.folder, segmentName(log.stem, 1)), bytes);
  for (let segment = 2; segment < log.segment; segment++) {
    removeFile(path.join(log.folder, segmentName(log.stem, segment)));
  }
}

function holdsHistory(bytes: Buffer): boolean {
  const first = readLines(bytes).find((line) => line.record !== null)?.record?.k;
  return first !== undefined && first !== 'moved';
}

/** Makes a file, durably, unless it is there: a pack is never replaced. */
function createDurably(folder: string, target: string, bytes: Uint8Array): void {
  const temp = path.join(folder, tempName());
  writeNewFile(temp, bytes, { mode: 0o600, sync: true });
  try {
    fs.linkSync(temp, target);
    removeFile(temp);
  } catch (error) {
    // Some file systems have no links; there, whoever comes last wins, with the same bytes.
    if (errnoOf(error) === 'EEXIST') removeFile(temp);
    else replaceFile(temp, target);
  }
  syncFolder(folder);
}

function isPointer(bytes: Buffer): boolean {
  return readLines(bytes).find((line) => line.record !== null)?.record?.k === 'moved';
}

/**
 * Replaces a file, and makes that durable.
 * @param folder where it stands
 * @param target its path
 * @param bytes its new content
 */
export function replaceDurably(folder: string, target: string, bytes: Uint8Array): void {
  const temp = path.join(folder, tempName());
  writeNewFile(temp, bytes, { mode: 0o600, sync: true });
  replaceFile(temp, target);
  syncFolder(folder);
}

/**
 * Reads every record of a checkpoint, packed segments included, oldest first.
 * @param log a refreshed log
 * @returns the whole records of each segment
 */
export function readHistory(log: Log): Read[][] {
  return Array.from({ length: log.segment }, (_, index) =>
    readLines(readSegment(log, index + 1)).flatMap(({ record }) => (record === null ? [] : [record])),
  );
}

/**
 * Finds revisions that a log should hold and that cannot be read, though the newest ones can: they do not stand on these.
 * @param log a refreshed log
 * @param segments all its records, where they are known
 * @returns what is missing, oldest first; nothing for a log that is known to be damaged
 */
export function missingHistory(log: Log, segments: readonly (readonly Read[])[] = readHistory(log)): readonly Gap[] {
  return log.chain?.damage == null ? missingRevisions(segments) : [];
}

/**
 * Tells where a segment stands, or stood.
 * @param log a refreshed log
 * @param segment its number
 * @returns the path of its file
 */
export function fileOfSegment(log: Log, segment: number): string {
  if (segment === log.segment) return log.file;
  const [packed, raw] = [packName, segmentName].map((name) => path.join(log.folder, name(log.stem, segment)));
  return segment > 1 && raw !== undefined && fs.existsSync(raw) ? raw : (packed ?? '');
}

/** Another process may be packing: a segment that has just gone away, or become the pointer, is in its pack by then. */
function readSegment(log: Log, segment: number): Buffer {
  const packed = path.join(log.folder, packName(log.stem, segment));
  const earlier = segment < log.segment ? loadBytes(packed) : null;
  if (earlier !== null) return unpackOrNothing(earlier);
  const raw = loadBytes(path.join(log.folder, segmentName(log.stem, segment)));
  if (raw !== null && !isPointer(raw)) return raw;
  const later = loadBytes(packed);
  return later === null ? Buffer.alloc(0) : unpackOrNothing(later);
}

/**
 * Restores a packed segment.
 * @param bytes the pack
 * @returns the segment; nothing of a damaged pack, which hides its own revisions and no others
 */
export function unpackOrNothing(bytes: Buffer): Buffer {
  try {
    return unpack(bytes);
  } catch {
    return Buffer.alloc(0);
  }
}
