// The decision about one run that can be read.

import type { Key, Place } from '../../rules/names.js';
import type { Stored } from '../../store/store.js';
import { type LeaseView, noLease } from '../lease/lease.js';
import { maxAgeDays as defaultMaxAgeDays } from '../overview.js';
import { onOtherBranch } from '../on-branch.js';
import { withPlan } from '../pipeline/with-plan.js';
import { familyOf, type Workbench } from '../workbench.js';
import type { Decision } from './decision.js';
import { aboutRun, type BriefWish, decisionOf } from './decision-of.js';
import { factsOf } from './gather.js';
import { printableRef } from './printable-ref.js';

/**
 * Decides about one run that can be read.
 * @param bench the store and the circumstances
 * @param newest its newest revision
 * @param lease who works on it
 * @param maxAgeDays when a workflow counts as old
 * @param wish how its brief is written
 * @returns the decision; `nothing` when it is finished or was taken away
 */
export async function decideRun(
  bench: Workbench,
  newest: Stored,
  lease: LeaseView = noLease,
  maxAgeDays: number = defaultMaxAgeDays,
  wish: BriefWish = {},
): Promise<Decision> {
  const stored = await withPlan(bench, newest);
  const { key, place, state } = stored;
  const { root, head, branch, idPattern } = bench;
  const family = familyOf(bench, key);
  const scene = {
    root,
    now: bench.clock(),
    family,
    head,
    branch,
    idPattern,
    path: bench.store.pathOf?.(key, place) ?? null,
  };
  const { status, finished } = family.overview(state);
  if (finished || place === 'removed') {
    const away = onOtherBranch(root, stored);
    const reason = away === null ? whyOver(key, status, place) : `${printableRef(key)} ${away.words}`;
    return { ...aboutRun(scene, stored), reasons: [reason], next_command: away?.command ?? null };
  }
  return decisionOf(scene, stored, await factsOf(bench, scene, stored, lease, maxAgeDays), wish);
}

function whyOver(key: Key, status: string, place: Place): string {
  if (place === 'removed') return `${printableRef(key)} was removed; its history is kept`;
  if (status === 'pending') return `${printableRef(key)} holds a verdict only: nothing of it was begun`;
  return status === 'abandoned' ? `${printableRef(key)} was abandoned` : `${printableRef(key)} already complete`;
}
