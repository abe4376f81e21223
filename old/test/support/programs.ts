// Runs worker programs (test/workers/*.ts, built beside the tests) and the system's tools around them.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import path from 'node:path';

/** What a program left behind. */
export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Finds a built worker program.
 * @param name its file in test/workers without the ending
 * @returns the path
 */
export function workerFile(name: string): string {
  return path.join(import.meta.dirname, '..', 'workers', `${name}.mjs`);
}

export interface RunOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** A program and its arguments to run the worker under, e.g. strace. */
  readonly under?: readonly string[];
  /** Called with the child as soon as it runs. */
  readonly onStart?: (child: ChildProcess) => void;
}

/**
 * Runs a worker to its end.
 * @param name its file in test/workers without the ending
 * @param args its arguments
 * @param options how
 * @returns what it left behind
 */
export function runWorker(name: string, args: readonly string[], options: RunOptions = {}): Promise<Ended> {
  const command = [...(options.under ?? []), process.execPath, '--enable-source-maps', workerFile(name), ...args];
  return new Promise((resolve, reject) => {
    const [program = '', ...rest] = command;
    const child = spawn(program, rest, {
      env: { ...process.env, NODE_TEST_CONTEXT: '', UV_THREADPOOL_SIZE: '1', ...options.env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const out: Buffer[] = [];
    const err: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => out.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => err.push(chunk));
    child.on('error', reject);
    child.on('close', (code, signal) => {
      resolve({ code, signal, stdout: Buffer.concat(out).toString(), stderr: Buffer.concat(err).toString() });
    });
    options.onStart?.(child);
  });
}

/**
 * Works a list off with a few workers at once.
 * @param items the list
 * @param width how many at once
 * @param work what to do with each
 */
export async function inParallel<T>(
  items: readonly T[],
  width: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const waiting = [...items].toReversed();
  const lane = async (): Promise<void> => {
    for (let item = waiting.pop(); item !== undefined; item = waiting.pop()) await work(item);
  };
  await Promise.all(Array.from({ length: width }, lane));
}

/**
 * Tells why a tool cannot be used here.
 * @param tool a program's name
 * @param args arguments with which it ends at once
 * @returns a reason for skipping, or null when it works
 */
export function missing(tool: string, args: readonly string[] = ['--version']): string | null {
  const { error, status } = spawnSync(tool, args, { stdio: 'ignore' });
  if (error !== undefined) return `${tool} is not installed`;
  return status === 0 ? null : `${tool} does not work here`;
}

/**
 * Tells why something that only root may do cannot be done here.
 * @returns a reason for skipping, or null for root on Linux
 */
export function notRoot(): string | null {
  if (process.platform !== 'linux') return 'this fault can only be made on Linux';
  return process.getuid?.() === 0 ? null : 'this fault can only be made by root';
}
