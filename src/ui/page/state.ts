// What the page shows: the address, and the answers that belong to it.

import { batch, computed, effect, signal } from '@preact/signals';
import { timeOf } from '../../base/text.js';
import type { DiffAnswer, HistoryAnswer, RunAnswer, RunSummary, RunsAnswer } from '../api.js';
import { ApiError, exported, follow, getDiff, getHistory, getRun, getRuns } from './client.js';

export interface Filters {
  readonly q: string;
  readonly family: string;
  readonly status: string;
  /** Days; empty for any age. */
  readonly age: string;
}
export const noFilters: Filters = { q: '', family: '', status: '', age: '' };

/** Where the page is. Everything in it stands in the address. */
export type Route =
  | { readonly page: 'runs'; readonly filters: Filters }
  | {
      readonly page: 'run';
      readonly ref: string;
      /** Null for the newest one. */
      readonly revision: number | null;
      /** What it is compared with; null for the revision before it. */
      readonly from: number | null;
    };

export const route = signal<Route>({ page: 'runs', filters: noFilters });
export const runs = signal<RunsAnswer | null>(null);
/** The newest revision of the open run, and the one that is shown. */
export const newest = signal<RunAnswer | null>(null);
export const shown = signal<RunAnswer | null>(null);
/** Newest first. */
export const revisions = signal<HistoryAnswer['revisions']>([]);
export const diff = signal<DiffAnswer | null>(null);
/** What going back to the shown revision would mean. */
export const redo = signal('');
export const failure = signal<ApiError | null>(null);
export const isLive = signal<boolean | null>(null);
export const now = signal(Date.now());

export const canAct = computed(() => exported === null && runs.value?.isReadOnly === false);
export const waitingCount = computed(() => runs.value?.runs.filter((run) => run.waiting !== null).length ?? 0);

function readRoute(): Route {
  const [path = '', query = ''] = location.hash.slice(1).split('?');
  const params = new URLSearchParams(query);
  const number = (name: string): number | null => Number(params.get(name)) || null;
  if (exported !== null || path.startsWith('/run/')) {
    const ref = exported?.runs.runs[0]?.ref ?? decodeURIComponent(path.slice('/run/'.length));
    return { page: 'run', ref, revision: number('revision'), from: number('from') };
  }
  const get = (name: string): string => params.get(name) ?? '';
  return { page: 'runs', filters: { q: get('q'), family: get('family'), status: get('status'), age: get('age') } };
}

/** Writes a route as the page's address. */
export function addressOf(to: Route): string {
  const values =
    to.page === 'runs' ? Object.entries(to.filters) : [['revision', to.revision] as const, ['from', to.from] as const];
  const params = new URLSearchParams();
  for (const [name, value] of values) if (value !== '' && value !== null) params.set(name, String(value));
  const path = to.page === 'runs' ? '#/runs' : `#/run/${encodeURIComponent(to.ref)}`;
  return params.size === 0 ? path : `${path}?${params}`;
}

export const runAddress = (ref: string): string => addressOf({ page: 'run', ref, revision: null, from: null });

/** Changes the address in place: filters and revisions are no steps of the browser's history. */
export function replaceRoute(to: Route): void {
  history.replaceState(null, '', addressOf(to));
  route.value = to;
}

/** Shows a revision of the open run, compared with another one; null for the newest and for the one before. */
export function showRevision(revision: number | null, from: number | null = null): void {
  const at = route.peek();
  if (at.page === 'run') replaceRoute({ ...at, revision, from });
}

/** Goes to a revision, or some steps further from the one that is shown: keys come faster than the page is drawn. */
export function goToRevision(to: number | { readonly step: number }): void {
  const [top, first] = [revisions.peek()[0]?.revision ?? 0, revisions.peek().at(-1)?.revision ?? 0];
  const at = route.peek();
  const from = (at.page === 'run' ? at.revision : null) ?? top;
  const wanted = Math.max(first, Math.min(top, typeof to === 'number' ? to : from + to.step));
  if (wanted !== from) showRevision(wanted === top ? null : wanted);
}

/** Keeps the objects of runs that did not change, so that their rows are not drawn again. */
export async function loadRuns(): Promise<void> {
  try {
    const at = route.peek();
    const answer = await getRuns(at.page === 'runs' && at.filters.status === 'deleted');
    const known = new Map(runs.peek()?.runs.map((run) => [run.ref, run]));
    const same = (run: RunSummary): RunSummary => {
      const before = known.get(run.ref);
      return before !== undefined && JSON.stringify(before) === JSON.stringify(run) ? before : run;
    };
    batch(() => {
      runs.value = { ...answer, runs: answer.runs.map(same) };
      if (route.peek().page === 'runs') failure.value = null;
    });
  } catch (error) {
    failure.value = toApiError(error);
  }
}

/** Answers about old revisions never change. */
const knownRevisions = new Map<string, Promise<RunAnswer>>();

function getOldRevision(ref: string, revision: number): Promise<RunAnswer> {
  const name = `${revision} ${ref}`;
  const answer = knownRevisions.get(name) ?? getRun(ref, revision);
  if (knownRevisions.size > 200) knownRevisions.clear();
  knownRevisions.set(name, answer);
  answer.catch(() => knownRevisions.delete(name));
  return answer;
}

let latest = 0;

/** Loads what the address of a run asks for; an answer that is not wanted any more is dropped. */
export async function loadRun(isChanged = true): Promise<void> {
  const at = route.peek();
  if (at.page !== 'run') return;
  const ticket = ++latest;
  try {
    const [head, past] =
      isChanged || newest.peek() === null
        ? await Promise.all([getRun(at.ref, null), getHistory(at.ref)])
        : [newest.peek(), { revisions: revisions.peek() }];
    const top = past.revisions[0]?.revision ?? 0;
    const revision = at.revision === null || at.revision >= top ? null : at.revision;
    const to = revision ?? top;
    const [run, change, back] = await Promise.all([
      revision === null ? head : getOldRevision(at.ref, revision),
      getDiff(at.ref, at.from ?? Math.max(0, to - 1), to).catch(() => null),
      revision === null ? null : getDiff(at.ref, revision, top).catch(() => null),
    ]);
    if (ticket !== latest) return;
    batch(() => {
      [newest.value, shown.value, revisions.value] = [head, run, past.revisions];
      [diff.value, redo.value, failure.value] = [change, back?.redo ?? '', null];
    });
  } catch (error) {
    if (ticket === latest) failure.value = toApiError(error);
  }
}

function toApiError(error: unknown): ApiError {
  return error instanceof ApiError ? error : new ApiError({ code: 'internal', message: String(error) });
}

/** Loads everything that is shown again. */
export function loadNewest(): void {
  void loadRuns();
  void loadRun();
}

function after(ms: number, call: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return () => {
    timer ??= setTimeout(() => ((timer = undefined), call()), ms);
  };
}

const goTo = (): void => void (route.value = readRoute());

/** Follows the address and the store until the page is closed. */
export function startState(): void {
  addEventListener('hashchange', goTo);
  goTo();
  let ref: string | null = null;
  const loadSoon = after(40, () => void loadRun(false)); // an arrow key that is held down repeats faster than answers come
  effect(() => {
    const at = route.value;
    const next = at.page === 'run' ? at.ref : null;
    const isOther = next !== ref;
    ref = next;
    if (at.page === 'runs' && at.filters.status === 'deleted') void loadRuns();
    if (!isOther) return loadSoon();
    batch(() => {
      [newest.value, shown.value, revisions.value] = [null, null, []];
      [diff.value, failure.value] = [null, null];
    });
    void loadRun();
  });
  void loadRuns();
  setInterval(() => (now.value = Date.now()), 10_000);
  if (exported === null) void follow(after(150, loadNewest), (live) => (isLive.value = live));
}

/** Where a run belongs on the front page. */
export function groupOf(run: RunSummary): 'waiting' | 'running' | 'unfinished' | 'finished' {
  if (run.waiting !== null) return 'waiting';
  if (run.isFinished || run.place === 'archived' || run.place === 'removed') return 'finished';
  return run.workers.length > 0 ? 'running' : 'unfinished';
}

/** True for runs that the filters let through. */
export function isWanted(run: RunSummary, { q, family, status, age }: Filters, time: number): boolean {
  if (family !== '' && run.family !== family) return false;
  const isAway = run.place === 'archived' || run.place === 'removed';
  if (status === 'deleted' ? !isAway : run.place === 'removed') return false;
  if (![groupOf(run), run.status, '', 'deleted'].includes(status)) return false;
  if (age !== '' && (run.updatedAt === null || time - timeOf(run.updatedAt) > Number(age) * 86_400_000)) return false;
  const words = q.toLowerCase().split(/\s+/);
  const text = [run.ref, run.title, run.status, run.current, run.next, ...run.workers.map(({ name }) => name)]
    .join(' ')
    .toLowerCase();
  return words.every((word) => text.includes(word));
}
