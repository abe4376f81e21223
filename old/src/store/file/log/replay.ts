// Replays a log from its beginning: every revision that can be read, and which ones cannot. Pure.

import { beginChain, type Chain, extendChain, type Unpack } from './chain.js';
import type { Read } from './record.js';

/** A revision met while replaying a log from its beginning. */
export interface Replayed extends Pick<Chain, 'revision' | 'state' | 'place' | 'at' | 'actor' | 'event'> {}

/** A revision whose record can be read, but not its state: it stands on a record that is damaged. */
export interface Lost extends Omit<Replayed, 'state'> {
  readonly state: null;
}

/**
 * Replays a log from its beginning. Revisions that are damaged are left out; those after the next full state are there.
 * @param segments the whole records of each file, in order
 * @param unpack reads a compressed state
 * @returns every readable revision, oldest first
 */
export function replay(segments: readonly (readonly Read[])[], unpack: Unpack): Replayed[] {
  return replayAll(segments, unpack).filter((one) => one.state !== null);
}

/**
 * Replays a log from its beginning, and tells also of revisions that lie behind a damaged record.
 * @param segments the whole records of each file, in order
 * @param unpack reads a compressed state
 * @returns every revision whose record can be read, oldest first
 */
export function replayAll(segments: readonly (readonly Read[])[], unpack: Unpack): (Replayed | Lost)[] {
  const all: (Replayed | Lost)[] = [];
  let chain: Chain | null = null;
  for (const records of segments) {
    // Without its first record, a segment is behind damage: it does not follow from the seal before it.
    if (chain !== null && chain.sealed !== null && records.length > 0) chain.sealed = null;
    let hasBegun = false;
    for (const record of records) {
      const before: number = all.at(-1)?.revision ?? 0;
      // Two processes may have begun a segment: only the first beginning counts, the other stands behind it, void.
      const begins = record.k === 'full' && record.seg !== undefined && !hasBegun;
      if (record.k === 'full' && (chain === null || begins || record.repaired === true)) {
        if (chain === null || record.r >= chain.revision) chain = beginChain(record, unpack);
        hasBegun = true;
      } else if (chain !== null) extendChain(chain, [{ record, bytes: 0 }], unpack);
      if (chain !== null && chain.revision > before) {
        const { revision, state, place, at, actor, event } = chain;
        all.push({ revision, state, place, at, actor, event });
      } else if (record.k === 'step' && record.r > before && chain?.sealed == null) {
        // Of several records of one revision the first one counted, behind the damage as before it.
        const { r: revision, pl, t: at, by: actor, e: event } = record;
        all.push({ revision, state: null, place: pl ?? all.at(-1)?.place ?? 'live', at, actor, event });
      }
    }
  }
  return all;
}

/** Revisions that a log should hold, and of which the state cannot be read. */
export interface Gap {
  readonly from: number;
  readonly to: number;
  /** The segments in which they stand, or stood. */
  readonly segments: readonly number[];
}

/**
 * Finds revisions whose state cannot be read, though a later one can: in no record, or in one that stands on a damaged one. What a
 * repair passed over is known, and not told again.
 * @param segments the whole records of each segment, in order
 * @returns what is missing, oldest first
 */
export function missingRevisions(segments: readonly (readonly Read[])[]): readonly Gap[] {
  const missing: Gap[] = [];
  let within: Gap[] = [];
  let newest = 0;
  let head = '';
  /** The last segment that holds a revision. */
  let last = 0;
  const lose = (to: number, from: number, until: number): void => {
    const before = within.at(-1);
    const isSame = before?.to === newest && before.segments.at(-1) === from;
    if (isSame) within.pop();
    const places = Array.from({ length: until - from + 1 }, (_, index) => from + index);
    within.push({ from: isSame ? before.from : newest + 1, to, segments: isSame ? before.segments : places });
  };
  for (const [index, records] of segments.entries()) {
    const segment = index + 1;
    let hasBegun = false;
    for (const record of records) {
      if (record.k === 'seal' && record.p === head) break; // what stands behind it counts for nobody
      if (record.k !== 'step' && record.k !== 'full') continue;
      const isRepaired = record.k === 'full' && record.repaired === true;
      const begins = record.k === 'full' && (record.seg ?? 1) > 1 && !hasBegun;
      if (begins && !isRepaired) missing.push(...within);
      if (begins || isRepaired) within = [];
      if (record.r <= newest && !begins) continue;
      const isGap = record.r > newest + 1 && !isRepaired;
      // Before the first record of a segment, it is the older ones that have lost something.
      if (begins && isGap) lose(record.r - 1, Math.min(last + 1, index), index);
      else if (record.k === 'full' && isGap) lose(record.r - 1, segment, segment);
      else if (record.k === 'step' && (isGap || record.p !== head)) lose(record.r, segment, segment);
      head = record.k === 'full' || record.p === head ? record.h : '';
      newest = record.r;
      hasBegun = true;
      last = segment;
    }
  }
  missing.push(...within);
  return missing;
}
