// The brief of the run at hand without opening a store: from the catalogue and the one published file. It is the run that
// `decide` would choose, with the doubts that it would have; what takes more than that is left to `decide`.

import fs from 'node:fs';
import { ensureFolder } from '../disk/folders.js';
import { loadObject } from '../disk/load-object.js';
import { hasWorkableShape, isNewerCommand } from '../families/command/phases.js';
import { commandOverview, commandResumePoint } from '../families/command/resume.js';
import { isNewerThanKnown } from '../families/workflow/migrate.js';
import { planPathOf } from '../families/workflow/plan.js';
import { workflowOverview, workflowResumePoint } from '../families/workflow/resume.js';
import type { JsonObject } from '../rules/json/json.js';
import { type FamilyName, type Key, keyText } from '../rules/names.js';
import type { Entry } from '../store/file/catalog/entry.js';
import type { Summary } from '../store/store.js';
import { branchInWords } from './absent-files.js';
import { briefOf, type BriefLook } from './brief.js';
import { allFresh } from './evidence/stale-results.js';
import { glanceAtEntries, toSummary } from './glance.js';
import { touchedFiles } from './journal/journal.js';
import { leaseFolder, leaseStem } from './lease/lease-names.js';
import { leasesOf } from './lease/leases.js';
import type { Owner } from './lease/owner.js';
import { sessionOwner } from './lease/session-owner.js';
import { ageDays, maxAgeDays, minAgeDays } from './overview.js';
import { inOrder, isGivenUp, mayBeGivenUp, offeredPlaces, otherRun } from './resume/choose-run.js';
import { mayBeFromClone } from './resume/clone.js';
import { type DecidedFamily, factsWith } from './resume/facts.js';
import { doubtsOf } from './resume/judge/doubts.js';
import { noWaits } from './resume/judge/judge.js';
import { loadBinding, tellOthers } from './session/binding.js';
import { type Beginning, goOn } from './session/go-on.js';
import { isGated } from './ship/is-gated.js';
import { branchAt } from './worktrees.js';

/** Who asks. */
export interface QuickQuestion {
  readonly root: string;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly session: string | null;
  /** How the session began: startup, resume, clear, compact, fork. */
  readonly source: string;
  /** Where they work; the current folder unless given. */
  readonly cwd?: string | null;
  /** Which agent reads it. */
  readonly reader?: BriefLook['reader'];
  /** Who the session is: that takes a look at processes, and is asked only where it matters. */
  readonly owner: () => Owner;
}

/** Goes on with the run where that is safe, and writes its brief; or nothing is unfinished; or more has to be read. */
export type QuickBrief = (() => string) | 'nothing' | 'unknown';

/** What pawl stored was checked before. */
const noProblems = (): readonly [] => [];
/** A pipeline's plan is read by a schema, and its file may have come with a clone: both take more than a moment. */
const quickFamilies: Readonly<Partial<Record<FamilyName, DecidedFamily>>> = {
  command: { overview: commandOverview, resumePoint: commandResumePoint, check: noProblems },
  workflow: { overview: workflowOverview, resumePoint: workflowResumePoint, check: noProblems },
};
/** By these came what nobody checked: of other tools, of git, of an older state. */
const unchecked: ReadonlySet<string> = new Set(['adopted', 'edited', 'switched', 'restored', 'forked', 'repaired']);

/**
 * Looks at the session's run, else at its own or the newest unfinished one. Changes nothing.
 * @param question who asks, where
 * @returns `unknown` when a look at the catalogue is not enough
 */
export function quickBrief(question: QuickQuestion): QuickBrief {
  const { root, now, session, source } = question;
  const entries = glanceAtEntries(root, { places: offeredPlaces, unfinished: true });
  const found = entries === null ? null : offeredRuns(root, entries);
  if (found === null) return 'unknown';
  const known = session === null ? null : (loadBinding(root, session)?.run ?? null);
  const bound = found.find(({ key }) => keyText(key) === known)?.key ?? null;
  const begins = once((): Beginning => {
    const owner = question.owner();
    return { owner, leases: leasesOf({ root, clock: () => now }, owner), source };
  });
  const [first, ...others] = inOrder(found, (key) => begins().leases.isMine(key), bound);
  if (first === undefined) return 'nothing';
  const { key, place, revision, path } = first;
  const event = { name: entries?.find(({ k }) => k === keyText(key))?.e ?? 'adopted' };
  const family = quickFamilies[key.family];
  const state = path === null || unchecked.has(event.name) ? null : loadObject(path);
  if (path === null || family === undefined || state === null || isGated(key)) return 'unknown';
  if (key.family === 'workflow' && mayBeStale(state, first.overview.updated_at, now)) return 'unknown';
  if (key.family === 'command' ? isNewerCommand(state) || !hasWorkableShape(state) : isNewerThanKnown(state))
    return 'unknown';
  if (mayBeFromClone(root, key, path, revision)) return 'unknown';
  const scene = { root, now, family, path, head: () => null, branch: () => branchAt(root, question.cwd) };
  const facts = factsWith(scene, { key, state, place, revision, notices: [], event }, { ...plain, maxAgeDays });
  if (doubtsOf(facts).length > 0) return 'unknown';
  const isKept = bound !== null && source !== 'resume' && isOwn(root, key, session);
  return () => {
    const lease = isKept ? null : goOn({ root, clock: () => now }, begins(), key, others);
    tellOthers({ root, clock: () => now }, session, [key, ...others.map((one) => one.key)]);
    const { created, modified } = touchedFiles(root, key);
    return briefOf(
      { key, state, revision },
      {
        family,
        now,
        held: lease?.state === 'live' ? (lease.reason ?? 'someone else') : null,
        branch: facts.otherBranch === null ? null : branchInWords(facts.otherBranch),
        touched: [...created, ...modified],
        reader: question.reader,
        others: others.map(otherRun).map(({ ref, ...overview }) => ({ ref, overview })),
      },
    );
  };
}

/** Who holds the run is asked when all else is well. */
const plain = {
  lease: { state: 'free', lease: null, reason: null },
  isFromClone: false,
  stale: allFresh,
  waits: noWaits,
  shipGate: null,
  planChange: null,
} as const;

/** Null when it takes more than a look to tell what failed for good. */
function offeredRuns(root: string, entries: readonly Entry[]): readonly Summary[] | null {
  const runs: Summary[] = [];
  for (const entry of entries) {
    const run = toSummary(root, entry);
    if (run === null) continue;
    if (mayBeGivenUp(run) && entry.e === undefined) return null;
    if (!mayBeGivenUp(run) || !isGivenUp(run, entry.e)) runs.push(run);
  }
  return runs;
}

/**
 * Tells whether more has to be known of a workflow: a plan has to be compared, and whether an age is too much has to be
 * looked up.
 * @param state the workflow
 * @param updatedAt when it last changed, ISO 8601
 * @param now the time, in milliseconds since 1970
 * @returns false when it is neither old nor depends on a plan
 */
export function mayBeStale(state: JsonObject, updatedAt: string | null, now: number): boolean {
  return planPathOf(state) !== null || ageDays(updatedAt, now) > minAgeDays;
}

/**
 * Makes something when it is first asked for.
 * @param make makes it
 * @returns gives it
 */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

/** Most sessions hold the run that they are bound to; a look at the newest lease tells, and all else is left to `leasesOf`. */
function isOwn(root: string, key: Key, session: string | null): boolean {
  const stem = `${leaseStem(key)}.`;
  const names = ensureFolder(root, leaseFolder, null) ? fs.readdirSync(`${root}/${leaseFolder}`) : [];
  const own = names.filter((name) => name.startsWith(stem) && name.endsWith('.json'));
  const newest = Math.max(...own.map((name) => Number(name.slice(stem.length, -'.json'.length))));
  const lease = newest > 0 ? loadObject(`${root}/${leaseFolder}/${stem}${newest}.json`) : null;
  return session !== null && lease?.['released'] === false && lease['owner'] === sessionOwner(session);
}
