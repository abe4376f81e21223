// The page's only source of data: the server's API, or the run inside an exported file.

import { diffStates } from '../../base/diff.js';
import type {
  Action,
  ActionAnswer,
  DiffAnswer,
  ErrorAnswer,
  Exported,
  HistoryAnswer,
  RunAnswer,
  RunsAnswer,
} from '../api.js';

/** An answer that failed, or none. */
export class ApiError extends Error {
  readonly code: string;
  readonly hint: string | undefined;

  constructor({ code, message, hint }: ErrorAnswer['error']) {
    super(message);
    this.code = code;
    this.hint = hint;
  }
}

/** The run inside an exported file; null on the server's page. */
export const exported: Exported | null = readExported();

function readExported(): Exported | null {
  const text = document.querySelector('script#pawl-data')?.textContent;
  if (text === undefined || text === null) return null;
  const value: Exported = JSON.parse(text);
  return value;
}

let token = '';

/** Takes the token out of the address: it stays in memory only. */
export function takeToken(): void {
  const [part, found] = /token=([^&]*)&?/.exec(location.hash) ?? [];
  if (part === undefined || found === undefined) {
    token = exported === null ? (sessionStorage.getItem('token') ?? token) : token; // after a reload of this tab
    return;
  }
  token = decodeURIComponent(found);
  sessionStorage.setItem('token', token);
  const rest = location.hash.replace(part, '').replace(/[?&]$/, '');
  history.replaceState(null, '', rest === '#' ? '#/runs' : rest);
}

/** @param all also deleted runs */
export function getRuns(all: boolean): Promise<RunsAnswer> {
  return exported === null ? request(all ? '/api/runs?all=1' : '/api/runs') : Promise.resolve(exported.runs);
}

/** @param revision the newest one when it is null */
export async function getRun(ref: string, revision: number | null): Promise<RunAnswer> {
  if (exported === null) return request(pathOf(ref, revision === null ? '' : `?revision=${revision}`));
  const run = exported.run[revision ?? exported.history.revisions[0]?.revision ?? 0];
  if (run === undefined) throw new ApiError({ code: 'not-found', message: `This file has no revision ${revision}` });
  return run;
}

export function getHistory(ref: string): Promise<HistoryAnswer> {
  return exported === null ? request(pathOf(ref, '/history')) : Promise.resolve(exported.history);
}

export async function getDiff(ref: string, from: number, to: number): Promise<DiffAnswer> {
  if (exported === null) return request(pathOf(ref, `/diff?from=${from}&to=${to}`));
  const [before, after] = [exported.run[from]?.document ?? {}, exported.run[to]?.document ?? {}];
  return { from, to, differences: diffStates(before, after), redo: '' };
}

export function postAction(ref: string, action: Action): Promise<ActionAnswer> {
  return request(pathOf(ref, ''), { method: 'POST', body: JSON.stringify(action) });
}

const pathOf = (ref: string, rest: string): string => `/api/runs/${encodeURIComponent(ref)}${rest}`;

async function request<T>(path: string, init: RequestInit = {}): Promise<T> {
  const headers = { 'content-type': 'application/json', 'x-pawl-token': token };
  const response = await fetch(path, { ...init, headers, cache: 'no-store' }).catch(() => null);
  if (response === null) {
    const hint = 'It may have been stopped. Start `pawl ui` again and open the address that it prints.';
    throw new ApiError({ code: 'unreachable', message: 'pawl ui does not answer', hint });
  }
  if (response.status === 401 || response.status === 403) {
    const hint = 'The address holds a token that a reload forgets. Open the address that `pawl ui` printed.';
    const answer = await readError(response);
    throw token === '' ? new ApiError({ code: 'no-token', message: 'This page has no token', hint }) : answer;
  }
  if (!response.ok) throw await readError(response);
  const body: T = await response.json();
  return body;
}

async function readError(response: Response): Promise<ApiError> {
  const fallback = { code: 'internal', message: `pawl ui answered ${response.status}` };
  const body: ErrorAnswer = await response.json().catch(() => ({ error: fallback }));
  return new ApiError(body.error);
}

/**
 * Follows the store's changes until the page is closed; comes back after interruptions.
 * @param onChange called for every change, and after a reconnection
 * @param onLive whether the stream is open
 */
export async function follow(onChange: () => void, onLive: (isLive: boolean) => void): Promise<never> {
  for (let pause = 500; ; pause = Math.min(pause * 2, 15_000)) {
    const response = await fetch('/api/events', { headers: { 'x-pawl-token': token } }).catch(() => null);
    if (response?.ok === true && response.body !== null) {
      onLive(true);
      onChange();
      pause = 500;
      await readEvents(response.body, onChange).catch(() => undefined);
    }
    onLive(false);
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

/** Comment lines keep the connection open and mean nothing; every `data:` line is a change. */
async function readEvents(body: ReadableStream<Uint8Array>, onChange: () => void): Promise<void> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const lines = (rest + decoder.decode(value, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    if (lines.some((line) => line.startsWith('data:'))) onChange();
  }
}
