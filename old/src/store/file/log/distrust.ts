// What a failed sync leaves behind for others. What the disk holds is unknown then, and a later sync that succeeds proves nothing
// about what was appended before: most systems report such a failure once, and drop the pages.

import fs from 'node:fs';
import { errnoOf } from '../../../rules/errno.js';
import { PawlError } from '../../../rules/errors.js';
import type { Log } from './log.js';
import { recordVersion } from './record.js';

/** The owner's right to execute: no log has it otherwise, and whoever opens one is told its mode anyway. */
const markBit = 0o100;

const maxTries = 10;

/**
 * Keeps everybody from building on a segment that may never reach the disk: it is sealed, so that the next save begins a new one
 * with a full state; and marked, for a disk that has no room for a seal, and for a seal that is itself lost. Both are only
 * tried: where neither can be written, nothing else can be either.
 * @param log the log, whose sync has failed
 * @param fd its open file
 */
export function distrust(log: Log, fd: number): void {
  try {
    fs.fchmodSync(fd, fs.fstatSync(fd).mode | markBit);
  } catch {
    // Some file systems keep no modes.
  }
  try {
    for (let tries = 0; tries < maxTries; tries++) {
      const { chain, segment } = log;
      if (chain === null || chain.sealed !== null || chain.damage !== null) return;
      const [r, p, t, n] = [chain.revision, chain.head, chain.at, segment + 1];
      if (log.append({ k: 'seal', v: recordVersion, r, p, t, id: `${process.pid}`, n })) return;
    }
  } catch {
    // The mark has to do.
  }
}

/**
 * Tells whether a log bears the mark of a failed sync.
 * @param mode the mode of its file
 * @returns true when its newest records may never reach the disk
 */
export function isMarked(mode: number): boolean {
  return process.platform !== 'win32' && (mode & markBit) !== 0;
}

/**
 * Makes the error about a sync that failed. Others may have read the record already: neither yes nor no would be true.
 * @param file the log's file
 * @param error what the system said
 * @returns the error
 */
export function unclearSync(file: string, error: unknown): PawlError {
  const why = errnoOf(error) || (error instanceof Error ? error.message : String(error));
  return new PawlError('unclear', `cannot tell whether ${file} reached the disk: ${why}`, {
    cause: error,
    hint: 'Save again; if the revision did arrive, the same op id counts once.',
  });
}
