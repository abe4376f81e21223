// The one resume decision over everything unfinished in a project, or about the run that is named.

import { isPawlError, PawlError } from '../../rules/errors.js';
import { type Key, keysOfRef, keyText, type Place, refOf } from '../../rules/names.js';
import { harmlessLine } from '../../rules/text/harmless.js';
import { shellQuote } from '../../rules/text/shell-quote.js';
import type { Stored, Summary } from '../../store/store.js';
import { briefOf } from '../brief.js';
import { maxAgeDays as defaultMaxAgeDays } from '../checkpoint.js';
import { type LeaseView, noLease } from '../lease/lease.js';
import { currentOwner, leaseOf, leasesOf, type Owner } from '../lease/leases.js';
import { findKey, notFoundNear } from '../refs.js';
import { summariesOf } from '../runs.js';
import { familyOf, type Workbench } from '../workbench.js';
import { type Decision, nothingToResume, type OtherRun } from './decision.js';
import { factsOf } from './gather.js';
import { judgeRun } from './judge.js';
import { decideUnreadable, type Unreadable, unreadableRun } from './unreadable.js';

export interface DecideOptions {
  /** The run; all unfinished ones unless given. */
  readonly ref?: string | undefined;
  /** Who asks. */
  readonly owner?: Owner | undefined;
  /** When a workflow counts as old. */
  readonly maxAgeDays?: number | undefined;
}

/** Runs that are offered: those in use, and workflows that were put away unfinished. */
const offered: readonly Place[] = ['live', 'archived'];

/**
 * Decides what is to be done about the unfinished runs. Changes nothing.
 * @param bench the store and the circumstances
 * @param options which run, who asks
 * @returns the decision; throws `not-found` for a ref that nothing has
 */
export async function decide(bench: Workbench, options: DecideOptions = {}): Promise<Decision> {
  const owner = options.owner ?? currentOwner();
  if (options.ref !== undefined) return decideNamed(bench, options.ref, { ...options, owner });
  const { runs, unreadable } = await unfinishedRuns(bench);
  const leases = leasesOf(bench, owner);
  const [first, ...rest] = [...runs].sort((a, b) => rank(a, leases(a.key)) - rank(b, leases(b.key)));
  const others = [...rest.map(otherRun), ...unreadable.map(unreadableRun)];
  if (first !== undefined) {
    const stored = await bench.store.get(first.key);
    if (stored !== null) return { ...(await decideRun(bench, stored, leases(first.key), options)), others };
  }
  const [damaged] = unreadable;
  return damaged === undefined ? nothingToResume : { ...decideUnreadable(bench, damaged), others: others.slice(1) };
}

/** One's own comes first, then those in use; within a rank the newest stays first. */
function rank({ place }: Summary, lease: LeaseView): number {
  if (lease.state === 'mine') return 0;
  return place === 'live' ? 1 : 2;
}

/**
 * Lists what is unfinished, the most recently changed first.
 * @param bench the store and the circumstances
 * @param family only of this family
 * @returns the runs, and those that cannot be read
 */
export async function unfinishedRuns(
  bench: Workbench,
  family?: Key['family'],
): Promise<{ readonly runs: readonly Summary[]; readonly unreadable: readonly Unreadable[] }> {
  const unreadable = new Map<string, Unreadable>();
  const filter = {
    places: offered,
    unfinished: true,
    ...(family === undefined ? {} : { family }),
    onUnreadable: (key: Key, error: PawlError) => void unreadable.set(keyText(key), { key, error }),
  };
  let runs = await summariesOf(bench, filter);
  // A file that cannot be read is in no catalogue: before "nothing" is said, every file is looked at.
  if (runs.length === 0) runs = await summariesOf(bench, { ...filter, exact: true });
  return { runs, unreadable: [...unreadable.values()] };
}

async function decideNamed(bench: Workbench, ref: string, options: DecideOptions & { owner: Owner }): Promise<Decision> {
  const found = await lookUp(bench, ref);
  if ('error' in found) return decideUnreadable(bench, found);
  return decideRun(bench, found, leaseOf(bench, found.key, options.owner), options);
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
    for (const key of keysOfRef(ref)) {
      try {
        await bench.store.get(key);
      } catch (own) {
        if (isPawlError(own)) return { key, error: own };
      }
    }
    throw error;
  }
}

/**
 * Decides about one run that can be read.
 * @param bench the store and the circumstances
 * @param stored its newest revision
 * @param lease who works on it
 * @param options when it counts as old
 * @returns the decision; `nothing` when it is finished or was taken away
 */
export async function decideRun(
  bench: Workbench,
  stored: Stored,
  lease: LeaseView = noLease,
  options: DecideOptions = {},
): Promise<Decision> {
  const { key, place, revision, state } = stored;
  const family = familyOf(bench, key);
  const { title, status, progress, updated_at, finished } = family.overview(state);
  const path = bench.store.pathOf?.(key) ?? null;
  const about = {
    ...nothingToResume,
    ref: printableRef(key),
    family: key.family,
    title: harmlessLine(title),
    status: harmlessLine(status),
    place,
    revision,
    progress,
    updated_at,
    path,
  };
  if (finished || place === 'removed') return { ...about, reasons: [whyOver(key, status, place)] };
  const facts = await factsOf(bench, stored, lease, options.maxAgeDays ?? defaultMaxAgeDays);
  const judgement = judgeRun(facts);
  const { owner, host, pid, since } = lease.lease ?? {};
  return {
    ...about,
    ...judgement,
    from: facts.point.unit === null ? null : harmlessLine(facts.point.unit),
    holder: lease.state !== 'live' || owner === undefined ? null : { owner, host, pid, since },
    next_command: nextCommand(key, judgement.verdict),
    brief: briefOf(stored, { family, now: bench.clock() }),
  };
}

function whyOver(key: Key, status: string, place: Place): string {
  if (place === 'removed') return `${printableRef(key)} was removed; its history is kept`;
  return status === 'abandoned' ? `${printableRef(key)} was abandoned` : `${printableRef(key)} already complete`;
}

/**
 * Writes a ref that leads back to its run, whatever the name looks like.
 * @param key the run
 * @returns the ref, with its family where the name alone would mean another one
 */
export function printableRef(key: Key): string {
  const ref = refOf(key);
  const [meant] = keysOfRef(ref);
  return meant !== undefined && keyText(meant) === keyText(key) && !ref.startsWith('-') ? ref : keyText(key);
}

function nextCommand(key: Key, verdict: Decision['verdict']): string {
  const ref = shellQuote(printableRef(key));
  if (verdict === 'blocked') return `pawl show ${ref}`;
  return verdict === 'resume' ? `pawl resume ${ref} --auto` : `pawl resume ${ref}`;
}

function otherRun({ key, overview }: Summary): OtherRun {
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
