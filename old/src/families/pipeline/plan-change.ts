// What came and went when a spec was edited.

import { brief } from './lists.js';
import type { PlanView } from './plan.js';

/** What two plans are compared by. */
export type PlanShape = Pick<PlanView, 'workstreams' | 'uses' | 'phases'>;

/**
 * Tells how the plan of a spec differs from that of a run.
 * @param known the plan that the run knows
 * @param now the plan in the spec
 * @returns e.g. `WS4 is new, WS3 was removed, gate lint (WS2) is new`; empty when they are the same
 */
export function planChange(known: PlanShape, now: PlanShape): string {
  const [before, after] = [new Set(known.workstreams.keys()), new Set(now.workstreams.keys())];
  const orderOf = ({ phases }: PlanShape): string =>
    JSON.stringify(phases.map((one) => one.workstreams.filter((id) => before.has(id) && after.has(id))));
  // Gates of workstreams that came or went are no news.
  const usesOf = ({ uses }: PlanShape, other: ReadonlySet<string>): readonly string[] =>
    uses.filter(({ covers }) => covers.some((id) => other.has(id))).map(({ label }) => `gate ${label}`);
  return [
    ...comings([...before], [...after]),
    ...comings(usesOf(known, after), usesOf(now, before)),
    ...(orderOf(known) === orderOf(now) || before.size !== after.size ? [] : ['the phases have other workstreams']),
  ].join(', ');
}

function comings(before: readonly string[], after: readonly string[]): readonly string[] {
  const added = after.filter((name) => !before.includes(name));
  const removed = before.filter((name) => !after.includes(name));
  return [
    ...(added.length === 0 ? [] : [`${brief(added)} ${added.length === 1 ? 'is' : 'are'} new`]),
    ...(removed.length === 0 ? [] : [`${brief(removed)} ${removed.length === 1 ? 'was' : 'were'} removed`]),
  ];
}
