// Real processes for tests: workers, strace, mounts, seeds and sizes, and what a machine may lack.
import assert from 'node:assert/strict';
import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after } from 'node:test';
import { fileURLToPath } from 'node:url';
import { openStore, save } from './runs.js';

export const isFull = process.env['PAWL_TEST_FULL'] === '1';
export const sized = (small: number, full: number): number => (isFull ? full : small);

/** Makes a folder that is removed when the current test ends; in memory where thousands of files need no disk. */
export function tempFolder(isFast = false): string {
  const base = isFast && fs.existsSync('/dev/shm') ? '/dev/shm' : os.tmpdir();
  const folder = fs.mkdtempSync(path.join(base, 'pawl-test-'));
  after(() => fs.rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Makes a folder with a run of some revisions. */
export function prepared(revisions: number, isFast = false): string {
  const root = tempFolder(isFast);
  for (let n = 1; n <= revisions; n++) save(openStore(root), 'first', n);
  return root;
}

/** Random numbers below a limit, from a printed seed; PAWL_TEST_SEED repeats a run. */
export function randomFrom(t: { diagnostic(message: string): void }): (below: number) => number {
  let seed = Number(process.env['PAWL_TEST_SEED'] ?? 1 + Math.floor(Math.random() * 2147483645));
  t.diagnostic(`seed ${seed}`);
  return (below) => (seed = (seed * 48271) % 2147483647) % below;
}

/** Why a test cannot run here: the first program that is missing, or no root. False when it can. */
export function lacks(...needed: readonly string[]): string | false {
  const isRoot = process.getuid?.() === 0;
  const missing = needed.find((one) => (one === 'root' ? !isRoot : spawnSync('which', [one]).status !== 0));
  return missing === undefined ? false : `needs ${missing}`;
}

/** Why strace cannot be attached to another process here; false when it can. */
export function lacksTracing(): string | false {
  const isAllowed = (): boolean => spawnSync('sh', ['-c', 'sleep 0.1 & strace -o /dev/null -p $!']).status === 0;
  return lacks('root', 'strace') || (isAllowed() ? false : 'ptrace is not allowed here');
}

/** Runs a program to its end; it must succeed. */
export function run(program: string, args: readonly string[], cwd?: string, env?: NodeJS.ProcessEnv): string {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8', cwd, env });
  assert.equal(status, 0, `${program} ${args.join(' ')}: ${stderr}`);
  return stdout;
}

/** Mounts a file system for the current test; null, and the test is skipped, where that does not work. */
export function mount(t: { skip(reason: string): void }, ...args: readonly string[]): string | null {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'pawl-mount-'));
  const { status, stderr } = spawnSync('mount', [...args, folder], { encoding: 'utf8' });
  after(() => (spawnSync('umount', ['-l', folder]), fs.rmdirSync(folder)));
  if (status !== 0) t.skip(`mount does not work here: ${stderr.trim()}`);
  return status === 0 ? folder : null;
}

/** A process from test/workers. It answers in whole lines, and waits for `go` where it was told to. */
export class Worker {
  readonly child: ChildProcessWithoutNullStreams;
  readonly ended: Promise<NodeJS.Signals | null>;
  readonly lines: string[] = [];
  stderr = '';
  #heard: () => void = () => {};

  constructor(name: string, options: object, under: readonly string[] = []) {
    const file = fileURLToPath(new URL(`../workers/${name}.mjs`, import.meta.url));
    const [program, ...args] = [...under, process.execPath, file, JSON.stringify(options)];
    this.child = spawn(program, args, { stdio: 'pipe' });
    let rest = '';
    this.child.stdout.on('data', (chunk: Buffer) => {
      const lines = (rest + chunk.toString()).split('\n');
      rest = lines.pop() ?? ''; // a line that was cut off was said to nobody
      this.lines.push(...lines);
      this.#heard();
    });
    this.child.stderr.on('data', (chunk: Buffer) => (this.stderr += chunk.toString()));
    this.child.stdin.on('error', () => {}); // it may have been killed
    this.ended = once(this.child, 'close').then(() => (this.#heard(), this.child.signalCode));
  }

  /** Waits for a line that begins like this. */
  async says(begin: string): Promise<void> {
    const isOver = (): boolean => this.child.exitCode !== null || this.child.signalCode !== null;
    const has = (): boolean => this.lines.some((line) => line.startsWith(begin));
    while (!has() && !isOver()) await new Promise<void>((resolve) => (this.#heard = resolve));
    assert.ok(has(), `it ended before it said ${begin}: ${this.lines.join()} ${this.stderr}`);
  }

  go(): void {
    this.child.stdin.write('\n');
  }

  async kill(): Promise<void> {
    this.child.kill('SIGKILL');
    assert.equal(await this.ended, 'SIGKILL');
  }
}

/** Lets a waiting worker go on under strace, so that nothing of its start is traced. Gives the calls of its main thread. */
export async function trace(worker: Worker, ...args: readonly string[]): Promise<readonly string[]> {
  await worker.says('ready');
  const out = path.join(tempFolder(), 'trace');
  const strace = spawn('strace', ['-y', '-o', out, ...args, '-p', `${worker.child.pid}`], { stdio: 'pipe' });
  const closed = once(strace, 'close');
  await once(strace.stderr, 'data'); // "attached"
  worker.go();
  await Promise.all([worker.ended, closed]);
  return fs.readFileSync(out, 'utf8').split('\n');
}
