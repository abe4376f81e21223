// Finds a key's own log. Names that differ only in case meet in one file name; the later one steps aside.

import fs from 'node:fs';
import path from 'node:path';
import { PawlError } from '../../../rules/errors.js';
import { type Key, keyText, stemsOf } from '../../../rules/names.js';
import { logFolder, segmentName } from '../../../disk/layout.js';
import { Log } from './log.js';

/**
 * Gives the log that a key has, or would have.
 * @param root the project's root
 * @param key the checkpoint
 * @param last the log that it had a moment ago
 * @returns the log, refreshed
 */
export function followLog(root: string, key: Key, last: Log | null): Log {
  last?.refresh();
  if (last !== null && last.chain !== null && isLogOf(last, key)) return last;
  const [first = '', second] = stemsOf(key);
  const log = last ?? new Log(path.join(root, logFolder(key.family)), first);
  if (last === null) log.refresh();
  if (log.chain !== null && isLogOf(log, key)) return log;
  if (log.chain === null && (log.stem !== first || !exists(log.folder, second))) return log;
  if (second === undefined || log.stem === second) {
    throw new PawlError('conflict', `${log.file} belongs to ${log.chain?.keyText ?? 'another checkpoint'}`);
  }
  const other = new Log(log.folder, second);
  log.close();
  other.refresh();
  return other;
}

/**
 * Tells whether a log is, or may become, a key's own.
 * @param log the log
 * @param key the key
 * @returns false when it belongs to another key
 */
export function isLogOf(log: Log, key: Key): boolean {
  return log.chain === null || log.chain.keyText === keyText(key);
}

function exists(folder: string, stem: string | undefined): boolean {
  return stem !== undefined && fs.existsSync(path.join(folder, segmentName(stem, 1)));
}
