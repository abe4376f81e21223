// One line of a log: how it is written, and how a whole line is told from a torn or foreign one. Pure.
//
// A line is JSON, so that `jq` reads it, and ends with its own checksum: {"k":…,…,"h":"0123456789abcdef"}.
// It is written as newline + line: a torn line before it cannot swallow it, and its last byte completes it.

import { checksum, wordsOf } from '../../../rules/checksum.js';
import type { Json, JsonObject } from '../../../rules/json/json.js';
import type { Patch } from '../../../rules/json/patch.js';
import type { Place } from '../../../rules/names.js';

export const recordVersion = 1;
/** What happens to a file that another tool wrote. */
export const adoptedEvent = 'adopted';

interface Base {
  /** Format version; newer ones are read as far as possible, and never written over. */
  readonly v: number;
  /** The revision this record makes, seals or publishes. */
  readonly r: number;
  /** The checksum of the record this one stands on; empty for the first. */
  readonly p: string;
}

interface RevisionBase extends Base {
  readonly t: string;
  /** Random: tells two attempts apart that are otherwise the same. */
  readonly id: string;
  /** An op id that the caller gave. */
  readonly op?: string | undefined;
  readonly by: string;
  /** The writer's process: while it lives, publishing this revision is its own affair. */
  readonly w: number;
  readonly e: readonly [name: string, args?: JsonObject];
  /** The place, when it changed; in a full record always. */
  readonly pl?: Place | undefined;
  /** Checksum of bytes edited by hand that this revision took in. */
  readonly b?: string | undefined;
}

/** A revision as the change from the one before. */
export interface StepRecord extends RevisionBase {
  readonly k: 'step';
  readonly d: Patch;
}

/** A revision with its full state (a keyframe): reading never needs to go further back than the last one. */
export interface FullRecord extends RevisionBase {
  readonly k: 'full';
  readonly key: string;
  /** The state, or `z`: the state compressed. */
  readonly s?: JsonObject;
  readonly z?: string;
  /** Bytes of the state as JSON. */
  readonly n: number;
  /** The op ids that callers gave lately, with their revisions. */
  readonly ops?: Readonly<Record<string, number>>;
  /** Checksums of hand-edited bytes that were taken in lately. */
  readonly bs?: readonly string[];
  /** The published file as it was known then. */
  readonly pub?: Published;
  /** Which log this is: the random id of its very first record, which carries none. */
  readonly born?: string;
  /** Set in the first record of a segment: its number. */
  readonly seg?: number;
  /** Set when this record carries on a damaged log: what stands before it is not part of its chain. */
  readonly repaired?: true;
}

/** Ends a segment: whatever is appended behind it is void. */
export interface SealRecord extends Base {
  readonly k: 'seal';
  readonly t: string;
  readonly id: string;
  /** The segment that follows. */
  readonly n: number;
}

/** What is known about the published file. */
export interface Published {
  readonly r: number;
  /** Checksum of its bytes; empty when the file was taken away. */
  readonly b: string;
  readonly pl: Place;
}

/** The marker: this revision was published, with these bytes. */
export interface PublishRecord extends Base, Published {
  readonly k: 'pub';
}

/** Stands alone in a log's first file once that was packed: the segment that is current. */
export interface MovedRecord extends Base {
  readonly k: 'moved';
  readonly n: number;
}

export type LogRecord = StepRecord | FullRecord | SealRecord | PublishRecord | MovedRecord;

/** A record as read back, with its checksum. */
export type Read<R extends LogRecord = LogRecord> = R & { readonly h: string };

const newline = 0x0a;
const trailer = Buffer.from(',"h":"');
const trailerBytes = trailer.length + 16 + 2;

/** A record ready to be appended. */
export interface Encoded {
  readonly bytes: Buffer;
  readonly hash: string;
}

const padBytes = 16 * 1024;

/** Room for records that are written and forgotten: what lives for a moment need not be made anew each time. */
export class RecordPad {
  readonly bytes: Buffer = Buffer.allocUnsafeSlow(padBytes);
  readonly view: DataView = wordsOf(this.bytes);
}

/**
 * Writes a record as newline + line.
 * @param record the record
 * @param pad where to write it, when there is room: the bytes are then only lent, until the next record
 * @returns its bytes and its checksum
 */
export function encodeRecord(record: LogRecord, pad?: RecordPad): Encoded {
  const text = JSON.stringify(record);
  // One UTF-16 unit takes at most three bytes.
  const most = text.length * 3 + trailerBytes;
  if (pad !== undefined && most <= pad.bytes.length) return encodeText(text, pad.bytes, pad.view);
  const bytes = Buffer.allocUnsafe(most);
  return encodeText(text, bytes, wordsOf(bytes));
}

function encodeText(text: string, bytes: Buffer, view: DataView): Encoded {
  bytes[0] = newline;
  const end = bytes.write(text, 1); // the closing brace makes way for the checksum
  const hash = checksum(bytes, 1, end, view);
  return { bytes: bytes.subarray(0, end + bytes.write(`,"h":"${hash}"}`, end, 'latin1')), hash };
}

/**
 * Reads one line.
 * @param bytes where the line stands
 * @param start its first byte
 * @param end one past its last byte, the newline not included
 * @returns the record, or null when the line is torn, damaged or not ours
 */
export function parseRecord(bytes: Buffer, start: number, end: number): Read | null {
  const body = end - trailerBytes;
  if (body <= start || bytes[start] !== 0x7b || bytes[end - 1] !== 0x7d) return null;
  if (bytes.compare(trailer, 0, trailer.length, body, body + trailer.length) !== 0) return null;
  const hash = bytes.toString('latin1', body + trailer.length, end - 2);
  if (checksum(bytes, start, body) !== hash) return null;
  try {
    const value: Json = JSON.parse(bytes.toString('utf8', start, end));
    return isRecord(value) ? value : null;
  } catch {
    return null; // the checksum holds, so this is foreign: ours always parses
  }
}

function isRecord(value: unknown): value is Read {
  if (typeof value !== 'object' || value === null) return false;
  const record = value as Partial<Record<string, unknown>>;
  return typeof record['k'] === 'string' && Number.isSafeInteger(record['r']) && typeof record['p'] === 'string';
}

/** A line found in a log, parsed or not. */
export interface Line {
  /** Offset of the line's first byte. */
  readonly at: number;
  /** Offset one past its last byte. */
  readonly end: number;
  readonly record: Read | null;
}

/**
 * Splits bytes into lines and reads each.
 * @param bytes bytes of a log
 * @param from where to begin; what stands before the next newline is skipped when `partial` is set
 * @param partial whether the first bytes may belong to a line that began earlier
 * @returns the lines in order; blank ones are left out
 */
export function readLines(bytes: Buffer, from = 0, partial = false): Line[] {
  const lines: Line[] = [];
  let at = from;
  if (partial) {
    at = bytes.indexOf(newline, from);
    if (at < 0) return lines;
  }
  while (at < bytes.length) {
    const next = bytes.indexOf(newline, at);
    const end = next < 0 ? bytes.length : next;
    if (end > at) readLine(bytes, at, end, lines);
    at = end + 1;
  }
  return lines;
}

const beginning = Buffer.from('{"k":"');

/** Reads a line; where a flipped bit took the newline between two records away, both are found. */
function readLine(bytes: Buffer, at: number, end: number, lines: Line[]): void {
  const record = parseRecord(bytes, at, end);
  let split = record === null ? bytes.indexOf(beginning, at + 1) : -1;
  while (split > at && split < end) {
    const first = parseRecord(bytes, at, split - 1);
    if (first !== null) {
      lines.push({ at, end: split - 1, record: first });
      return readLine(bytes, split, end, lines);
    }
    split = bytes.indexOf(beginning, split + 1);
  }
  lines.push({ at, end, record });
}
