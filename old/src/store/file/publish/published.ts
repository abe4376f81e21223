// The published file on disk: looking at it, and replacing it without losing what someone wrote in between.

import fs from 'node:fs';
import path from 'node:path';
import { checksum } from '../../../rules/checksum.js';
import { isPawlError, type PawlError } from '../../../rules/errors.js';
import type { JsonObject } from '../../../rules/json/json.js';
import { type Key, refOf } from '../../../rules/names.js';
import {
  closeQuietly,
  diskError,
  openToRead,
  readStretch,
  removeFile,
  replaceFile,
  sleepSync,
  writeNewFile,
} from '../../../disk/files.js';
import { syncFolder } from '../../../disk/folders.js';
import { tempName } from '../../../disk/temp-name.js';
import type { Sight } from './judge.js';

/** A published file that is being looked at; its descriptor stays open until it has been compared. */
export interface Look extends Sight {
  readonly file: string;
  readonly fd: number;
  readonly inode: number;
  readonly mode: number;
}

/** What has not changed for so long is written to its end. */
const restMs = 20;
const maxWaits = 100;

/** A larger file is not kept in memory for this. */
const maxKnownBytes = 4 * 1024 * 1024;
let known: { readonly bytes: Buffer; readonly hash: string } | null = null;

/**
 * Gives the checksum of a published file. One and the same is looked at again and again, and bytes are compared far faster
 * than they are summed up.
 * @param bytes the file, which nobody changes afterwards
 * @returns its checksum
 */
export function hashOf(bytes: Buffer): string {
  if (known?.bytes.equals(bytes) === true) return known.hash;
  const hash = checksum(bytes);
  if (bytes.length <= maxKnownBytes) known = { bytes, hash };
  return hash;
}

/**
 * Opens and reads a published file.
 * @param file the file
 * @returns the look, to be closed; or null when the file is truly absent
 */
export function look(file: string): Look | null {
  const fd = openToRead(file);
  if (fd === null) return null;
  try {
    const stat = fs.fstatSync(fd);
    if (!stat.isFile()) {
      throw Object.assign(new Error('not a file'), { code: stat.isDirectory() ? 'EISDIR' : 'it is no regular file' });
    }
    const bytes = readStretch(fd, 0, stat.size);
    return {
      file,
      fd,
      bytes,
      hash: hashOf(bytes),
      inode: stat.ino,
      mode: stat.mode & 0o777,
      writtenMs: stat.mtimeMs,
    };
  } catch (error) {
    closeQuietly(fd);
    throw diskError(error, 'read', file, 'unreadable');
  }
}

/**
 * Ends looks.
 * @param looks open ones, or null
 */
export function closeLooks(...looks: readonly (Look | null)[]): void {
  for (const seen of looks) if (seen !== null) closeQuietly(seen.fd);
}

/**
 * Writes a document as it is published.
 * @param state the document
 * @returns JSON with 2-space indentation and a final newline
 */
export function render(state: JsonObject): Buffer {
  return Buffer.from(`${JSON.stringify(state, null, 2)}\n`);
}

/**
 * Tells which file stands somewhere.
 * @param file the path
 * @returns its inode; 0 when nothing is there
 */
export function inodeOf(file: string): number {
  return fs.statSync(file, { throwIfNoEntry: false })?.ino ?? 0;
}

export type Replacement =
  /** The file is in place. */
  | { readonly is: 'done'; readonly inode: number }
  /** Someone replaced the file meanwhile: look again. */
  | { readonly is: 'changed' }
  /** In place, but someone had just written into the file that was replaced: here is what they wrote. */
  | { readonly is: 'overwrote'; readonly bytes: Buffer; readonly inode: number };

/**
 * Puts new bytes in the place of a published file.
 * @param target the file
 * @param bytes the new bytes
 * @param seen the file as it was judged, or null when it was absent
 * @param tempFolder where the new file is prepared
 * @returns what happened
 */
export function replacePublished(target: string, bytes: Buffer, seen: Look | null, tempFolder: string): Replacement {
  const options = { mode: seen?.mode ?? 0o644, sync: false };
  const put = (folder: string): number | null => {
    const temp = path.join(folder, tempName());
    const written = writeNewFile(temp, bytes, options);
    try {
      // Nothing stands between this look and the rename: no call that Node has does both.
      if (inodeOf(target) === (seen?.inode ?? 0)) {
        replaceFile(temp, target);
        return written;
      }
    } catch (error) {
      removeFile(temp);
      throw error;
    }
    removeFile(temp);
    return null;
  };
  let inode: number | null;
  try {
    inode = put(tempFolder);
  } catch (error) {
    if (!isPawlError(error) || error.data['errno'] !== 'EXDEV') throw error;
    // The folder is another file system: prepare the file beside its target instead.
    inode = put(path.dirname(target));
  }
  if (inode === null) return { is: 'changed' };
  if (seen === null) {
    // A marker that outlives the file's folder entry would read as "removed by hand" after a power cut.
    syncFolder(path.dirname(target));
    return { is: 'done', inode };
  }
  const after = readSettled(seen.fd, seen.bytes);
  return after.equals(seen.bytes) ? { is: 'done', inode } : { is: 'overwrote', bytes: after, inode };
}

/** Someone who writes in place empties the file first: what comes next is waited for, until it rests. */
function readSettled(fd: number, before: Buffer): Buffer {
  for (let waits = 0; ; waits++) {
    const { mtimeMs, size } = fs.fstatSync(fd);
    const bytes = readStretch(fd, 0, size);
    const rests = bytes.length > 0 && Date.now() - mtimeMs >= restMs;
    if (rests || waits === maxWaits || bytes.equals(before)) return bytes;
    sleepSync(10);
  }
}

/**
 * Says that a file is behind what is saved. Where there is no room, which file was in the making is no help.
 * @param key the checkpoint
 * @param error why it could not be published
 * @returns the words
 */
export function unpublishedWords(key: Key, error: PawlError): string {
  return `${refOf(key)} is saved, but its file is not up to date: ${whyInWords(error)}`;
}

/**
 * Says why nothing could be written.
 * @param error what was thrown
 * @returns the words
 */
export function whyInWords(error: PawlError): string {
  return error.code === 'disk-full' ? 'the disk is full' : error.message;
}
