// The disk calls that pawl makes on files of its own: no links followed, sizes checked, errors turned into codes.
// Synchronous on purpose: for small files fs.promises is 2–6 times slower.

import fs from 'node:fs';
import { errnoOf } from '../rules/errno.js';
import { type ErrorCode, PawlError, isPawlError } from '../rules/errors.js';

// Windows has no O_NOFOLLOW; there, planted links are refused by the lstat of ensureFolder alone.
const noFollow = fs.constants.O_NOFOLLOW ?? 0;

/** Flags for appending to a log: one descriptor serves reading and writing. */
export const appendFlags = fs.constants.O_RDWR | fs.constants.O_APPEND | noFollow;
export const createFlags = fs.constants.O_CREAT;
export const exclusiveFlags = fs.constants.O_WRONLY | fs.constants.O_CREAT | fs.constants.O_EXCL | noFollow;
/** Without waiting: a pipe with a checkpoint's name must not hang whoever looks at it. */
export const readFlags = fs.constants.O_RDONLY | noFollow | (fs.constants.O_NONBLOCK ?? 0);

const codes: Readonly<Record<string, ErrorCode>> = {
  ENOSPC: 'disk-full',
  EDQUOT: 'disk-full',
  EFBIG: 'disk-full',
  ELOOP: 'unsafe-path',
  EMLINK: 'unsafe-path',
};

const hints: Partial<Record<ErrorCode, string>> = {
  'disk-full': 'Make room on the disk and save again; the previous revision is intact.',
  'unsafe-path': 'Replace the symbolic link by a real file or folder.',
  'store-unavailable': 'Check the permissions of the .claude folder and whether its file system can be written.',
  unreadable: 'Check the permissions of the file; nothing was changed.',
};

const tooManyFiles = 'Too many files are open: close some, or raise the limit (ulimit -n); nothing was changed.';
const errnoHints: Readonly<Record<string, string>> = {
  EIO: 'The disk reports an error: look at it, and at your copies.',
  EISDIR: 'Look what is in that folder and move it away; nothing was changed.',
  EMFILE: tooManyFiles,
  ENFILE: tooManyFiles,
};

/**
 * Turns a system error into a PawlError.
 * @param error what was thrown
 * @param doing what was tried, e.g. `write`
 * @param file which file
 * @param otherwise the code when the system's own says nothing special
 * @returns the error, to be thrown
 */
export function diskError(
  error: unknown,
  doing: string,
  file: string,
  otherwise: ErrorCode = 'store-unavailable',
): PawlError {
  if (isPawlError(error)) return error;
  const errno = errnoOf(error);
  const code = errno === '' ? 'internal' : (codes[errno] ?? otherwise);
  const why =
    code === 'disk-full'
      ? 'the disk is full'
      : code === 'unsafe-path'
        ? 'it is a symbolic link'
        : errno === 'EISDIR'
          ? 'it is a folder'
          : errno || String(error);
  return new PawlError(code, `cannot ${doing} ${file}: ${why}`, {
    cause: error,
    hint: errnoHints[errno] ?? hints[code],
    data: { file, errno },
  });
}

/**
 * Closes a file. What had to be durable was synced before; a failing close takes nothing back.
 * @param fd the open file
 */
export function closeQuietly(fd: number): void {
  try {
    fs.closeSync(fd);
  } catch {
    // See above.
  }
}

/**
 * Opens a file for reading without following a link. Absent is not unreadable.
 * @param file the file
 * @returns the open file, or null when it is truly absent
 */
export function openToRead(file: string): number | null {
  try {
    return fs.openSync(file, readFlags);
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return null;
    throw diskError(error, 'read', file, 'unreadable');
  }
}

/**
 * Reads a whole file without following a link.
 * @param file the file
 * @returns its bytes, or null when it is truly absent
 */
export function loadBytes(file: string): Buffer | null {
  const fd = openToRead(file);
  if (fd === null) return null;
  try {
    return fs.readFileSync(fd);
  } catch (error) {
    throw diskError(error, 'read', file, 'unreadable');
  } finally {
    closeQuietly(fd);
  }
}

/**
 * Reads a stretch of an open file.
 * @param fd the open file
 * @param start first byte
 * @param end one past the last byte; less may be there
 * @returns the bytes
 */
export function readStretch(fd: number, start: number, end: number): Buffer {
  const bytes = Buffer.allocUnsafe(Math.max(0, end - start));
  let have = 0;
  while (have < bytes.length) {
    const got = fs.readSync(fd, bytes, have, bytes.length - have, start + have);
    if (got === 0) break;
    have += got;
  }
  return have === bytes.length ? bytes : bytes.subarray(0, have);
}

/**
 * Writes bytes into a new file and checks that all of them arrived: on a nearly full disk a write may be cut short
 * without an error.
 * @param file the file; it must not exist
 * @param bytes what to write
 * @param options the mode, and whether to make it durable
 * @param options.mode permission bits
 * @param options.sync whether to sync before returning
 * @returns the new file's inode
 */
export function writeNewFile(
  file: string,
  bytes: Uint8Array,
  options: { readonly mode: number; readonly sync: boolean },
): number {
  let fd: number;
  try {
    fd = fs.openSync(file, exclusiveFlags, options.mode);
  } catch (error) {
    throw diskError(error, 'create', file);
  }
  let stat: fs.Stats;
  try {
    const written = fs.writeSync(fd, bytes);
    stat = fs.fstatSync(fd);
    if (written !== bytes.length || stat.size !== bytes.length) {
      throw Object.assign(new Error('short write'), { code: 'ENOSPC' });
    }
    if (options.sync) fs.fsyncSync(fd);
  } catch (error) {
    closeQuietly(fd);
    removeFile(file);
    throw diskError(error, 'write', file);
  }
  closeQuietly(fd);
  return stat.ino;
}

/**
 * Removes a file if it is there.
 * @param file the file
 * @returns true when it was there
 */
export function removeFile(file: string): boolean {
  try {
    fs.unlinkSync(file);
    return true;
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return false;
    throw diskError(error, 'remove', file);
  }
}

/**
 * Replaces a file by another in one step. Windows refuses while someone has the target open: tried again for a moment.
 * @param from the new file
 * @param to the place it takes
 */
export function replaceFile(from: string, to: string): void {
  for (let attempt = 0; ; attempt++) {
    try {
      fs.renameSync(from, to);
      return;
    } catch (error) {
      const passing = process.platform === 'win32' && ['EPERM', 'EACCES', 'EBUSY'].includes(errnoOf(error));
      if (!passing || attempt >= 10) throw diskError(error, 'replace', to);
      sleepSync(2 ** attempt);
    }
  }
}

/**
 * Puts a file that was written aside into its place. One that cannot take it goes away.
 * @param temp the file that was written aside
 * @param file the place
 */
export function putInPlace(temp: string, file: string): void {
  try {
    replaceFile(temp, file);
  } catch (error) {
    removeFile(temp);
    throw error;
  }
}

/**
 * Tells whether a process is there.
 * @param pid its id
 * @returns false when it is gone
 */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errnoOf(error) === 'EPERM';
  }
}

/**
 * Waits without an event loop, for the synchronous surface.
 * @param ms how long
 */
export function sleepSync(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}
