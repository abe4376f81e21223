// Finds and opens a log's current segment: past pointers, seals and packed segments.

import fs from 'node:fs';
import path from 'node:path';
import { errnoOf } from '../../../rules/errno.js';
import { PawlError } from '../../../rules/errors.js';
import { closeQuietly, appendFlags, diskError, loadBytes, readFlags } from '../../../disk/files.js';
import { packName, segmentName } from '../../../disk/layout.js';
import { readLines } from './record.js';
import { type Tail, readTail } from './tail.js';

/** The current segment, open. */
export interface OpenSegment {
  readonly is: 'open';
  readonly segment: number;
  readonly fd: number;
  /** Why it can only be read; null when it can be written. */
  readonly readOnly: string | null;
  readonly tail: Tail;
  /** Whether it, or what leads to it, may never reach the disk: a sync has failed, and nobody has put that right. */
  readonly isDoubtful: boolean;
}

/** The current segment is gone: packed ones, or a pointer, tell that there was one. */
interface LostSegment {
  readonly is: 'lost';
  readonly segment: number;
}

const maxHops = 10_000;
const noPermission: ReadonlySet<string> = new Set(['EACCES', 'EROFS', 'EPERM']);

/**
 * Opens the current segment of a log.
 * @param folder the folder of the logs
 * @param stem the log's stem
 * @returns the segment, or which one is lost; null when the checkpoint is truly absent
 */
export function openNewestSegment(folder: string, stem: string): OpenSegment | LostSegment | null {
  let segment = 1;
  let isDoubtful = false;
  for (let hops = 0; hops < maxHops; hops++) {
    const opened = openSegment(folder, stem, segment);
    if (opened?.is !== 'open') return opened;
    const next = nextOf(folder, stem, opened);
    // A seal may get lost with the rest; the pointer that replaces its segment is durable.
    isDoubtful = opened.tail.isMarked || (isDoubtful && opened.tail.moved === null);
    if (next === null) return { ...opened, isDoubtful };
    closeQuietly(opened.fd);
    segment = next;
  }
  throw new PawlError('damaged', `the segments of ${path.join(folder, segmentName(stem, 1))} lead in a circle`);
}

/** Tells which segment follows; null when this one is current. */
function nextOf(folder: string, stem: string, { segment, tail }: Found): number | null {
  if (tail.moved !== null) return tail.moved;
  if (tail.chain === null && segment === 1 && hasLaterSegments(folder, stem)) return 2; // a pointer that cannot be read
  const next = tail.chain?.sealed ?? null;
  if (next === null) return null;
  // A next segment that is missing, or whose first record was cut off by a crash, holds nothing yet: the sealed one
  // stays current until a writer begins the next.
  const bytes = loadBytes(path.join(folder, segmentName(stem, next)));
  const begun = bytes !== null && readLines(bytes).some((line) => line.record !== null);
  return begun || fs.existsSync(path.join(folder, packName(stem, next))) ? next : null;
}

type Found = Omit<OpenSegment, 'isDoubtful'>;

/** Opens a segment's file, or that of its successor when it was packed. */
function openSegment(folder: string, stem: string, from: number): Found | LostSegment | null {
  for (let segment = from; ; segment++) {
    // A pointer may be older than the last packing: a packed segment is complete, and its successor the next number.
    if (segment > 1 && fs.existsSync(path.join(folder, packName(stem, segment)))) continue;
    const file = path.join(folder, segmentName(stem, segment));
    const opened = openFile(file);
    const tail = opened === null ? null : tailOf(opened.fd, file);
    // A writer that is late makes the file of a packed segment anew, for a moment: nothing is in it, and its pack is there.
    const isGhost = segment > 1 && tail?.chain === null && fs.existsSync(path.join(folder, packName(stem, segment)));
    if (opened !== null && tail !== null && !isGhost) return { is: 'open', segment, ...opened, tail };
    if (opened !== null) closeQuietly(opened.fd);
    if (segment === 1 && !hasLaterSegments(folder, stem)) return null;
    if (segment > 1) {
      // Packed since the look above?
      if (fs.existsSync(path.join(folder, packName(stem, segment)))) continue;
      return { is: 'lost', segment };
    }
  }
}

function tailOf(fd: number, file: string): Tail {
  try {
    return readTail(fd);
  } catch (error) {
    closeQuietly(fd);
    throw diskError(error, 'read', file, 'unreadable'); // e.g. a bad sector
  }
}

function openFile(file: string): Pick<OpenSegment, 'fd' | 'readOnly'> | null {
  let errno = '';
  try {
    return { fd: fs.openSync(file, appendFlags), readOnly: null };
  } catch (error) {
    errno = errnoOf(error);
    if (errno === 'ENOENT') return null;
    if (!noPermission.has(errno)) throw diskError(error, 'read', file, 'unreadable');
  }
  try {
    return { fd: fs.openSync(file, readFlags), readOnly: errno };
  } catch (error) {
    throw diskError(error, 'read', file, 'unreadable');
  }
}

function hasLaterSegments(folder: string, stem: string): boolean {
  return [packName(stem, 1), segmentName(stem, 2)].some((name) => fs.existsSync(path.join(folder, name)));
}
