// Reads the end of a segment, as far back as the newest state needs: cost does not grow with history.

import { isUtf8 } from 'node:buffer';
import fs from 'node:fs';
import { type Chain, type Sized, beginChain, extendChain, findStart } from './chain.js';
import { isMarked } from './distrust.js';
import { readStretch, sleepSync } from '../../../disk/files.js';
import { unpackState } from './pack-codec.js';
import { type Line, type Read, readLines } from './record.js';

/** Enough for most checkpoints. A process that was just started checks and parses slowly: what is not needed is not read. */
const firstTailBytes = 4 * 1024;

/** What a reader finds: nothing was ever stored, a chain, or bytes in which no revision can be made out. */
export type LogState = 'absent' | 'chain' | 'unintelligible';

/** A segment as it was read. */
export interface Tail {
  readonly inode: number;
  readonly size: number;
  /** Everything before this offset was judged; a torn line at the end was not. */
  readonly offset: number;
  readonly chain: Chain | null;
  readonly state: LogState;
  /** Whether a sync of it has failed: its newest records may never reach the disk. */
  readonly isMarked: boolean;
  /** Set when the file is only a pointer: the segment that is current. */
  readonly moved: number | null;
}

/**
 * Reads the end of an open segment.
 * @param fd the open file
 * @returns what it tells
 */
export function readTail(fd: number): Tail {
  for (let looks = 1; ; looks++) {
    const tail = readOnce(fd);
    // On some mounts a record that is just being appended is seen as zeros first.
    if (!tail.isOverwritten || looks === patientLooks) return tail;
    sleepSync(10);
  }
}

const patientLooks = 3;

function readOnce(fd: number): Tail & { readonly isOverwritten: boolean } {
  const { ino: inode, size, mode } = fs.fstatSync(fd);
  for (let want = firstTailBytes; ; want *= 4) {
    const from = Math.max(0, size - want);
    const bytes = readStretch(fd, from, size);
    const found = foldNewest(bytes, from === 0) ?? (from === 0 ? foldAll(bytes) : null);
    if (found === null) continue;
    const { lines, ...rest } = found;
    const isOverwritten = endsForeign(bytes, lines);
    if (isOverwritten && rest.chain !== null) {
      rest.chain.damage ??= `behind revision ${rest.chain.revision} stand bytes that no save leaves behind`;
    }
    return { inode, size, isMarked: isMarked(mode), offset: judgedUpTo(lines, from, size), ...rest, isOverwritten };
  }
}

type Folded = Pick<Tail, 'chain' | 'state' | 'moved'> & { readonly lines: readonly Line[] };

const fullLine = Buffer.from('\n{"k":"full"');
const movedLine = Buffer.from('\n{"k":"moved"');

/** Most often the newest full state is all that is needed: what stands before it is not even parsed. */
function foldNewest(bytes: Buffer, fromStart: boolean): Folded | null {
  if (fromStart && bytes.subarray(0, movedLine.length).equals(movedLine)) return null;
  let lines: Line[] = [];
  let end = bytes.length;
  for (let at = bytes.lastIndexOf(fullLine); at >= 0; at = at === 0 ? -1 : bytes.lastIndexOf(fullLine, at - 1)) {
    lines = readLines(bytes.subarray(0, end), at).concat(lines);
    end = at;
    const whole = wholeOf(lines);
    const start = findStart(whole, false);
    if (start >= 0) return { lines, chain: foldFrom(lines, whole, start), state: 'chain', moved: null };
  }
  return null;
}

function foldAll(bytes: Buffer): Folded {
  const lines = readLines(bytes);
  const whole = wholeOf(lines);
  const moved = whole[0]?.k === 'moved' ? whole[0].n : null;
  const chain = moved === null ? foldFrom(lines, whole, findStart(whole, true)) : null;
  const isNothing = moved !== null || (whole.length === 0 && !endsForeign(bytes, lines));
  const state = chain !== null ? 'chain' : isNothing ? 'absent' : 'unintelligible';
  return { lines, chain, state, moved };
}

/** Whether something else than a record, or the beginning of one, stands behind the last record: no crash leaves that. */
function endsForeign(bytes: Buffer, lines: readonly Line[]): boolean {
  const last = lines.findLastIndex((line) => line.record !== null);
  return lines.slice(last + 1).some(({ at, end }) => !isBeginning(bytes.subarray(at, end)));
}

const recordStart = Buffer.from('{"k":"');

/** Whether a line may be a record that was cut off: it begins as one, and is text to its end. */
function isBeginning(line: Buffer): boolean {
  const start = recordStart.subarray(0, line.length);
  if (!line.subarray(0, start.length).equals(start) || line.some((byte) => byte < 0x20)) return false;
  // The cut may have gone through a character, which takes four bytes at most.
  return [0, 1, 2, 3].some((cut) => isUtf8(line.subarray(0, line.length - cut)));
}

function wholeOf(lines: readonly Line[]): readonly Read[] {
  return lines.flatMap((line) => (line.record === null ? [] : [line.record]));
}

function foldFrom(lines: readonly Line[], whole: readonly Read[], start: number): Chain | null {
  // Without a first record that counts, the next full state still tells what was there, but no longer proves it.
  const first = whole[start >= 0 ? start : whole.findIndex((record) => record.k === 'full')];
  if (first?.k !== 'full') return null;
  const chain = beginChain(first, unpackState);
  if (start < 0) chain.damage = `the records before revision ${first.r} are missing or damaged`;
  const rest = lines.slice(lines.findIndex((line) => line.record === first) + 1);
  extendChain(chain, sized(rest), unpackState);
  return chain;
}

/**
 * Gives the whole records among lines.
 * @param lines lines of a log
 * @returns their records with their sizes
 */
export function sized(lines: readonly Line[]): Sized[] {
  return lines.flatMap(({ record, at, end }) => (record === null ? [] : [{ record, bytes: end - at }]));
}

/**
 * Tells how far lines are judged for good. A torn line at the very end may still be growing: it is read again next time.
 * @param lines the lines of a stretch
 * @param from where the stretch begins in the file
 * @param end where it ends
 * @returns an offset in the file
 */
export function judgedUpTo(lines: readonly Line[], from: number, end: number): number {
  const last = lines.at(-1);
  return last !== undefined && last.record === null ? from + Math.max(0, last.at - 1) : end;
}
