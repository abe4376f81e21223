// Texts that a command is given: as they stand, from a file (`@notes.md`), or from stdin (`-`).

import fs from 'node:fs';
import { errnoOf } from '../../../rules/errno.js';
import { badInput, PawlError } from '../../../rules/errors.js';
import { limits } from '../../../rules/limits.js';
import type { Arguments } from '../call.js';

const pauseMs = 5;
/** A pipe with a file's name may have nobody at its other end. */
const pipeWaitMs = 10_000;

/** Where input comes from; parameters, so that tests need no real stdin. */
export interface InputSources {
  /** Reads all of stdin. */
  readonly readStdin?: () => Buffer;
  /** What a file is relative to. */
  readonly cwd?: string;
}

let isStdinUsed = false;

/**
 * Reads all of stdin; a second time is a wrong call, as nothing is left.
 * @returns its bytes
 */
export function readStdin(): Buffer {
  if (isStdinUsed) {
    throw new PawlError('bad-usage', 'stdin was asked for twice', {
      hint: 'Only one argument can be `-`; put the others into files and name them with @FILE.',
    });
  }
  isStdinUsed = true;
  return readAll(0, 'stdin');
}

function readAll(fd: number, what: string, deadline = Number.POSITIVE_INFINITY): Buffer {
  const chunks: Buffer[] = [];
  for (let size = 0; ; ) {
    const chunk = Buffer.allocUnsafe(65_536);
    const got = readSome(fd, chunk, what, deadline);
    if (got === 0) return Buffer.concat(chunks);
    size += got;
    if (size > limits.maxBytes) throw tooLarge(what);
    chunks.push(chunk.subarray(0, got));
  }
}

function readSome(fd: number, into: Buffer, what: string, deadline: number): number {
  for (;;) {
    try {
      return fs.readSync(fd, into);
    } catch (error) {
      const code = errnoOf(error);
      if (code === 'EOF' || code === 'EBADF') return 0; // the end on Windows; a closed stdin
      if (code !== 'EAGAIN' || Date.now() > deadline) throw unreadable(what, code, error);
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pauseMs);
    }
  }
}

function tooLarge(what: string): PawlError {
  return new PawlError('too-large', `${what} has more than ${limits.maxBytes} bytes`, {
    hint: 'Keep large texts in files of the project and store their paths.',
  });
}

function unreadable(what: string, code: string, cause: unknown): PawlError {
  if (code === 'ENOENT' || code === 'ENOTDIR') {
    return new PawlError('bad-usage', `there is no file ${what}`, {
      hint: 'Check the path; a relative one counts from the current folder. (@ before a text names a file, @@ is the character itself.)',
      cause,
    });
  }
  const why = code === 'EISDIR' ? 'it is a folder' : code === 'EAGAIN' ? 'nothing comes through this pipe' : code;
  return new PawlError('unreadable', `cannot read ${what}: ${why}`, { hint: 'Nothing was changed.', cause });
}

function readNamed(file: string, cwd: string): Buffer {
  try {
    const flags = fs.constants.O_RDONLY | (fs.constants.O_NONBLOCK ?? 0);
    const fd = fs.openSync(process.getBuiltinModule('node:path').resolve(cwd, file), flags);
    try {
      if (fs.fstatSync(fd).size > limits.maxBytes) throw tooLarge(file);
      return readAll(fd, file, Date.now() + pipeWaitMs);
    } finally {
      fs.closeSync(fd);
    }
  } catch (error) {
    if (error instanceof PawlError) throw error;
    throw unreadable(file, errnoOf(error) || String(error), error);
  }
}

function decode(bytes: Buffer, what: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes); // drops a byte order mark
  } catch (error) {
    throw new PawlError('bad-input', `${what} is not UTF-8 text`, { hint: 'Convert it to UTF-8.', cause: error });
  }
}

/**
 * Resolves a text that a command was given.
 * @param value what stands in the arguments: the text itself, `@FILE`, `@@text` for a text that begins with @, or `-`
 * @param sources where input comes from
 * @returns the text; without the newline that ends a file
 */
export function resolveText(value: string, sources: InputSources = {}): string {
  if (value.startsWith('@@')) return value.slice(1);
  const isStdin = value === '-';
  if (!isStdin && !value.startsWith('@')) return value;
  if (value === '@') {
    throw new PawlError('bad-usage', '@ names no file', { hint: 'Write @FILE; @@ is the character itself.' });
  }
  const what = isStdin ? 'stdin' : value.slice(1);
  const bytes = isStdin ? (sources.readStdin ?? readStdin)() : readNamed(what, sources.cwd ?? process.cwd());
  return decode(bytes, what).replace(/\r?\n$/, '');
}

/**
 * Resolves the value of an option whose row says `input`.
 * @param args the call's arguments
 * @param name the option
 * @param sources where input comes from
 * @returns the text, or undefined when the option was not given
 */
export function inputOf(args: Arguments, name: string, sources: InputSources = {}): string | undefined {
  const value = args.text(name);
  const text = value === undefined ? undefined : resolveText(value, sources);
  // Nobody empties a text this way; a program that failed before the pipe does.
  if (value === '-' && text === '')
    throw badInput(`--${name}`, [{ path: '', message: 'stdin is empty', fix: "write '' to empty it" }]);
  return text;
}
