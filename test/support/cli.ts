// The real program in a repository of its own.
import assert from 'node:assert/strict';
import { type SpawnSyncOptions, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { run, tempFolder } from './programs.js';

export const program = path.resolve('dist/cli/pawl.cjs');

/** The environment of a person: no agent's session, no configuration. */
export function personEnv(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !/^(?:PAWL_|CLAUDE|CODEX|GIT_|NO_COLOR)/.test(name));
  return { ...Object.fromEntries(kept), XDG_CONFIG_HOME: '/nonexistent', USER: 'ada' };
}

export interface Answer {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

export class Repository {
  readonly root: string;

  constructor() {
    this.root = tempFolder();
    run('git', ['init', '-q', this.root]);
  }

  /** Runs pawl; the words are split at spaces when they come as one text. */
  pawl(words: string | readonly string[], input = ''): Answer {
    return this.#start(process.execPath, [program, ...(typeof words === 'string' ? words.split(' ') : words)], {
      input,
    });
  }

  /** Runs a command line as it was printed. */
  shell(line: string): Answer {
    return this.#start('sh', ['-c', line], { input: '' });
  }

  json(words: string | readonly string[], input = ''): Record<string, unknown> {
    const { out } = this.pawl([...(typeof words === 'string' ? words.split(' ') : words), '--json'], input);
    const value: Record<string, unknown> = JSON.parse(out);
    return value;
  }

  /** Runs pawl; it must succeed. */
  ok(words: string | readonly string[], input = ''): string {
    const { code, out, err } = this.pawl(words, input);
    assert.equal(code, 0, `pawl ${[words].flat().join(' ')}: ${out}${err}`);
    return out.trimEnd();
  }

  write(file: string, text: string): void {
    const to = path.join(this.root, file);
    fs.mkdirSync(path.dirname(to), { recursive: true });
    fs.writeFileSync(to, text);
  }

  #start(file: string, args: readonly string[], options: SpawnSyncOptions): Answer {
    const { status, stdout, stderr } = spawnSync(file, args, { cwd: this.root, env: personEnv(), ...options });
    return { code: status, out: String(stdout), err: String(stderr) };
  }
}
