// Session files: what hooks saw of one conversation with an agent, in .pawl/sessions/{session}.jsonl. A hook appends one
// short line by a single write; fold.ts turns the lines into revisions of runs.

import fs from 'node:fs';
import path from 'node:path';
import { randomId } from '../base/checksum.js';
import { errnoOf } from '../base/errors.js';
import { isObject, parseJson } from '../base/json.js';
import { type Key, parseKey, safeName } from '../base/names.js';
import { ownFolder } from '../store/file/publish.js';

export type Agent = 'claude' | 'codex';

/** One thing that happened in a session. */
export type SessionEvent =
  | {
      readonly e: 'start';
      /** startup, resume, clear, compact or fork. */
      readonly source: string;
      readonly agent: Agent;
      /** The agent's process, with its start time: a pid alone is reused. */
      readonly pid?: number | undefined;
      readonly begun?: string | undefined;
      /** The folder below the root where the agent was started; empty for the root. */
      readonly folder: string;
      readonly branch: string | null;
      /** Files that were not committed then, with their checksums. */
      readonly dirty?: Readonly<Record<string, string>> | undefined;
    }
  | { readonly e: 'prompt'; readonly text: string }
  | { readonly e: 'edit'; readonly path: string; readonly how: 'created' | 'modified' }
  | { readonly e: 'task'; readonly task: string; readonly subject?: string | undefined; readonly status: string }
  | { readonly e: 'compact'; readonly summary: string }
  | { readonly e: 'error'; readonly text: string }
  | { readonly e: 'interrupt' }
  | { readonly e: 'stop'; readonly text: string; readonly background: number }
  | { readonly e: 'end'; readonly reason: string }
  /** The run that the brief was about; only offered. */
  | { readonly e: 'offer'; readonly key: string }
  /** From here on the session works on this run. Lines behind `from` that came before belong to it, too. */
  | {
      readonly e: 'bind';
      readonly key: string;
      readonly from?: number | undefined;
      /** A typed command: over a complete run it begins the next one. */
      readonly begins?: boolean | undefined;
    }
  /** What went wrong in a hook; `pawl doctor` shows it. */
  | { readonly e: 'trouble'; readonly text: string };

export type SessionLine = SessionEvent & {
  readonly at: string;
  /** The same id twice counts once: with plugin and `pawl init` together, each event comes twice. */
  readonly id?: string | undefined;
  /** Where the line ends in the file. */
  readonly end: number;
};

export interface Session {
  readonly id: string;
  /** Names this file: a later file of the same session has another one. */
  readonly file: string;
  readonly lines: readonly SessionLine[];
}

const folder = `${ownFolder}/sessions`;

function pathOf(root: string, id: string): string {
  return path.join(root, folder, `${safeName(id)}.jsonl`);
}

/** Appends events by one write. The folder must be there: the store makes it. */
export function appendSession(
  root: string,
  id: string,
  events: readonly SessionEvent[],
  at: Date,
  mark?: string,
): void {
  const file = pathOf(root, id);
  fs.mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  const fd = fs.openSync(file, 'a', 0o600);
  try {
    const head = fs.fstatSync(fd).size === 0 ? `${JSON.stringify({ session: id, file: randomId() })}\n` : '';
    const stamp = { at: at.toISOString(), ...(mark === undefined ? {} : { id: mark }) };
    fs.writeSync(fd, head + events.map((event) => `${JSON.stringify({ ...event, ...stamp })}\n`).join(''));
  } finally {
    fs.closeSync(fd);
  }
}

/** Notes that a hook has recorded something: session files go away when they are folded. */
export function touchRecorded(root: string): void {
  fs.writeFileSync(path.join(root, ownFolder, 'recorded'), '', { mode: 0o600 });
}

/** When a hook last recorded something; null when none ever has. */
export function lastRecorded(root: string): Date | null {
  return fs.statSync(path.join(root, ownFolder, 'recorded'), { throwIfNoEntry: false })?.mtime ?? null;
}

/** Reads a session's file; null when there is none. Lines that are not whole are skipped. */
export function readSession(root: string, id: string): Session | null {
  return readFile(pathOf(root, id));
}

/** Every session that has a file. */
export function readSessions(root: string): readonly Session[] {
  const names = listNames(path.join(root, folder));
  return names.flatMap((name) => readFile(path.join(root, folder, name)) ?? []);
}

function listNames(from: string): readonly string[] {
  try {
    return fs.readdirSync(from).filter((name) => name.endsWith('.jsonl'));
  } catch {
    return [];
  }
}

export function removeSession(root: string, id: string): void {
  fs.rmSync(pathOf(root, id), { force: true });
}

/** Leaves nothing of a session but how it began. */
export function forgetWork(root: string, { id, lines }: Session): void {
  removeSession(root, id);
  for (const { end: _end, at, id: mark, ...event } of lines)
    if (event.e === 'start') appendSession(root, id, [event], new Date(at), mark);
}

function readFile(file: string): Session | null {
  let text: string;
  try {
    text = fs.readFileSync(file, 'utf8');
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return null;
    throw error;
  }
  const [first = '', ...rest] = text.split('\n');
  const head = objectOf(first);
  if (typeof head?.['session'] !== 'string' || typeof head['file'] !== 'string') return null;
  let end = Buffer.byteLength(first) + 1;
  const seen = new Set<string>();
  const lines = rest.slice(0, -1).flatMap((line) => {
    end += Buffer.byteLength(line) + 1;
    const event = toLine(line, end);
    const content = line.replace(/"at":"[^"]*"/, '');
    if (event === null || (event.id !== undefined && seen.has(content))) return [];
    seen.add(content);
    return [event];
  });
  return { id: head['session'], file: head['file'], lines };
}

/** pawl wrote the line itself: only its kind is looked at. */
function toLine(text: string, end: number): SessionLine | null {
  const value = objectOf(text);
  if (typeof value?.['e'] !== 'string' || typeof value['at'] !== 'string') return null;
  return JSON.parse(JSON.stringify({ ...value, end }));
}

function objectOf(text: string): Readonly<Record<string, unknown>> | null {
  const parsed = parseJson(text);
  return 'value' in parsed && isObject(parsed.value) ? parsed.value : null;
}

/** The run that a session works on; null when it has none yet. */
export function boundKey({ lines }: Session): Key | null {
  const bind = lines.findLast((line) => line.e === 'bind');
  return bind === undefined ? null : parseKey(bind.key);
}

/** When a process began, so that a reused pid is not taken for it; null where the system does not tell. */
export function processBegun(pid: number): string | null {
  return statOf(pid)?.begun ?? null;
}

function statOf(pid: number): { readonly isZombie: boolean; readonly begun: string | undefined } | null {
  try {
    // Fields 3 and 22; the name before them, in parentheses, may hold anything.
    const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { isZombie: fields[0] === 'Z', begun: fields[19] };
  } catch {
    return null;
  }
}

const silentMs = 10 * 60_000;

/** Whether the agent of a session still runs: by its process, else by the age of the last event. */
export function isAlive({ lines }: Session, now: Date): boolean {
  const starts = lines.filter((line) => line.e === 'start');
  const known = starts.filter((start) => start.pid !== undefined);
  if (known.length > 0) return known.some(({ pid = 0, begun }) => isRunning(pid, begun));
  const last = lines.at(-1);
  return last !== undefined && last.e !== 'end' && now.getTime() - Date.parse(last.at) < silentMs;
}

/** Whether a process runs that began at the given time. */
export function isRunning(pid: number, begun: string | undefined): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (errnoOf(error) !== 'EPERM') return false;
  }
  const now = statOf(pid);
  if (now === null) return true;
  return !now.isZombie && (begun === undefined || now.begun === begun);
}
