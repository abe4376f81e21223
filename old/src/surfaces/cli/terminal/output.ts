// Where the program writes: plain text to people, one JSON document to programs. Synchronous and without process.stdout,
// which costs 3 ms of every start.

import fs from 'node:fs';
import { errnoOf } from '../../../rules/errno.js';
import { Stop } from '../stop.js';
import { ansiPaint, type Paint, plainPaint, wantsColour } from './colour.js';
import { oneLine } from './width.js';

/** What was noticed about files on the way. */
export interface Noticed {
  readonly code: string;
  readonly message: string;
}

/** What a command writes to. With `--json` all of it is silent, so that the document stands alone. */
export interface Output {
  readonly isJson: boolean;
  /** Whether a person sits there who can see moving lines. */
  readonly isTerminal: boolean;
  /** Characters in a line of prose: 40 to 100. */
  readonly width: number;
  /** Characters in a line of a table: all that the terminal has; Infinity where the text goes to a file or a pipe. */
  readonly columns: number;
  /** Writes lines to stdout. */
  line(text?: string): void;
  /** Writes a remark to stderr, e.g. about a file that was edited by hand; nothing in it can steer a terminal. */
  note(text: string): void;
  /** Tells what was noticed about files: a remark for people; for programs it is kept for their document. */
  notice(code: string, message: string): void;
  /** What programs are to be told. */
  readonly noticed: readonly Noticed[];
  /** Writes over the current line of a terminal; the empty string clears it. */
  status(text: string): void;
  /** Colours a text where colours are wanted. */
  readonly paint: Paint;
}

/**
 * Tells whether a stream is a terminal. The module that knows is loaded only where it may be one: it costs 4 ms.
 * @param fd 0, 1 or 2
 * @returns true for a terminal
 */
export function isTerminal(fd: number): boolean {
  try {
    const stat = fs.fstatSync(fd);
    return stat.isCharacterDevice() && !isNull(stat) && process.getBuiltinModule('node:tty').isatty(fd);
  } catch {
    return false; // closed
  }
}

/** Output that is thrown away, as hooks and benches do, goes to a character device too. */
function isNull({ rdev }: fs.Stats): boolean {
  return process.platform !== 'win32' && rdev === fs.statSync('/dev/null', { throwIfNoEntry: false })?.rdev;
}

const closed = new Set<number>();
const pauseMs = 5;
const reasons: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EIO: 'the disk failed',
};

/**
 * Writes all of a text. A reader that went away (`pawl … | head`, a terminal that was closed) is no error; a full pipe is waited for. Anything else
 * on stdout ends the program; about stderr nobody could be told.
 * @param fd 1 or 2
 * @param text the text
 */
export function write(fd: 1 | 2, text: string | Uint8Array): void {
  const bytes = typeof text === 'string' ? Buffer.from(text) : text;
  for (let at = 0; at < bytes.length && !closed.has(fd); ) {
    try {
      at += fs.writeSync(fd, bytes, at);
    } catch (error) {
      const code = errnoOf(error);
      if (code === 'EAGAIN') {
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pauseMs);
        continue;
      }
      closed.add(fd);
      if (fd === 2 || code === 'EPIPE' || code === 'EBADF' || code === 'EOF') continue;
      if (code === 'EIO' && fs.fstatSync(fd).isCharacterDevice()) continue;
      const reason = reasons[code];
      const why = reason === undefined ? code : `${reason} (${code})`;
      throw new Stop(`cannot write to stdout: ${why}; what was saved by then is saved`, { exit: 1 });
    }
  }
}

/** The columns that are known: those of the terminal, else what `COLUMNS` says; 0 when nobody knows. */
function knownColumns(isForPeople: boolean, env: NodeJS.ProcessEnv): number {
  const own = isForPeople ? process.stdout.columns : 0;
  return own > 0 ? own : Math.max(0, Math.trunc(Number(env['COLUMNS'])) || 0);
}

/**
 * Makes the output of one call.
 * @param isJson whether `--json` was given
 * @param env the environment
 * @returns the output
 */
export function openOutput(isJson: boolean, env: NodeJS.ProcessEnv = process.env): Output {
  const isForPeople = !isJson && isTerminal(1);
  const mark = (): string => (wantsColour(isTerminal(2), env) ? ansiPaint : plainPaint)('yellow', 'pawl:');
  const noticed: Noticed[] = [];
  const note = (text: string): void =>
    isJson ? undefined : write(2, `${mark()} ${text.split('\n').map(oneLine).join('\n')}\n`);
  return {
    isJson,
    isTerminal: isForPeople,
    get width(): number {
      return Math.min(100, Math.max(40, knownColumns(isForPeople, env) || 80));
    },
    get columns(): number {
      return Math.max(40, knownColumns(isForPeople, env) || (isForPeople ? 80 : Infinity));
    },
    line: (text = '') => (isJson ? undefined : write(1, `${text}\n`)),
    note,
    notice: (code, message) => (isJson ? void noticed.push({ code, message }) : note(oneLine(message))),
    noticed,
    status: (text) => (isForPeople && env['TERM'] !== 'dumb' ? write(1, `\r\u001b[K${text}`) : undefined),
    paint: !isJson && wantsColour(isForPeople, env) ? ansiPaint : plainPaint,
  };
}
