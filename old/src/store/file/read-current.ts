// Reads a checkpoint whose published file is what its log says, and touches nothing. Knows no family: what takes judging
// is left to the store.

import { checksum } from '../../rules/checksum.js';
import { isPawlError } from '../../rules/errors.js';
import type { Key } from '../../rules/names.js';
import { loadBytes } from '../../disk/files.js';
import { below, publishedFolder } from '../../disk/layout.js';
import type { Stored } from '../store.js';
import type { Log } from './log/log.js';
import { followLog, isLogOf } from './log/own-log.js';
import { toStored } from './space.js';

/**
 * Reads the newest revision of a checkpoint in use, as the store would.
 * @param root the project's root
 * @param key the checkpoint
 * @returns the revision; null when there is none, or anything is not as it should be
 */
export function readCurrent(root: string, key: Key): Stored | null {
  let log: Log | null = null;
  try {
    log = followLog(root, key, null);
    const { chain } = log;
    if (chain === null || !isLogOf(log, key) || chain.damage !== null || chain.newer) return null;
    const { place, published, revision } = chain;
    if (place !== 'live' || published?.pl !== place || published.r !== revision) return null;
    const bytes = loadBytes(below(root, publishedFolder(key, place) ?? '', `${log.stem}.json`));
    return bytes !== null && checksum(bytes) === published.b ? toStored(key, chain, []) : null;
  } catch (error) {
    if (!isPawlError(error)) throw error;
    return null;
  } finally {
    log?.close();
  }
}
