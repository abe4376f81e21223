// What the last weeks were like: work per day, failures, waits, and what resuming has saved. Pure, but for the one
// function that looks through the runs of a project.

import type { Key } from '../base/names.js';
import { counted, timeOf } from '../base/text.js';
import type { Revision, Store, Stored } from '../store/store.js';
import type { RunLine } from './list.js';
import { type Project, formats } from './project.js';
import type { RunTrace } from './trace.js';

/** What the last weeks were like. */
export interface Stats {
  /** The last 30 days, the oldest first: runs that changed, units that were completed, attempts that failed. */
  readonly days: readonly {
    readonly day: string;
    readonly runs: number;
    readonly units: number;
    readonly failures: number;
  }[];
  /** The units that failed most often in these days. */
  readonly failures: readonly { readonly unit: string; readonly count: number }[];
  /** The units before which runs stood still longest in these days. */
  readonly waits: readonly { readonly unit: string; readonly hours: number }[];
  /** Of the last seven days, and of runs that are not put away. */
  readonly resumes: number;
  /** Units that were complete already when a run was resumed. */
  readonly unitsNotRedone: number;
}

const dayMs = 86_400_000;
const shownDays = 30;
const shownUnits = 10;
/** A person who resumes a run and the session that does it are one resume. */
const togetherMs = 10 * 60_000;

/** Finds the revisions by which a run was resumed; has to see all of them, the oldest first. */
export class Resumes {
  readonly #sessions = new Set<string>();
  #last = Number.NEGATIVE_INFINITY;

  /** True for the first revision of another session, and when somebody resumed a run that had failed. */
  see({ revision, event, actor, at }: Revision): boolean {
    const { session = /^session (.+)$/s.exec(actor)?.[1] } = event.args ?? {};
    const isOther = typeof session === 'string' && !this.#sessions.has(session) && revision > 1;
    if (typeof session === 'string') this.#sessions.add(session);
    if (!isOther && event.name !== 'resume' && event.name !== 'retry') return false;
    const time = timeOf(at);
    const isSame = time - this.#last < togetherMs;
    this.#last = time;
    return !isSame;
  }
}

/** How many units a resume did not have to do again; null when the run before it had nothing left to resume. */
export function unitsKept({ key, state, place }: Stored): number | null {
  const { isFinished, units } = formats[key.family].overview(state);
  if (isFinished || place === 'archived' || place === 'removed') return null;
  return units.filter(({ status }) => status === 'complete' || status === 'skipped').length;
}

function add(to: Map<string, number>, unit: string, much: number): void {
  to.set(unit, (to.get(unit) ?? 0) + much);
}

function most(of: ReadonlyMap<string, number>): [string, number][] {
  return [...of].sort((a, b) => b[1] - a[1] || a[0].localeCompare(b[0])).slice(0, shownUnits);
}

/** Adds up what the traces of all runs tell. */
export function statsOf(traces: Iterable<RunTrace>, now: Date): Stats {
  const days = new Map(
    Array.from({ length: shownDays }, (_, ago) => [
      dayOf(now.getTime() - (shownDays - 1 - ago) * dayMs),
      { runs: 0, units: 0, failures: 0 },
    ]),
  );
  const isShown = (at: string): boolean => days.has(dayOf(timeOf(at)));
  const failures = new Map<string, number>();
  const waits = new Map<string, number>();
  let [resumes, unitsNotRedone] = [0, 0];
  for (const { head, days: changed, attempts, waits: waited, resumes: resumed } of traces) {
    for (const day of changed) count(days.get(day), 'runs');
    for (const { unit, to, status } of attempts) {
      if (to === null || !isShown(to) || (status !== 'failed' && status !== 'complete')) continue;
      count(days.get(dayOf(timeOf(to))), status === 'failed' ? 'failures' : 'units');
      if (status === 'failed') add(failures, unit, 1);
    }
    for (const { unit, at, ms } of waited) if (isShown(at)) add(waits, unit, ms);
    const isThere = head?.place === 'live' || head?.place === 'failed';
    const recent = resumed.filter(({ at }) => isThere && isThisWeek(at, now));
    resumes += recent.length;
    unitsNotRedone += recent.reduce((sum, { units }) => sum + units, 0);
  }
  return {
    days: [...days].map(([day, { runs, units, failures: failed }]) => ({ day, runs, units, failures: failed })),
    failures: most(failures).map(([unit, count]) => ({ unit, count })),
    waits: most(waits).map(([unit, ms]) => ({ unit, hours: Math.round(ms / 360_000) / 10 })),
    resumes,
    unitsNotRedone,
  };
}

function count(
  day: Record<'runs' | 'units' | 'failures', number> | undefined,
  what: 'runs' | 'units' | 'failures',
): void {
  if (day !== undefined) day[what]++;
}

const two = (number: number): string => String(number).padStart(2, '0');

/** The day of a time where this machine stands: `2026-01-29`. */
export function dayOf(ms: number): string {
  const date = new Date(ms);
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

function isThisWeek(at: string, now: Date): boolean {
  return now.getTime() - timeOf(at) <= 7 * dayMs;
}

export type Saved = Pick<Stats, 'resumes' | 'unitsNotRedone'>;

/** `This week: 14 resumes, 37 units not redone.` Empty when nothing was resumed. */
export function savedText({ resumes, unitsNotRedone }: Saved): string {
  return resumes === 0
    ? ''
    : `This week: ${counted(resumes, 'resume')}, ${counted(unitsNotRedone, 'unit')} not redone.`;
}

/** What resuming has saved in the last seven days. Looks only at the runs that changed since, to stay quick. */
export async function savedThisWeek({ store, now }: Project, runs: readonly RunLine[]): Promise<Saved> {
  let [resumes, unitsNotRedone] = [0, 0];
  for (const { key, updatedAt, problem } of runs) {
    if (problem !== undefined || updatedAt === null || !isThisWeek(updatedAt, now())) continue;
    for (const { at, revision } of await resumedAt(store, key)) {
      const before = isThisWeek(at, now()) ? await store.revision(key, revision - 1) : null;
      const units = before === null ? null : unitsKept(before);
      if (units === null) continue;
      resumes++;
      unitsNotRedone += units;
    }
  }
  return { resumes, unitsNotRedone };
}

async function resumedAt(store: Store, key: Key): Promise<readonly Revision[]> {
  const resumes = new Resumes();
  return (await store.history(key)).toReversed().filter((revision) => resumes.see(revision));
}
