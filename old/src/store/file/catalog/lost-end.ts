// Tells whether a log has lost its end: the catalogue is told of a revision only when it is durable, and a shortened log cannot
// know of it. Looked at once for each opening of a log, and only where its published file does not vouch for it.

import { type Key, keyText } from '../../../rules/names.js';
import type { Log } from '../log/log.js';
import type { Catalog } from './catalog.js';
import type { Entry } from './entry.js';

/**
 * Notices that a log ends before a revision that was durable once; it counts as damaged then.
 * @param catalog the catalogue
 * @param key whose log it is
 * @param log the log, refreshed
 * @returns true when the log is not what it was a moment ago: its end is lost, or others have stored more meanwhile
 */
export function noticeLostEnd(catalog: Catalog, key: Key, log: Log): boolean {
  if (log.isVouchedFor) return false;
  const known = log.isThere ? knownOf(catalog, keyText(key)) : undefined;
  const isSuspect = known !== undefined && isBehind(log, known);
  // What another process stored since this log was read is in it by now.
  if (isSuspect) log.refresh();
  log.isVouchedFor = true;
  if (!isSuspect || known.y === undefined || !isBehind(log, known)) return isSuspect;
  const { chain } = log;
  if (chain === null) {
    log.state = 'unintelligible';
    return true;
  }
  chain.damage = `it ends at revision ${chain.revision}, but revision ${known.y} was stored: its end is missing`;
  chain.lost = { r: known.y, pl: known.pl };
  chain.highest = Math.max(chain.highest, known.y, known.r);
  return true;
}

/** Most runs that are looked at are unfinished: those stand at the end. */
function knownOf(catalog: Catalog, key: string): Entry | undefined {
  return catalog.read(0)?.entries.get(key) ?? catalog.read(Number.POSITIVE_INFINITY)?.entries.get(key);
}

/** Revisions alone decide: clocks jump, and the times of a quick run are ahead of them. */
function isBehind({ chain, segment, state }: Log, { g, y = 0, i }: Entry): boolean {
  if (segment !== g || state === 'unintelligible') return false;
  if (chain === null) return y > 0;
  const isOther = i !== undefined && chain.born !== '' && chain.born !== i;
  return chain.damage === null && chain.revision < y && !isOther;
}
