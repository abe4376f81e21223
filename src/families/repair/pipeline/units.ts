// Makes the three lists of workstreams out of the evidence. What is in doubt is not done.

import { planOf } from '../../pipeline/plan.js';
import type { Draft } from '../draft.js';
import { readStatus } from '../read/status.js';
import { tidyUnits, unitsIn } from '../read/units.js';
import { collectEvidence, type Evidence, type Place } from './evidence.js';

const listOf: Readonly<Record<Place, string>> = {
  complete: 'completed_workstreams',
  in_progress: 'in_progress_workstreams',
  pending: 'pending_workstreams',
};

/**
 * Gives a pipeline its three lists.
 * @param draft the document, its fields renamed
 */
export function repairUnits(draft: Draft): void {
  const evidence = collectEvidence(draft);
  const claim = readStatus(draft.get('status'));
  const places = new Map<string, Place>();
  const doubted: string[] = [];
  // What the whole run claims counts for workstreams of which nothing is said, unless one of them is said to be open.
  const isOpen = [...evidence.said.values()].some((said) => said.has('pending') || said.has('in_progress'));
  const unsaid: Place = claim === 'complete' && !isOpen ? 'complete' : 'pending';
  for (const [name, said] of evidence.said) {
    if (said.size === 0 && evidence.out.has(name)) continue;
    places.set(name, resolve(said, evidence.weak.get(name) ?? unsaid, claim === 'in_progress'));
    if (said.size > 1) doubted.push(name);
  }
  for (const id of planOf(draft.root)?.workstreams.keys() ?? []) if (!places.has(id)) places.set(id, 'pending');
  for (const place of ['complete', 'in_progress', 'pending'] as const)
    writeList(draft, place, places, doubted, evidence);
}

function resolve(said: ReadonlySet<Place>, otherwise: Place, isRunning: boolean): Place {
  const [only] = said;
  if (only === undefined) return otherwise;
  if (said.size === 1) return only;
  return said.has('in_progress') && (isRunning || !said.has('pending')) ? 'in_progress' : 'pending';
}

function writeList(
  draft: Draft,
  place: Place,
  places: ReadonlyMap<string, Place>,
  doubted: readonly string[],
  evidence: Evidence,
): void {
  const field = listOf[place];
  const value = draft.get(field);
  const own = tidyUnits(unitsIn(value)).map(({ name }) => name);
  const names = new Set([...own.filter((name) => places.get(name) === place), ...having(places, place)]);
  const list = [...names];
  const before = new Set(own);
  const moved = doubted.filter((name) => before.has(name) !== names.has(name));
  if (moved.length > 0) {
    const why = `${moved.slice(0, 20).join(', ')}: the file says more than one thing; what is in doubt is not done`;
    draft.set([field], list, 'conflict', why);
    return;
  }
  const isClaimed = list.some((name) => evidence.said.get(name)?.size === 0 && !evidence.weak.has(name));
  const from =
    evidence.said.size === 0
      ? 'nothing is said about workstreams'
      : place === 'complete' && isClaimed
        ? 'the run says that it is complete, and no workstream says otherwise'
        : 'taken from the statuses of the workstreams';
  draft.set([field], list, 'shape', value === undefined ? `${field} is missing; ${from}` : `${field} is a list of ids`);
}

function having(places: ReadonlyMap<string, Place>, place: Place): string[] {
  return [...places].filter(([, own]) => own === place).map(([name]) => name);
}
