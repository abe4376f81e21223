// Which of the unfinished runs a decision is about. Pure.

import { type Key, keyText, type Place } from '../../rules/names.js';
import { harmlessLine } from '../../rules/text/harmless.js';
import type { Summary } from '../../store/store.js';
import type { OtherRun } from './decision.js';
import { printableRef } from './printable-ref.js';

/** Where runs are that can be offered. */
export const offeredPlaces: readonly Place[] = ['live', 'failed', 'archived'];

/**
 * Tells whether a run may have failed for good, or been given up, so that it is offered only by its name. `failed/` also
 * holds what was put away unfinished: only what happened last tells which it is.
 * @param run the run
 * @returns false for one that is offered
 */
export function mayBeGivenUp({ place }: Pick<Summary, 'place'>): boolean {
  return place === 'failed';
}

/**
 * Tells by its last event whether a run of which that is not sure is over for good.
 * @param run the run
 * @param run.overview what its state says
 * @param event the event's name; undefined when the run is gone
 * @returns true when it is offered only by its name
 */
export function isGivenUp({ overview }: Pick<Summary, 'overview'>, event: string | undefined): boolean {
  return overview.status === 'failed' ? event !== 'archived' : event === undefined || event === 'abandon';
}

/**
 * Puts runs in the order in which they are offered: first the bound one, or else the newest of one's own; then those in use.
 * Within each the newest stays first. Whose a run is takes a look at its lease, so nobody asks further than need be.
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
  const name = bound === null ? null : keyText(bound);
  const first = runs.find(({ key }) => keyText(key) === name) ?? runs.find(({ key }) => isMine(key));
  const rest = runs.filter((run) => run !== first);
  const inUse = rest.filter(({ place }) => place === 'live');
  return [...(first === undefined ? [] : [first]), ...inUse, ...rest.filter(({ place }) => place !== 'live')];
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
