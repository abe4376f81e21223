// The revisions of a log without their states: read from its end, as far back as is asked for, and followed from there. Cost
// grows with what is asked for, not with the history.

import fs from 'node:fs';
import type { HistoryRange } from '../../store.js';
import { closeQuietly, openToRead, readStretch } from '../../../disk/files.js';
import { beginChain, type Chain, extendChain } from './chain.js';
import { type Lost, replayAll, type Replayed } from './replay.js';
import type { Log } from './log.js';
import { type FullRecord, type Line, type Read, readLines } from './record.js';
import { missingHistory, readHistory } from './segments.js';
import { judgedUpTo } from './tail.js';

/** One revision, without its state. */
export type PastRevision = Omit<Replayed, 'state'>;

/** The newest revisions of one log, as far as they were read. */
export interface Past {
  readonly inode: number;
  readonly segment: number;
  /** Everything before this offset was read and judged. */
  offset: number;
  /** Folded like any chain, but its states are empty. */
  readonly chain: Chain;
  /** Oldest first, without gaps. */
  readonly revisions: PastRevision[];
  /** Whether they begin with the log. */
  readonly isWhole: boolean;
}

const firstBytes = 16 * 1024;

/**
 * Reads the newest revisions of a log.
 * @param log a refreshed log
 * @param known what was read of it before, or null; is read on where that is enough
 * @param range which revisions are wanted
 * @returns at least those; null when older segments have to be read, or something is damaged
 */
export function readPast(log: Log, known: Past | null, range: HistoryRange): Past | null {
  const isBeforeThis = range.limit === undefined && log.segment > 1;
  if (log.chain === null || log.chain.damage !== null || isBeforeThis) return null;
  const fd = openToRead(log.file);
  if (fd === null) return null;
  try {
    const inode = fs.fstatSync(fd).ino;
    const isKnown = known?.inode === inode && known.segment === log.segment && known.offset <= log.bytes;
    if (isKnown) readOn(fd, known, log.bytes);
    const past = isKnown && has(known, range) ? known : readBack(fd, inode, log, range);
    return past?.chain.damage === null ? past : null;
  } finally {
    closeQuietly(fd);
  }
}

/** All revisions of a log. */
interface WholePast {
  /** Every one whose record can be read, oldest first; the state of those that lie behind damage is null. */
  readonly revisions: readonly (PastRevision | Lost)[];
  /** How many cannot be read: they are in no record, or in one that lies behind damage. */
  readonly missing: number;
}

/**
 * Reads all revisions of a log, packed segments included.
 * @param log a refreshed log
 * @returns what there is, and how much is not
 */
export function readAllPast(log: Log): WholePast {
  const segments = readHistory(log);
  const missing = missingHistory(log, segments).reduce((sum, { from, to }) => sum + to - from + 1, 0);
  const revisions = replayAll(
    segments.map((records) => records.map(withoutState)),
    noState,
  );
  return { revisions, missing };
}

/**
 * Chooses revisions.
 * @param revisions what was read, oldest first
 * @param range which are wanted
 * @returns those, newest first
 */
export function selectRevisions<T extends PastRevision>(
  revisions: readonly T[],
  { before, limit }: HistoryRange,
): readonly T[] {
  const end = before === undefined ? revisions.length : revisions.findLastIndex((one) => one.revision < before) + 1;
  return revisions.slice(limit === undefined ? 0 : Math.max(0, end - limit), end).toReversed();
}

function has(past: Past, { before, limit }: HistoryRange): boolean {
  if (past.isWhole) return true;
  const [oldest, newest] = [past.revisions[0]?.revision ?? 0, past.chain.revision];
  return limit !== undefined && Math.min(before ?? newest + 1, newest + 1) - oldest >= limit;
}

/** Reads backwards, in ever longer stretches. */
function readBack(fd: number, inode: number, log: Log, range: HistoryRange): Past | null {
  for (let want = range.limit === undefined ? log.bytes : firstBytes; ; want *= 4) {
    const from = Math.max(0, log.bytes - want);
    const lines = readLines(readStretch(fd, from, log.bytes), 0, from > 0);
    const start = findOldestStart(lines, from === 0);
    const first = lines[start]?.record;
    if (first?.k === 'full') {
      const chain = beginChain(withEmpty(first), noState);
      const isWhole = from === 0 && log.segment === 1;
      const past: Past = { inode, segment: log.segment, offset: 0, chain, revisions: [], isWhole };
      note(past);
      fold(past, lines.slice(start + 1));
      past.offset = judgedUpTo(lines, from, log.bytes);
      if (has(past, range)) return past;
    }
    if (from === 0) return null;
  }
}

/** As `findStart`, but the oldest: a full state that something stands on counted; so did the first of a segment. */
function findOldestStart(lines: readonly Line[], fromStart: boolean): number {
  const first = lines[0]?.record;
  if (fromStart) return first?.k === 'full' && first.seg !== undefined ? 0 : -1;
  const stoodOn = new Set(lines.map(({ record }) => record?.p));
  return lines.findIndex(({ record }) => record?.k === 'full' && record.seg === undefined && stoodOn.has(record.h));
}

function readOn(fd: number, past: Past, size: number): void {
  const lines = readLines(readStretch(fd, past.offset, size));
  fold(past, lines);
  past.offset = judgedUpTo(lines, past.offset, size);
}

function fold(past: Past, lines: readonly Line[]): void {
  for (const { record } of lines) {
    if (record === null) continue;
    const before = past.chain.revision;
    extendChain(past.chain, [{ record: withoutState(record), bytes: 0 }], noState);
    if (past.chain.revision > before) note(past);
  }
}

function note({ chain: { revision, place, at, actor, event }, revisions }: Past): void {
  revisions.push({ revision, place, at, actor, event });
}

const empty = Object.freeze({});
const noState = (): typeof empty => empty;

function withoutState(record: Read): Read {
  if (record.k === 'step') return { ...record, d: empty };
  return record.k === 'full' ? withEmpty(record) : record;
}

function withEmpty(record: Read<FullRecord>): Read<FullRecord> {
  return { ...record, s: empty };
}
