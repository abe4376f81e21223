// Tells which checkpoint a log file belongs to: every full record carries its key.

import { type Key, parseKey } from '../../rules/names.js';
import { Log } from './log.js';

/**
 * Reads the key of a log.
 * @param folder the folder of the family's logs
 * @param stem the log's name without its ending
 * @returns the key, or null when the log holds no readable record
 */
export function readStemKey(folder: string, stem: string): Key | null {
  const log = new Log(folder, stem);
  try {
    log.refresh();
    return log.chain === null ? null : parseKey(log.chain.keyText);
  } catch {
    return null; // reported when the checkpoint itself is read
  } finally {
    log.close();
  }
}
