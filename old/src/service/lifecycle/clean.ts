// Cleaning up: old workflows are put away, old histories packed, old code and leftovers collected. Never a live run, and
// never a history: whatever is put away here can be brought back.

import fs from 'node:fs';
import { presentForm } from '../../families/workflow/index.js';
import { isPawlError } from '../../rules/errors.js';
import { type Key, type Place, refOf } from '../../rules/names.js';
import type { Stored, Summary } from '../../store/store.js';
import { ageDays } from '../checkpoint.js';
import { codeRefs } from '../code/repository.js';
import { rewrite } from '../history/rewrite.js';
import { isSilent } from '../lease/lease.js';
import { sweepForgotten } from '../lease/lease-files.js';
import { leasesOf, type LeaseView } from '../lease/leases.js';
import { everyPlace } from '../refs.js';
import { summariesOf } from '../runs.js';
import { familyOf, type Workbench } from '../workbench.js';
import { type AgeLimits, agesOf, days, defaultLimits, judgeAge, type Verdict } from './ages.js';
import { collectOldCode } from './old-code.js';

export interface CleanOptions {
  /** See `AgeLimits`; seed 004's unless given. */
  readonly maxAgeDays?: number | undefined;
  readonly failedDays?: number | undefined;
  /** Only tell what would be done. */
  readonly dryRun?: boolean | undefined;
  /** Completed runs older than this are not looked at for packing; for the daily clean-up, which was there before. */
  readonly packUpToDays?: number | undefined;
}

/** A run that was put away. */
export interface Cleaned {
  readonly ref: string;
  readonly from: Place;
  readonly to: Place;
  readonly ageDays: number;
  readonly reason: string;
}

export interface CleanReport {
  readonly dryRun: boolean;
  readonly limits: AgeLimits;
  readonly moved: readonly Cleaned[];
  /** Runs whose history was packed. */
  readonly packed: readonly string[];
  /** Refs of code snapshots that went. */
  readonly code: readonly string[];
  /** Leftovers of killed processes. */
  readonly swept: readonly string[];
  /** Old runs that stay, and why. */
  readonly kept: readonly { readonly ref: string; readonly why: string }[];
}

/** A smaller log takes no less room when it is packed. */
const packFromBytes = 16 * 1024;

/**
 * Cleans up.
 * @param bench the store and the circumstances
 * @param options limits; whether it is only a rehearsal
 * @returns what was done
 */
export async function cleanUp(bench: Workbench, options: CleanOptions = {}): Promise<CleanReport> {
  const { dryRun = false } = options;
  const limits = {
    maxAgeDays: options.maxAgeDays ?? defaultLimits.maxAgeDays,
    failedDays: options.failedDays ?? defaultLimits.failedDays,
  };
  const leases = leasesOf(bench);
  const moved: Cleaned[] = [];
  const kept: { ref: string; why: string }[] = [];
  const packed: string[] = [];
  const all = await summariesOf(bench, { places: everyPlace, exact: true });
  for (const summary of all) {
    const { key } = summary;
    const lease = leases.of(key);
    const isHeld = isAtWork(lease, bench.clock());
    const outcome = await attempt(kept, key, async () => {
      const verdict = await judge(bench, summary, limits);
      if (typeof verdict === 'string') {
        kept.push({ ref: refOf(key), why: verdict });
        return null;
      }
      if (verdict === null) return isHeld ? null : pack(bench, summary, limits, options);
      if (!isHeld) return move(bench, summary, verdict, limits, dryRun);
      kept.push({ ref: refOf(key), why: lease.reason ?? 'this session works on it' });
      return null;
    });
    if (outcome === 'packed') packed.push(refOf(key));
    else if (outcome !== null) moved.push(outcome);
  }
  const code = await collectIfGit(kept, () => collectOldCode(bench, all, limits, dryRun));
  const swept = dryRun ? [] : [...(bench.store.sweep?.() ?? []), ...sweepForgotten(bench.root, bench.clock())];
  return { dryRun, limits, moved, packed, code, swept, kept };
}

/** Where git does not work there is nothing to collect with, and everything else is cleaned up all the same. */
async function collectIfGit(
  kept: { ref: string; why: string }[],
  collect: () => Promise<readonly string[]>,
): Promise<readonly string[]> {
  try {
    return await collect();
  } catch (error) {
    if (!isPawlError(error, 'git-failed')) throw error;
    kept.push({ ref: codeRefs, why: `snapshots of the code: ${error.message}` });
    return [];
  }
}

/** One's own lease counts as long as one shows oneself: what was begun weeks ago in the same shell is over. */
function isAtWork({ state, lease }: LeaseView, now: number): boolean {
  return state === 'live' || (state === 'mine' && lease !== null && !isSilent(Date.parse(lease.beat), now));
}

/** One run that cannot be read or written must not keep the others from being cleaned up. */
async function attempt<T>(
  kept: { ref: string; why: string }[],
  key: Key,
  work: () => Promise<T | null>,
): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    if (!isPawlError(error) || error.code === 'closed') throw error;
    kept.push({ ref: refOf(key), why: error.message });
    return null;
  }
}

/** Gives what is to become of a run, or why it stays although it seems old; null when it is not old. */
async function judge(bench: Workbench, summary: Summary, limits: AgeLimits): Promise<Verdict | string | null> {
  const { key, place, overview } = summary;
  const isCandidate = key.family === 'workflow' && (place === 'live' || place === 'failed');
  const isYoung =
    place === 'live' &&
    overview.updated_at !== null &&
    ageDays(overview.updated_at, bench.clock()) <= limits.maxAgeDays;
  const stored = isCandidate && !isYoung ? await bench.store.get(key) : null;
  if (stored === null) return null;
  const verdict = verdictOn(bench, stored, limits);
  if (verdict !== null) return isDrifted(bench, stored) ? 'it has drifted: `pawl doctor` explains it' : verdict;
  if (place !== 'live' || overview.updated_at === null) return null;
  // `pawl status` and `pawl resume` go by what it says itself.
  const { said, touched } = agesOf(stored, overview, bench.clock(), writtenAt(bench, stored));
  return `its updated_at is ${days(said)} old, but it was touched ${days(touched)} ago`;
}

/** What it says about its age may be as wrong as the rest, and from the archive it could not be taken up: doctor comes first. */
function isDrifted(bench: Workbench, { key, state }: Stored): boolean {
  const doc = presentForm(state);
  const family = familyOf(bench, key);
  return !family.isNewer(doc) && family.check(doc, { idPattern: bench.idPattern }).length > 0;
}

function verdictOn(bench: Workbench, stored: Stored, limits: AgeLimits): Verdict | null {
  const { key, state } = stored;
  return judgeAge(stored, familyOf(bench, key).overview(state), limits, bench.clock(), writtenAt(bench, stored));
}

function writtenAt(bench: Workbench, { key, place }: Stored): number | null {
  const file = bench.store.pathOf?.(key, place) ?? null;
  return file === null ? null : (fs.statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? null);
}

/** Thrown out of an update when the run was taken up again in that very moment. */
class TakenUp extends Error {}

async function move(
  bench: Workbench,
  { key, place: from }: Summary,
  verdict: Verdict,
  limits: AgeLimits,
  dryRun: boolean,
): Promise<Cleaned | null> {
  const cleaned = { ref: refOf(key), from, ...verdict };
  if (dryRun) return cleaned;
  try {
    await rewrite(bench, key, (current) => {
      const now = current === null ? null : verdictOn(bench, current, limits);
      if (current === null || now === null) throw new TakenUp();
      const name = now.to === 'removed' ? 'deleted' : 'archived';
      return { state: current.state, place: now.to, event: { name, args: { reason: now.reason } } };
    });
    return cleaned;
  } catch (error) {
    if (error instanceof TakenUp) return null;
    throw error;
  }
}

/** Seed 000's compression: what is over takes little room. */
async function pack(
  { store, clock }: Workbench,
  { key, place, overview }: Summary,
  limits: AgeLimits,
  { dryRun = false, packUpToDays = Number.POSITIVE_INFINITY }: CleanOptions,
): Promise<'packed' | null> {
  const isOver = overview.finished || place === 'archived' || place === 'removed';
  const age = ageDays(overview.updated_at, clock());
  if (!isOver || age <= limits.maxAgeDays || age > packUpToDays) return null;
  return (await store.pack?.(key, { fromBytes: packFromBytes, dryRun })) === true ? 'packed' : null;
}
