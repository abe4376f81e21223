// A repository with a spec, the real program, and a home of its own: approvals are remembered there.
import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { type Answer, Repository, personEnv, program } from '../support/cli.js';
import { run } from '../support/programs.js';

export interface Checkpoint {
  readonly status: string;
  readonly completed_workstreams: readonly string[];
  readonly in_progress_workstreams: readonly string[];
  readonly pending_workstreams: readonly string[];
  readonly gates_passed: readonly string[];
  readonly artifacts: Readonly<Record<string, readonly string[]>>;
  readonly error?: { readonly workstream: string; readonly message: string; readonly file?: string };
  readonly pawl: Readonly<Record<string, unknown>>;
}

export class Place extends Repository {
  readonly env: NodeJS.ProcessEnv;

  constructor(spec: string) {
    super();
    const home = path.join(this.root, '.home');
    this.env = { ...personEnv(), HOME: home, XDG_CONFIG_HOME: home };
    this.write('docs/PRD-001.md', `---\nprd: PRD-001\nprd_title: Test\n${spec}---\n# Test\n`);
    this.write('.gitignore', '.home\n');
    run('git', ['add', '-A'], this.root);
  }

  override pawl(words: string | readonly string[]): Answer {
    const args = [program, ...(typeof words === 'string' ? words.split(' ') : words)];
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: this.root, env: this.env });
    return { code: status, out: String(stdout), err: String(stderr) };
  }

  /** Starts pawl and leaves it running; `code` is null when a signal ended it. */
  start(words: string): { readonly pid: number; readonly ended: Promise<Answer>; kill(name: NodeJS.Signals): void } {
    const child = spawn(process.execPath, [program, ...words.split(' ')], { cwd: this.root, env: this.env });
    let [out, err] = ['', ''];
    child.stdout.on('data', (chunk) => (out += String(chunk)));
    child.stderr.on('data', (chunk) => (err += String(chunk)));
    const ended = new Promise<Answer>((resolve) => child.once('close', (code) => resolve({ code, out, err })));
    return { pid: child.pid ?? 0, ended, kill: (name) => void child.kill(name) };
  }

  /** Runs a command line on a terminal; `typed` is its input. */
  terminal(line: string, typed: string): Answer {
    const words = ['-qec', `'${process.execPath}' '${program}' ${line}`, '/dev/null'];
    const { status, stdout } = spawnSync('script', words, { cwd: this.root, env: this.env, input: typed });
    return { code: status, out: String(stdout), err: '' };
  }

  checkpoint(): Checkpoint {
    const file = path.join(this.root, '.claude/skills/build-pipeline/checkpoints/PRD-001.json');
    return JSON.parse(fs.readFileSync(file, 'utf8')) as Checkpoint;
  }

  read(file: string): string {
    return fs.readFileSync(path.join(this.root, file), 'utf8');
  }

  /** Every start of a workstream's command, in order. */
  ledger(): string[] {
    const file = path.join(this.root, 'ledger');
    return fs.existsSync(file) ? this.read('ledger').trim().split('\n') : [];
  }

  /** Processes that a build started and that still run; what nobody has reaped is over. */
  survivors(): string[] {
    const pids = fs.readdirSync('/proc').filter((name) => /^\d+$/.test(name));
    return pids.filter((pid) => {
      try {
        const isOurs = fs.readlinkSync(`/proc/${pid}/cwd`).startsWith(this.root);
        return isOurs && !/^\d+ \(.*\) Z/s.test(fs.readFileSync(`/proc/${pid}/stat`, 'utf8'));
      } catch {
        return false; // it ended meanwhile
      }
    });
  }
}

export async function until(isTrue: () => boolean, what: string, ms = 20_000): Promise<void> {
  for (const end = Date.now() + ms; !isTrue(); ) {
    if (Date.now() > end) throw new Error(`waited too long until ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
