// Which of the unfinished runs a decision is about. Pure.

import { type Key, keyText, type Place } from '../../rules/names.js';
import { harmlessLine } from '../../rules/text/harmless.js';
import type { Summary } from '../../store/store.js';
import type { OtherRun } from './decision.js';
import { printableRef } from './printable-ref.js';

/** Where runs are that can be offered. */
export const offeredPlaces: readonly Place[] = ['live', 'failed', 'archived'];

/**
 * Tells whether a run is offered: those in use, and workflows that were put away unfinished; what failed for good is
 * offered only by its name.
 * @param run the run
 * @returns false for one that has to be named
 */
export function isOffered({ place, overview }: Summary): boolean {
  return place === 'live' || overview.status !== 'failed';
}

/**
 * Puts runs in the order in which they are offered: the bound one, one's own, those in use; within a rank the newest
 * stays first.
 * @param runs the runs, the most recently changed first
 * @param isMine tells whether the one who asks works on a run
 * @param bound the run that their session works on
 * @returns the same runs
 */
export function inOrder(
  runs: readonly Summary[],
  isMine: (key: Key) => boolean,
  bound: Key | null,
): readonly Summary[] {
  const first = bound === null ? null : keyText(bound);
  const rankOf = ({ key, place }: Summary): number =>
    keyText(key) === first ? -1 : isMine(key) ? 0 : place === 'live' ? 1 : 2;
  const ranked = runs.map((run) => ({ run, rank: rankOf(run) }));
  return ranked.sort((a, b) => a.rank - b.rank).map(({ run }) => run);
}

/**
 * Tells about a run that the decision is not about.
 * @param run the run
 * @returns its line
 */
export function otherRun({ key, overview }: Summary): OtherRun {
  const { title, status, progress, updated_at } = overview;
  return {
    ref: printableRef(key),
    family: key.family,
    title: harmlessLine(title),
    status: harmlessLine(status),
    progress,
    updated_at,
  };
}
