// The file calls that the store makes. A test replaces them to run every interleaving of two processes in memory.

import fs from 'node:fs';
import path from 'node:path';
import { randomId } from '../../base/checksum.js';
import { type ErrorCode, PawlError, diskError, errnoOf } from '../../base/errors.js';

export interface Files {
  /** Opens for reading; null when absent. Links are refused. */
  openRead(file: string): number | null;
  /** Opens for reading and appending; creates the file when it is absent. */
  openAppend(file: string): number;
  stat(fd: number): { readonly size: number; readonly inode: number };
  inodeAt(file: string): number | null;
  read(fd: number, position: number, length: number): Buffer;
  /** One call; gives how many bytes were written. */
  append(fd: number, bytes: Buffer): number;
  /** fdatasync */
  sync(fd: number): void;
  syncFolder(folder: string): void;
  close(fd: number): void;
  /** Creates a file that must not exist yet; all bytes or an error. */
  create(file: string, bytes: Buffer, mode: number): void;
  rename(from: string, to: string): void;
  /** Harmless when the file is absent. */
  remove(file: string): void;
  /** The names in a folder, sorted; none when it is absent. */
  names(folder: string): readonly string[];
  /** Makes the folders of a path below the root. Links among them are refused. */
  makeFolder(root: string, relative: string, mode?: number): void;
  refuseLinks(root: string, relative: string): void;
  /** Removes what killed processes left in a folder more than a day ago. */
  sweep(folder: string): void;
  sleep(ms: number): void;
  randomId(): string;
}

const { O_RDONLY, O_RDWR, O_APPEND, O_CREAT, O_EXCL, O_WRONLY } = fs.constants;
const noFollow = fs.constants.O_NOFOLLOW ?? 0; // not on Windows

export const nodeFiles: Files = {
  openRead(file) {
    try {
      return fs.openSync(file, O_RDONLY | noFollow);
    } catch (error) {
      if (errnoOf(error) === 'ENOENT') return null;
      throw diskError(error, 'read', file, 'unreadable');
    }
  },
  openAppend(file) {
    try {
      return fs.openSync(file, O_RDWR | O_APPEND | O_CREAT | noFollow, 0o600);
    } catch (error) {
      throw diskError(error, 'write', file);
    }
  },
  stat(fd) {
    const { size, ino } = fs.fstatSync(fd);
    return { size, inode: ino };
  },
  inodeAt: (file) => guard('read', file, () => fs.statSync(file, { throwIfNoEntry: false })?.ino ?? null, 'unclear'),
  read(fd, position, length) {
    const bytes = Buffer.allocUnsafe(length);
    let done = 0;
    while (done < length) {
      const got = fs.readSync(fd, bytes, done, length - done, position + done);
      if (got === 0) break;
      done += got;
    }
    return bytes.subarray(0, done);
  },
  append: (fd, bytes) => fs.writeSync(fd, bytes),
  sync(fd) {
    try {
      fs.fdatasyncSync(fd);
    } catch (error) {
      if (process.platform !== 'win32' || errnoOf(error) !== 'EPERM') throw error; // Windows: opened for reading only
    }
  },
  syncFolder(folder) {
    if (process.platform === 'win32') return; // Windows cannot open folders
    const fd = nodeFiles.openRead(folder);
    if (fd === null) return;
    try {
      guard('sync', folder, () => fs.fsyncSync(fd), 'unclear');
    } finally {
      nodeFiles.close(fd);
    }
  },
  close(fd) {
    try {
      fs.closeSync(fd);
    } catch {
      // what had to be durable was synced before
    }
  },
  create(file, bytes, mode) {
    guard('create', file, () => {
      const fd = fs.openSync(file, O_WRONLY | O_CREAT | O_EXCL | noFollow, mode);
      let written = 0;
      try {
        written = fs.writeSync(fd, bytes);
      } finally {
        nodeFiles.close(fd);
        if (written < bytes.length) fs.rmSync(file, { force: true });
      }
      // A nearly full disk takes a part and reports no error.
      if (written < bytes.length) throw new PawlError('disk-full', `there was no room to write ${file}`);
    });
  },
  rename: (from, to) => guard('replace', to, () => fs.renameSync(from, to)),
  remove: (file) => guard('remove', file, () => fs.rmSync(file, { force: true })),
  names(folder) {
    try {
      return fs.readdirSync(folder).sort();
    } catch (error) {
      if (errnoOf(error) === 'ENOENT') return [];
      throw diskError(error, 'read', folder, 'unreadable');
    }
  },
  makeFolder,
  refuseLinks,
  sweep(folder) {
    for (const name of nodeFiles.names(folder)) {
      const file = path.join(folder, name);
      const age = Date.now() - (fs.lstatSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
      if (age > 24 * 3600_000) nodeFiles.remove(file);
    }
  },
  sleep: (ms) => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms),
  randomId,
};

/** System errors become errors with a code. */
function guard<T>(doing: string, file: string, run: () => T, otherwise?: ErrorCode): T {
  try {
    return run();
  } catch (error) {
    throw diskError(error, doing, file, otherwise);
  }
}

/** Writes a file by rename: others see all of its bytes or none. */
export function writeWhole(files: Files, temp: string, file: string, bytes: Buffer, mode: number): void {
  try {
    files.create(temp, bytes, mode);
    files.rename(temp, file);
  } catch (error) {
    files.remove(temp);
    throw error;
  }
}

/** Reads a whole file; null when it is absent. */
export function readWhole(files: Files, file: string): Buffer | null {
  const fd = files.openRead(file);
  if (fd === null) return null;
  try {
    return files.read(fd, 0, files.stat(fd).size);
  } catch (error) {
    throw diskError(error, 'read', file, 'unreadable');
  } finally {
    files.close(fd);
  }
}

/**
 * Makes the folders of a path, and refuses links among them: a cloned repository must not lead pawl elsewhere. The first
 * component (`.claude`) may be a link, as people share it between worktrees.
 * @param root the project's root
 * @param relative a path below it, with `/`
 * @param mode the mode of new folders
 */
function makeFolder(root: string, relative: string, mode = 0o777): void {
  const [first = '', ...rest] = relative.split('/');
  let folder = path.join(root, first);
  makeParents(folder);
  for (const step of rest) {
    folder = path.join(folder, step);
    refuseLink(folder);
    makeOne(folder, mode);
  }
}

/** Step by step: Node's own `recursive` never returns below a folder such as /proc. */
function makeParents(folder: string): void {
  if (guard('read', folder, () => fs.existsSync(folder))) return;
  makeParents(path.dirname(folder));
  makeOne(folder);
}

function makeOne(folder: string, mode = 0o777): void {
  try {
    fs.mkdirSync(folder, { mode });
  } catch (error) {
    if (errnoOf(error) !== 'EEXIST') throw diskError(error, 'create', folder);
  }
}

/** Refuses links below the first component of a path; what does not exist is fine. */
function refuseLinks(root: string, relative: string): void {
  const [first = '', ...rest] = relative.split('/');
  let folder = path.join(root, first);
  for (const step of rest) {
    folder = path.join(folder, step);
    refuseLink(folder);
  }
}

function refuseLink(folder: string): void {
  const found = guard('read', folder, () => fs.lstatSync(folder, { throwIfNoEntry: false }), 'unreadable');
  if (found?.isSymbolicLink() !== true) return;
  throw new PawlError('unsafe-path', `${folder} is a symbolic link`, { hint: 'Replace it by a real folder.' });
}
