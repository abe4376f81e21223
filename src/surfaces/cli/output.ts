// Where the program writes: plain text to people, one JSON document to programs. Synchronous and without process.stdout,
// which costs 3 ms of every start.

import fs from 'node:fs';
import { styleText } from 'node:util';

type Format = Exclude<Parameters<typeof styleText>[0], readonly unknown[]>;

/** What a command writes to. With `--json` all of it is silent, so that the document stands alone. */
export interface Output {
  readonly isJson: boolean;
  /** Whether a person sits there who can see colours and moving lines. */
  readonly isTerminal: boolean;
  /** Characters in a line. */
  readonly width: number;
  /** Writes lines to stdout. */
  line(text?: string): void;
  /** Writes over the current line of a terminal; the empty string clears it. */
  status(text: string): void;
  /** Colours a text where colours are wanted. */
  readonly paint: (format: Format, text: string) => string;
}

/**
 * Tells whether a stream is a terminal. The module that knows is loaded only where it may be one: it costs 2 ms.
 * @param fd 0, 1 or 2
 * @returns true for a terminal
 */
export function isTerminal(fd: number): boolean {
  try {
    return fs.fstatSync(fd).isCharacterDevice() && process.getBuiltinModule('node:tty').isatty(fd);
  } catch {
    return false; // closed
  }
}

const closed = new Set<number>();
const pauseMs = 5;

/**
 * Writes all of a text. A reader that went away (`pawl … | head`) is no error; a full pipe is waited for.
 * @param fd 1 or 2
 * @param text the text
 */
export function write(fd: number, text: string): void {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length && !closed.has(fd); ) {
    try {
      at += fs.writeSync(fd, bytes, at);
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : '';
      if (code === 'EAGAIN') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pauseMs);
      else if (code === 'EPIPE' || code === 'EBADF' || code === 'EOF') closed.add(fd);
      else throw error;
    }
  }
}

/**
 * Tells whether colours are wanted on a stream.
 * @param fd 1 or 2
 * @param env the environment
 * @returns true on a terminal, unless `NO_COLOR` is set or the terminal is dumb
 */
export function wantsColour(fd: number, env: NodeJS.ProcessEnv = process.env): boolean {
  return isTerminal(fd) && !env['NO_COLOR'] && env['TERM'] !== 'dumb';
}

function widthOf(isForPeople: boolean, env: NodeJS.ProcessEnv): number {
  const known = isForPeople ? process.stdout.columns : Number(env['COLUMNS']);
  return Math.min(100, Math.max(40, known > 0 ? known : 80));
}

/**
 * Makes the output of one call.
 * @param isJson whether `--json` was given
 * @param env the environment
 * @returns the output
 */
export function openOutput(isJson: boolean, env: NodeJS.ProcessEnv = process.env): Output {
  const isForPeople = !isJson && isTerminal(1);
  const hasColour = isForPeople && wantsColour(1, env);
  return {
    isJson,
    isTerminal: isForPeople,
    get width(): number {
      return widthOf(isForPeople, env);
    },
    line: (text = '') => (isJson ? undefined : write(1, `${text}\n`)),
    status: (text) => (isForPeople && env['TERM'] !== 'dumb' ? write(1, `\r\u001b[K${text}`) : undefined),
    paint: (format, text) => (hasColour ? styleText(format, text) : text),
  };
}
