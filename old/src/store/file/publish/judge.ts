// Compares the published file with the log and says what happened to it. Pure: design §4's five causes, and no others.

import type { JsonObject } from '../../../rules/json/json.js';
import type { Place } from '../../../rules/names.js';
import type { Chain } from '../log/chain.js';

/** A published file as it was found. */
export interface Sight {
  readonly bytes: Buffer;
  readonly hash: string;
  /** When the file was written, by its file system's clock; absent for bytes that stand in no file any more. */
  readonly writtenMs?: number;
}

/** What the caller can find out about bytes that are not the newest revision's; asked only when needed. */
export interface Knowledge {
  /** The document in the bytes, or null when they hold no checkpoint. */
  parse(bytes: Buffer): JsonObject | null;
  /** Whether these are the bytes of the newest revision. */
  isNewest(sight: Sight): boolean;
  /** Whether these are the bytes of an older revision. */
  isOlder(sight: Sight): boolean;
  /** Whether the file was written after the log's last record. */
  isYoungerThanLog(sight: Sight): boolean;
  /** Whether a file of an older revision that was put back counts, and as what; null when work would be lost by it. */
  putBackAs(sight: Sight): 'edited' | 'switched' | null;
  /** Whether the file was written this very moment, so that its writer may not be done. */
  isFresh(sight: Sight): boolean;
  /** Whether a switch of branches put this file there, or took it away. */
  isFromGit(bytes: Buffer | null): boolean;
}

export type Verdict =
  /** The published file is what it should be. */
  | { readonly is: 'current' }
  /** A crash came before publishing, or another writer is about to: publish the newest state. */
  | {
      readonly is: 'behind';
      /** Set when the newest had been published, and an earlier one stands there again. */
      readonly isPutBack?: boolean;
      /** Set when that was no crash: it was written later. */
      readonly isByHand?: boolean;
    }
  /** A person or a tool changed the file, or put it back. */
  | {
      readonly is: 'edited' | 'switched';
      readonly doc: JsonObject;
      readonly place: Place;
      readonly hash: string;
      /** Set when the document is not what the bytes say, but both sides of a merge conflict: where those clash. */
      readonly clashes?: readonly string[];
      /** Set when the editor took back edits of their own, and nothing else has changed since. */
      readonly isUndo?: boolean;
    }
  /** Somebody has just emptied the file, as who writes in place does first: what they write comes next. */
  | { readonly is: 'emptied' }
  /** The file was taken away by hand, or by a switch of branches. */
  | { readonly is: 'gone'; readonly by: 'hand' | 'git' }
  /** The bytes hold no checkpoint: keep them aside; the newest good revision stays current. */
  | { readonly is: 'garbage'; readonly sight: Sight };

/** Where a published file can stand. */
export interface Sights {
  readonly live: Sight | null;
  readonly failed: Sight | null;
}

/**
 * Judges the published files of a checkpoint.
 * @param chain its log
 * @param sights the files as found
 * @param know answers about bytes
 * @returns what happened
 */
export function judge(chain: Chain, sights: Sights, know: Knowledge): Verdict {
  if (chain.place === 'live') return judgeAt('live', sights.live, sights.failed, 'failed', chain, know);
  if (chain.place === 'failed') {
    const stray = sights.live === null ? null : judgeStray('live', sights.live, chain, know);
    return stray ?? judgeAt('failed', sights.failed, sights.live, 'live', chain, know);
  }
  for (const place of ['live', 'failed'] as const) {
    const sight = sights[place];
    const verdict = sight === null ? null : judgeStray(place, sight, chain, know);
    if (verdict !== null) return verdict;
  }
  // The absence is on record, so that a file that comes back is known to have been put there.
  return chain.published !== null && chain.published.b !== '' ? { is: 'behind' } : { is: 'current' };
}

function judgeAt(
  place: Place,
  sight: Sight | null,
  elsewhere: Sight | null,
  otherPlace: Place,
  chain: Chain,
  know: Knowledge,
): Verdict {
  if (sight === null) {
    const wasThere = chain.published !== null && chain.published.b !== '' && chain.published.pl === place;
    if (!wasThere) return { is: 'behind' };
    const doc = elsewhere === null ? null : know.parse(elsewhere.bytes);
    if (elsewhere !== null && doc !== null) return { is: 'edited', doc, place: otherPlace, hash: elsewhere.hash };
    return { is: 'gone', by: know.isFromGit(null) ? 'git' : 'hand' };
  }
  const { published } = chain;
  if (published?.b === sight.hash && published.pl === place) {
    return published.r === chain.revision ? { is: 'current' } : { is: 'behind' };
  }
  if (isBlank(sight.bytes)) return judgeBlank(sight, know);
  if (know.isNewest(sight)) return { is: 'behind' };
  if (know.isFromGit(sight.bytes)) {
    const doc = know.parse(sight.bytes);
    if (doc !== null) return { is: 'switched', doc, place, hash: sight.hash };
  }
  const isKnown = chain.edits.has(sight.hash) || chain.marks.has(sight.hash) || know.isOlder(sight);
  // A crash leaves a file that was written before the newest revision was published. Who wrote it later put it back.
  const isLeftover = published?.r !== chain.revision || !know.isYoungerThanLog(sight);
  const as = isKnown && !isLeftover ? know.putBackAs(sight) : null;
  if (isKnown && as === null)
    return { is: 'behind', isPutBack: published?.r === chain.revision, isByHand: !isLeftover };
  const doc = know.parse(sight.bytes);
  if (as !== null && doc !== null) return { is: as, doc, place, hash: sight.hash, isUndo: true };
  return doc === null ? { is: 'garbage', sight } : { is: 'edited', doc, place, hash: sight.hash };
}

/** A file where none should be: left over from a crash, or put there by someone. */
function judgeStray(place: Place, sight: Sight, chain: Chain, know: Knowledge): Verdict | null {
  if (isBlank(sight.bytes)) return judgeBlank(sight, know);
  // Once its absence is on record, a file that is there was put there.
  const absenceKnown = chain.published !== null && (chain.published.b === '' || chain.published.pl !== place);
  const known =
    chain.published?.b === sight.hash || know.isNewest(sight) || chain.edits.has(sight.hash) || know.isOlder(sight);
  if (known && !absenceKnown) return { is: 'behind' };
  const doc = know.parse(sight.bytes);
  if (doc === null) return { is: 'garbage', sight };
  return { is: know.isFromGit(sight.bytes) ? 'switched' : 'edited', doc, place, hash: sight.hash };
}

/** What a power cut left is not fresh: the machine had to start again. Nobody who writes begins with zeroes. */
function judgeBlank(sight: Sight, know: Knowledge): Verdict {
  return { is: sight.bytes.length === 0 && know.isFresh(sight) ? 'emptied' : 'behind' };
}

/** An empty or zeroed file is what a power cut leaves of one that was just renamed into place. */
function isBlank(bytes: Buffer): boolean {
  return bytes.every((byte) => byte === 0);
}
