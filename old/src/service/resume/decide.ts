// The one resume decision over everything unfinished in a project, or about the run that is named.

import { isPawlError, type PawlError } from '../../rules/errors.js';
import { type Key, keyText } from '../../rules/names.js';
import { harmlessLine } from '../../rules/text/harmless.js';
import type { Stored, Summary } from '../../store/store.js';
import { askerOf, leaseOf, leasesOf, type Owner } from '../lease/leases.js';
import { sessionOfOwner } from '../lease/session-owner.js';
import { withoutGivenUp } from '../given-up.js';
import { findKey, keysLookedUp, notFoundNear } from '../refs.js';
import { boundRun } from '../session/binding.js';
import { summariesOf } from '../runs.js';
import type { Workbench } from '../workbench.js';
import { inOrder, offeredPlaces, otherRun } from './choose-run.js';
import { type Decision, nothingToResume, type OtherRun } from './decision.js';
import { decideRun } from './decide-run.js';
import type { BriefWish } from './decision-of.js';
import { decideUnreadable, type Unreadable, unreadableRun } from './unreadable.js';

export interface DecideOptions {
  /** The run; all unfinished ones unless given. */
  readonly ref?: string | undefined;
  /** Only unfinished runs of this family; no matter when a run is named. */
  readonly family?: Key['family'] | undefined;
  /** Who asks. */
  readonly owner?: Owner | undefined;
  /** When a workflow counts as old. */
  readonly maxAgeDays?: number | undefined;
  /** How the brief is written. */
  readonly brief?: BriefWish | undefined;
}

/**
 * Decides what is to be done about the unfinished runs. Changes nothing.
 * @param bench the store and the circumstances
 * @param options which run, who asks
 * @returns the decision; throws `not-found` for a ref that nothing has
 */
export async function decide(bench: Workbench, options: DecideOptions = {}): Promise<Decision> {
  const owner = options.owner ?? askerOf(bench);
  if (options.ref !== undefined) return decideNamed(bench, options.ref, { ...options, owner });
  const { runs, unreadable, nameless } = await unfinishedRuns(bench, options.family);
  const leases = leasesOf(bench, owner);
  const bound = boundRun(bench.root, sessionOfOwner(owner.id));
  const [first, ...rest] = inOrder(runs, leases.isMine, bound);
  const others = [...rest.map(otherRun), ...unreadable.map(unreadableRun)];
  if (first !== undefined) {
    const stored = await bench.store.get(first.key);
    const wish = { ...options.brief, others: others.map(inBrief) };
    if (stored !== null) {
      const decision = await decideRun(bench, stored, leases.of(first.key), options.maxAgeDays, wish);
      return { ...decision, notes: [...decision.notes, ...nameless], others };
    }
  }
  const [damaged] = unreadable;
  if (damaged !== undefined) {
    const decision = decideUnreadable(bench, damaged, options.brief);
    return { ...decision, notes: [...decision.notes, ...nameless], others: others.slice(1) };
  }
  return nameless.length === 0 ? nothingToResume : { ...nothingToResume, notes: nameless, next_command: 'pawl doctor' };
}

/**
 * Lists what is unfinished beside a run, as its brief tells it.
 * @param bench the store and the circumstances
 * @param key the run
 * @returns the others, the most recently changed first
 */
export async function othersBeside(bench: Workbench, key: Key): Promise<NonNullable<BriefWish['others']>> {
  const { runs } = await unfinishedRuns(bench);
  return runs
    .filter((run) => keyText(run.key) !== keyText(key))
    .map(otherRun)
    .map(inBrief);
}

function inBrief({ ref, ...overview }: OtherRun): NonNullable<BriefWish['others']>[number] {
  return { ref, overview };
}

/** What is unfinished, and what may be. */
interface Unfinished {
  readonly runs: readonly Summary[];
  readonly unreadable: readonly Unreadable[];
  readonly nameless: readonly string[];
}

/**
 * Lists what is unfinished, the most recently changed first.
 * @param bench the store and the circumstances
 * @param family only of this family
 * @returns the runs, those that cannot be read, and what is said about files whose names no run can have
 */
export async function unfinishedRuns(bench: Workbench, family?: Key['family']): Promise<Unfinished> {
  const nameless = new Set<string>();
  const unreadable = new Map<string, Unreadable>();
  const filter = {
    places: offeredPlaces,
    unfinished: true,
    ...(family === undefined ? {} : { family }),
    onUnreadable: (key: Key, error: PawlError) => void unreadable.set(keyText(key), { key, error }),
    onNameless: (message: string) => void nameless.add(harmlessLine(message)),
  };
  let runs = await summariesOf(bench, filter);
  // A file that cannot be read is in no catalogue: before "nothing" is said, every file is looked at.
  if (runs.length === 0) runs = await summariesOf(bench, { ...filter, exact: true });
  // Lists keep the line of a run that can no longer be read; there is nothing to decide about by it.
  const readable = runs.filter(({ key }) => !unreadable.has(keyText(key)));
  return {
    runs: await withoutGivenUp(bench, readable),
    unreadable: [...unreadable.values()],
    nameless: [...nameless],
  };
}

async function decideNamed(
  bench: Workbench,
  ref: string,
  options: DecideOptions & { owner: Owner },
): Promise<Decision> {
  const found = await lookUp(bench, ref);
  if ('error' in found) return decideUnreadable(bench, found, options.brief);
  return decideRun(bench, found, leaseOf(bench, found.key, options.owner), options.maxAgeDays, options.brief);
}

/** An error tells whose file it is only to the one who asked for that one. */
async function lookUp(bench: Workbench, ref: string): Promise<Stored | Unreadable> {
  try {
    const key = await findKey(bench.store, ref);
    const stored = key === null ? null : await bench.store.get(key);
    if (stored === null) throw await notFoundNear(bench.store, ref, 'Run `pawl status` to see what is unfinished.');
    return stored;
  } catch (error) {
    if (!isPawlError(error, 'corrupt') && !isPawlError(error, 'unreadable')) throw error;
    for (const key of keysLookedUp(ref)) {
      try {
        await bench.store.get(key);
      } catch (own) {
        if (isPawlError(own)) return { key, error: own };
      }
    }
    throw error;
  }
}
