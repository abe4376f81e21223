// Runs one command of a spec to its end, as a process group of its own: a time limit, its output kept, and nothing of it
// left when this returns, except what left its group unseen; that goes with the run (ChildRoll.endAll).

import type { ChildProcess } from 'node:child_process';
import { setMaxListeners } from 'node:events';
import type { SpecCommand } from '../../families/pipeline/spec/types.js';
import { errnoOf } from '../../rules/errno.js';
import { ChildEnding, type EndedWhy } from './child-ending.js';
import { childEnvironment } from './child-environment.js';
import type { ChildRoll } from './child-roll.js';
import type { OutputLog } from './output-log.js';

/** What to run, and how. */
export interface ChildRequest {
  readonly command: Pick<SpecCommand, 'text' | 'words' | 'shell'>;
  readonly cwd: string;
  /** Variables beside the user's own. */
  readonly env?: Readonly<Record<string, string>>;
  /** What it reads on stdin; nothing unless given. */
  readonly stdin?: string;
  readonly timeoutMs: number;
  /** How long it may take to end when it is asked to. */
  readonly graceMs?: number;
  readonly log: OutputLog;
  /** Asks it to end, and ends it when it does not. */
  readonly stop?: AbortSignal | undefined;
  /** Ends it at once. */
  readonly kill?: AbortSignal | undefined;
  /** Told now and then what it printed last, without secrets. */
  readonly onLine?: ((line: string) => void) | undefined;
}

/** How a child ended. `stopped` by the caller; `flooded` it printed without end; `not-started` it never ran. */
export type ChildEndKind = 'exited' | 'signalled' | 'timed-out' | 'stopped' | 'flooded' | 'not-started';

/** The end of a child. */
export interface ChildEnd {
  readonly kind: ChildEndKind;
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly durationMs: number;
  /** The end of its output, without secrets; empty when all went well. */
  readonly tail: string;
  /** In words, e.g. `exit code 1`. */
  readonly reason: string;
  /** The log, from the root; null when there was nothing to keep. */
  readonly log: string | null;
}

export const defaultGraceMs = 5_000;
/** Far more than anyone reads; the log keeps its beginning and its end. */
const maxOutputBytes = 1024 ** 3;
const tailChars = 8_000;
const lineEveryMs = 100;
/** How long pipes may stay open when their processes are gone. */
const drainMs = 500;

/**
 * Runs a command to its end.
 * @param roll the run's children
 * @param request the command, and how to run it
 * @returns how it ended; never throws for what the command does
 */
export async function runChild(roll: ChildRoll, request: ChildRequest): Promise<ChildEnd> {
  const { spawn } = process.getBuiltinModule('node:child_process'); // costs start-up: loaded when needed
  const { command, cwd, log, stop, kill } = request;
  const mark = roll.nextMark();
  const begun = performance.now();
  const end = (kind: ChildEndKind, reason: string, code: number | null, signal: NodeJS.Signals | null): ChildEnd => {
    const durationMs = Math.round(performance.now() - begun);
    const isWell = kind === 'exited' && code === 0;
    log.close(`${reason} after ${(durationMs / 1000).toFixed(1)} s`, isWell);
    const tail = isWell ? '' : log.output.tail(tailChars);
    return { kind, exitCode: code, signal, durationMs, tail, reason, log: log.path };
  };
  if (stop?.aborted === true || kill?.aborted === true) return end('stopped', 'stopped before it began', null, null);

  const { program, args, shell } = invocationOf(command);
  let child: ChildProcess;
  try {
    child = spawn(program, args, {
      cwd,
      env: childEnvironment(mark, request.env ?? {}),
      shell,
      // A session of its own: a terminal's Ctrl-C is for pawl, which then ends its children in order. On Windows this
      // would open a window; there the tree below the process is ended instead.
      detached: process.platform !== 'win32',
      stdio: [request.stdin === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
      windowsHide: true,
    });
  } catch (error) {
    return end('not-started', couldNot(error), null, null); // e.g. an argument that no system takes
  }
  const failure = await started(child);
  const { pid } = child;
  if (failure !== null || pid === undefined) return end('not-started', couldNot(failure), null, null);
  roll.add(pid);
  const ending = new ChildEnding(pid, mark);
  const release = watch(request, ending);
  listen(child, request, ending);
  const [code, signal] = await ended(child, ending);
  release();
  roll.remove(pid);
  const { why } = ending;
  if (why !== null) return end(why, whyWords(why, request.timeoutMs), code, signal);
  if (signal !== null) return end('signalled', `ended by ${signal}`, null, signal);
  return end('exited', `exit code ${code ?? 0}`, code, null);
}

/** A shell goes on after a line that fails, and tells of the last one only: several lines are run so that each counts. */
function invocationOf({ text, words, shell }: ChildRequest['command']): {
  readonly program: string;
  readonly args: readonly string[];
  readonly shell: boolean;
} {
  const [program = '', ...args] = words;
  if (!shell) return { program, args, shell };
  const isScript = text.includes('\n') && process.platform !== 'win32';
  return isScript ? { program: '/bin/sh', args: ['-e', '-c', text], shell: false } : { program: text, args: [], shell };
}

/** Ends the child when its time is over or its caller says so; returns what takes that back. */
function watch({ stop, kill, timeoutMs, graceMs = defaultGraceMs }: ChildRequest, ending: ChildEnding): () => void {
  const onStop = (): void => ending.begin('stopped', graceMs);
  const onKill = (): void => ending.begin('stopped', 0);
  // Dozens of children may wait for one word.
  setMaxListeners(0, ...[stop, kill].filter((signal) => signal !== undefined));
  stop?.addEventListener('abort', onStop, { once: true });
  kill?.addEventListener('abort', onKill, { once: true });
  // While it was being started, nobody listened.
  if (stop?.aborted === true) onStop();
  if (kill?.aborted === true) onKill();
  const limit = setTimeout(() => ending.begin('timed-out', graceMs), Math.min(timeoutMs, 2 ** 31 - 1));
  return () => {
    clearTimeout(limit);
    stop?.removeEventListener('abort', onStop);
    kill?.removeEventListener('abort', onKill);
  };
}

function listen(child: ChildProcess, { log, onLine, stdin }: ChildRequest, ending: ChildEnding): void {
  let toldAt = Number.NEGATIVE_INFINITY; // the first line may come as soon as this process itself began
  let late: NodeJS.Timeout | null = null;
  const tell = (): void => {
    if (late !== null) clearTimeout(late);
    late = null;
    toldAt = performance.now();
    onLine?.(log.output.lastLine());
  };
  const take = (stream: 'out' | 'err', chunk: Buffer): void => {
    log.output.push(stream, chunk);
    if (log.output.bytes > maxOutputBytes && ending.why === null) ending.begin('flooded', 0);
    if (onLine === undefined) return;
    if (performance.now() - toldAt >= lineEveryMs) tell();
    else late ??= setTimeout(tell, lineEveryMs).unref(); // what is said last is shown, also when nothing follows
  };
  child.once('close', () => (late === null ? undefined : clearTimeout(late)));
  child.stdout?.on('data', (chunk: Buffer) => take('out', chunk));
  child.stderr?.on('data', (chunk: Buffer) => take('err', chunk));
  child.stdin?.on('error', () => undefined); // it may end before it has read everything; its exit code tells
  child.stdin?.end(stdin);
}

/** Waits for the end of the child, of its group and of its output. */
async function ended(child: ChildProcess, ending: ChildEnding): Promise<[number | null, NodeJS.Signals | null]> {
  let isClosed = false;
  const closed = new Promise<void>((resolve) =>
    child.once('close', () => {
      isClosed = true;
      resolve();
    }),
  );
  const result = await new Promise<[number | null, NodeJS.Signals | null]>((resolve) =>
    child.once('exit', (code, signal) => resolve([code, signal])),
  );
  await ending.settle();
  if (isClosed || (await within(closed, drainMs))) return result;
  await ending.endStrays(); // something outside of its group still holds its output
  if (!(await within(closed, drainMs))) for (const stream of [child.stdout, child.stderr]) stream?.destroy();
  return result;
}

function started(child: NodeJS.EventEmitter): Promise<unknown> {
  return new Promise((resolve) => {
    child.once('spawn', () => resolve(null));
    child.once('error', (error) => resolve(error));
  });
}

async function within(done: Promise<void>, ms: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), ms);
  });
  const first = await Promise.race([done.then(() => true as const), late]);
  clearTimeout(timer);
  return first;
}

function couldNot(error: unknown): string {
  const code = errnoOf(error);
  const path = error instanceof Error && 'path' in error ? String(error.path) : '';
  if (code === 'ENOENT') return `could not be started: ${path === '' ? 'the program' : path} is not there`;
  if (code === 'EACCES') return `could not be started: ${path === '' ? 'the program' : path} may not be run`;
  if (code === 'E2BIG') return 'could not be started: the command with its arguments is too long';
  return `could not be started: ${error instanceof Error ? error.message : 'no process came up'}`;
}

function whyWords(why: EndedWhy, timeoutMs: number): string {
  if (why === 'timed-out') return `ended by pawl: no end within ${secondsText(timeoutMs)}`;
  if (why === 'flooded') return 'ended by pawl: it printed more than 1 GiB';
  return 'stopped by pawl';
}

function secondsText(ms: number): string {
  return ms < 120_000 ? `${ms / 1000} s` : `${Math.round(ms / 6000) / 10} min`;
}
