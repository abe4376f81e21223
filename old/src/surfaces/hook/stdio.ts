// How a hook reads and writes: synchronously, and never waiting for what cannot come.

import fs from 'node:fs';
import { errnoOf } from '../../rules/errno.js';
import { tryJson } from '../../rules/json/try-json.js';

/** No payload is larger; what follows is not read. */
const maxBytes = 16 * 1024 * 1024;
const usualWaitMs = 1_000;
const pauseMs = 2;

/** What came on stdin. */
export interface Input {
  /** Empty from a terminal or a closed stdin. */
  readonly text: string;
  /** False when it did not end in time, or is larger than what is read. */
  readonly isWhole: boolean;
}

/**
 * Reads what the agent sends: to its end, or to the end of one JSON object where the pipe is left open.
 * @param waitMs how long it is waited for
 * @returns what came
 */
export function readInput(waitMs = usualWaitMs): Input {
  const deadline = Date.now() + waitMs;
  const fd = openInput();
  if (fd === null) return { text: '', isWhole: true };
  const chunks: Buffer[] = [];
  for (let size = 0; size < maxBytes; ) {
    const chunk = Buffer.allocUnsafe(65_536);
    const got = readSome(fd, chunk, deadline);
    if (got <= 0) return { text: textOf(chunks), isWhole: got === 0 };
    size += got;
    chunks.push(chunk.subarray(0, got));
    // Most payloads come in one piece, and agents need not close the pipe behind it.
    const text = endsObject(chunk, got) ? textOf(chunks) : '';
    if (text !== '' && tryJson(text) !== undefined) return { text, isWhole: true };
  }
  return { text: textOf(chunks), isWhole: false };
}

function textOf(chunks: readonly Buffer[]): string {
  const [first] = chunks;
  return (first !== undefined && chunks.length === 1 ? first : Buffer.concat(chunks)).toString('utf8');
}

/** A pipe is opened once more, without waiting: one that nobody writes to must not hang. A socket cannot be. */
function openInput(): number | null {
  try {
    const stat = fs.fstatSync(0);
    if (stat.isCharacterDevice()) return null; // a terminal, or nothing at all
    if (!stat.isFIFO() || process.platform === 'win32') return 0;
    return fs.openSync('/dev/stdin', fs.constants.O_RDONLY | fs.constants.O_NONBLOCK);
  } catch (error) {
    return errnoOf(error) === 'EBADF' ? null : 0;
  }
}

/** Gives how many bytes came; 0 at the end, and -1 when it is too late. */
function readSome(fd: number, into: Buffer, deadline: number): number {
  for (;;) {
    try {
      return fs.readSync(fd, into);
    } catch (error) {
      const code = errnoOf(error);
      if (code !== 'EAGAIN') return 0;
      if (Date.now() > deadline) return -1;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pauseMs);
    }
  }
}

function endsObject(chunk: Buffer, got: number): boolean {
  let last = got - 1;
  while (last > 0 && (chunk[last] === 10 || chunk[last] === 13 || chunk[last] === 32)) last--;
  return chunk[last] === 125;
}

/**
 * Writes an answer. A reader that is gone is nobody's trouble.
 * @param text the answer
 */
export function writeOutput(text: string): void {
  const bytes = Buffer.from(`${text}\n`);
  const deadline = Date.now() + usualWaitMs;
  for (let at = 0; at < bytes.length; ) {
    try {
      at += fs.writeSync(1, bytes, at);
    } catch (error) {
      const code = errnoOf(error);
      if (code !== 'EAGAIN' || Date.now() > deadline) return;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pauseMs);
    }
  }
}
