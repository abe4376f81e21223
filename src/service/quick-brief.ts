// The brief of the run at hand without opening a store: from the catalogue and the one published file. What takes more than
// that is left to `decide`.

import fs from 'node:fs';
import path from 'node:path';
import { hasWorkableShape } from '../families/command/phases.js';
import { commandOverview, commandResumePoint } from '../families/command/resume.js';
import { planPathOf } from '../families/workflow/plan.js';
import { testsPassing } from '../families/workflow/tests-passing.js';
import { workflowOverview, workflowResumePoint } from '../families/workflow/resume.js';
import { isJsonObject, type JsonObject } from '../rules/json/json.js';
import { mapIn } from '../rules/json/read-member.js';
import { type FamilyName, type Key, parseKey, refOf } from '../rules/names.js';
import { limits } from '../rules/limits.js';
import { Catalog } from '../store/file/catalog/catalog.js';
import type { Entry } from '../store/file/catalog/entry.js';
import { glance } from '../store/file/catalog/glance.js';
import { loadBytes } from '../disk/files.js';
import { ownFolder, tempFolder } from '../disk/layout.js';
import { type BriefFamily, briefOf, type BriefLook, type OtherLine } from './brief.js';
import { touchedFiles } from './journal/journal.js';
import { leaseFolder, leaseStem } from './lease/lease-names.js';
import { ageDays, minAgeDays } from './overview.js';
import { branchInWords, otherBranch } from './absent-files.js';
import { goneFiles } from './gone-files.js';
import { mayBeFromClone } from './resume/clone.js';
import { loadBinding } from './session/binding.js';
import { isGated } from './ship/is-gated.js';
import { branchAt } from './worktrees.js';

/** Who asks. */
export interface QuickQuestion {
  readonly root: string;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly session: string | null;
  /** Where they work; the current folder unless given. */
  readonly cwd?: string | null;
  /** Which agent reads it. */
  readonly reader?: BriefLook['reader'];
  /** Looks up who else works on a run, in words; asked only where someone may. */
  readonly holder: (key: Key) => string | null;
}

/** The brief; or that nothing is unfinished; or that more has to be read. */
export type QuickBrief = { readonly brief: string; readonly key: Key } | 'nothing' | 'unknown';

/** A pipeline's plan is read by a schema, and its file may have come with a clone: both take more than a moment. */
const quickFamilies: Readonly<Partial<Record<FamilyName, BriefFamily>>> = {
  command: { overview: commandOverview, resumePoint: commandResumePoint },
  workflow: { overview: workflowOverview, resumePoint: workflowResumePoint },
};

/**
 * Writes the brief of the session's run, else of the newest unfinished one.
 * @param question who asks, where
 * @returns the brief; `unknown` when a look at the catalogue is not enough
 */
export function quickBrief(question: QuickQuestion): QuickBrief {
  const { root } = question;
  const found = unfinishedEntries(root);
  if (found === null) return 'unknown';
  const bound = question.session === null ? null : (loadBinding(root, question.session)?.run ?? null);
  const entry = found.find(({ k }) => k === bound) ?? found[0];
  if (entry === undefined) return 'nothing';
  const key = parseKey(entry.k);
  const family = key === null ? undefined : quickFamilies[key.family];
  const state = key === null || family === undefined ? null : readState(root, entry);
  if (key === null || family === undefined || state === null || isGated(key)) return 'unknown';
  if (key.family === 'workflow' && mayBeStale(state, entry.o.updated_at, question.now)) return 'unknown';
  if (mayBeDoubted(root, key, state, entry, family)) return 'unknown';
  const { created, modified } = touchedFiles(root, key);
  const other = otherBranch(state, () => branchAt(root, question.cwd));
  const brief = briefOf(
    { key, state, revision: entry.r },
    {
      family,
      now: question.now,
      held: holderOf(question, key),
      branch: other === null ? null : branchInWords(other),
      touched: [...created, ...modified],
      reader: question.reader,
      others: found.filter((one) => one !== entry).flatMap(otherLine),
    },
  );
  return { brief, key };
}

/**
 * Lists what is unfinished as the catalogue knows it, the newest first.
 * @param root the project's root
 * @returns its lines; null when a file has to be read
 */
export function unfinishedEntries(root: string): readonly Entry[] | null {
  const catalog = new Catalog(path.join(root, ownFolder), path.join(root, tempFolder));
  return glance(root, catalog, { unfinished: true, places: ['live'] });
}

/** Whether a person may have to decide first: why is for `decide` to say. */
function mayBeDoubted(root: string, key: Key, state: JsonObject, { f, n, r }: Entry, family: BriefFamily): boolean {
  const pawl = mapIn(state, 'pawl');
  const tests = testsPassing(state);
  return (
    family.overview(state).status === 'failed' ||
    family.resumePoint(state).error !== null ||
    tests === 'no' ||
    tests === 'doubt' ||
    pawl['doubt'] !== undefined ||
    pawl['undated'] !== undefined ||
    pawl['repaired'] !== undefined ||
    (key.family === 'command' && !hasWorkableShape(state)) ||
    goneFiles(root, key.family, state).length > 0 ||
    mayBeFromClone(root, key, `${f}/${n}`, r)
  );
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

function otherLine({ k, o }: Entry): readonly OtherLine[] {
  const key = parseKey(k);
  return key === null ? [] : [{ ref: refOf(key), overview: o }];
}

/** Null when the file is not there, or is none that can be told about as it stands. */
function readState(root: string, { f, n, s }: Entry): JsonObject | null {
  if (s < 0 || s > limits.maxBytes) return null;
  return parseObject(path.join(root, f, n));
}

/** Who works is looked up only where somebody may: most runs have no lease, a released one, or the session's own. */
function holderOf({ root, session, holder }: QuickQuestion, key: Key): string | null {
  const stem = `${leaseStem(key)}.`;
  const own = namesIn(`${root}/${leaseFolder}`).filter((name) => name.startsWith(stem) && name.endsWith('.json'));
  const generations = own
    .map((name) => name.slice(stem.length, -'.json'.length))
    .filter((one) => /^\d{1,12}$/.test(one));
  if (generations.length === 0) return null;
  const newest = Math.max(...generations.map(Number));
  const lease = parseObject(`${root}/${leaseFolder}/${stem}${newest}.json`);
  const isOver = lease?.['released'] === true || (session !== null && lease?.['owner'] === `session ${session}`);
  return isOver ? null : holder(key);
}

function namesIn(folder: string): readonly string[] {
  try {
    return fs.readdirSync(folder);
  } catch {
    return [];
  }
}

/** Null when the file is not there, or is no JSON object. */
function parseObject(file: string): JsonObject | null {
  try {
    const bytes = loadBytes(file);
    const value: unknown = bytes === null ? null : JSON.parse(bytes.toString('utf8'));
    return isJsonObject(value) ? value : null;
  } catch {
    return null;
  }
}
