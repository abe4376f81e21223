// The processes of a build. Each command is the leader of its own process group, so that all its children end with it. A
// watchdog ends the groups when pawl itself is killed: its standard input is a pipe from pawl, which the kernel closes then.

import { type ChildProcess, spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { diskError, errnoOf } from '../base/errors.js';
import { nodeFiles } from '../store/file/files.js';

export interface Job {
  /** A command line for `sh`. */
  readonly command: string;
  /** The root of the project. */
  readonly root: string;
  readonly env: NodeJS.ProcessEnv;
  /** The file that its standard input comes from; empty input by default. */
  readonly stdin?: string | undefined;
  readonly timeoutMs: number;
  /** The file that its output goes to, from the root; replaced. */
  readonly output: string;
}

export interface Ended {
  /** Null when a signal ended it. */
  readonly code: number | null;
  readonly how: 'exited' | 'timed-out' | 'stopped';
  readonly seconds: number;
  /** The last lines of its output. */
  readonly tail: string;
}

/** Time between SIGTERM and SIGKILL. */
const graceMs = 5_000;

/** A command waits for this line, so that the watchdog knows its group before it does anything. */
const start = 'read -r go || exit 143; exec sh -c "$1" <"$2"';

/** Each line is the list of the groups that run now. At the end of input, what is left of them is killed. */
const watch = `trap '' INT TERM HUP
groups=
while read -r line; do groups=$line; done
for group in $groups; do kill -KILL "-$group"; done 2>/dev/null`;

export class Processes {
  readonly #groups = new Map<number, { isStopped: boolean }>();
  #watchdog: ChildProcess | null = null;
  #isStopping = false;

  /** Runs a command to its end. */
  run({ command, root, env, stdin = '/dev/null', timeoutMs, output }: Job): Promise<Ended> {
    const began = Date.now();
    const log = openOwn(root, output);
    const args = ['-c', start, 'sh', command, stdin];
    const child = spawn('sh', args, { cwd: root, env, detached: true, stdio: ['pipe', log, log] });
    fs.closeSync(log);
    const group = { isStopped: false };
    let isTimedOut = false;
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        isTimedOut = true;
        this.#end(child.pid);
      }, timeoutMs);
      const finish = (code: number | null): void => {
        clearTimeout(timer);
        if (child.pid !== undefined) {
          signal(child.pid, 'SIGKILL'); // what the command left running
          this.#groups.delete(child.pid);
        }
        this.#tellWatchdog();
        const how = isTimedOut ? 'timed-out' : group.isStopped ? 'stopped' : 'exited';
        resolve({
          code,
          how,
          seconds: Math.round((Date.now() - began) / 100) / 10,
          tail: tailOf(path.join(root, output)),
        });
      };
      child.once('error', () => finish(127)); // there is no sh
      child.once('exit', finish);
      child.stdin?.on('error', () => {}); // it ended before it was told to begin
      if (child.pid === undefined) return;
      this.#groups.set(child.pid, group);
      this.#tellWatchdog();
      if (this.#isStopping) this.#end(child.pid);
      else child.stdin?.end('go\n');
    });
  }

  /** Ends everything that runs: SIGTERM, and SIGKILL where that does not help. The second call does not wait. */
  stop(): void {
    for (const group of this.#groups.keys()) {
      if (this.#isStopping) signal(group, 'SIGKILL');
      else this.#end(group);
    }
    this.#isStopping = true;
  }

  /** Ends the watchdog; whatever still ran would be killed. */
  close(): void {
    this.#watchdog?.stdin?.end();
    this.#watchdog = null;
  }

  #end(pid: number | undefined): void {
    const group = pid === undefined ? undefined : this.#groups.get(pid);
    if (pid === undefined || group === undefined) return;
    group.isStopped = true;
    signal(pid, 'SIGTERM');
    setTimeout(() => {
      if (this.#groups.get(pid) === group) signal(pid, 'SIGKILL');
    }, graceMs).unref();
  }

  /** The kernel keeps what was written, whatever happens to pawl next. */
  #tellWatchdog(): void {
    if (this.#watchdog === null) {
      this.#watchdog = spawn('sh', ['-c', watch], { cwd: '/', detached: true, stdio: ['pipe', 'ignore', 'ignore'] });
      this.#watchdog.once('error', () => {});
      this.#watchdog.stdin?.on('error', () => {});
      this.#watchdog.unref();
    }
    this.#watchdog.stdin?.write(`${[...this.#groups.keys()].join(' ')}\n`);
  }
}

/** Opens a file of pawl's own to write it anew; a link that a repository brings along is not followed. */
export function openOwn(root: string, file: string): number {
  nodeFiles.makeFolder(root, path.posix.dirname(file), 0o700);
  const { O_WRONLY, O_CREAT, O_TRUNC, O_NOFOLLOW } = fs.constants;
  try {
    return fs.openSync(path.join(root, file), O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW, 0o600);
  } catch (error) {
    throw diskError(error, 'write', file);
  }
}

function signal(group: number, name: NodeJS.Signals): void {
  try {
    process.kill(-group, name);
  } catch (error) {
    if (errnoOf(error) !== 'ESRCH' && errnoOf(error) !== 'EPERM') throw error;
  }
}

const tailBytes = 8_192;

function tailOf(file: string): string {
  try {
    const fd = fs.openSync(file, 'r');
    try {
      const { size } = fs.fstatSync(fd);
      const bytes = Buffer.alloc(Math.min(size, tailBytes));
      fs.readSync(fd, bytes, 0, bytes.length, Math.max(0, size - tailBytes));
      return bytes.toString('utf8');
    } finally {
      fs.closeSync(fd);
    }
  } catch {
    return '';
  }
}
