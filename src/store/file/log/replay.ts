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

/** Revisions from the first to the last of a stretch. */
export type Stretch = readonly [from: number, to: number];

/**
 * Finds revisions that are in no record, though later ones are. What a repair passed over is known, and not told again.
 * @param records whole records in the order of the files, from the beginning
 * @returns what is missing, oldest first
 */
export function missingRevisions(records: readonly Read[]): readonly Stretch[] {
  const missing: Stretch[] = [];
  let within: Stretch[] = [];
  let newest = 0;
  for (const record of records) {
    if (record.k !== 'step' && record.k !== 'full') continue;
    const isBeginning = record.k === 'full' && (record.seg ?? 1) > 1;
    const isRepaired = record.k === 'full' && record.repaired === true;
    if (isBeginning && !isRepaired) missing.push(...within);
    if (isBeginning || isRepaired) within = [];
    if (record.r <= newest) continue;
    if (record.r > newest + 1 && !isRepaired) within.push([newest + 1, record.r - 1]);
    newest = record.r;
  }
  missing.push(...within);
  return missing;
}
