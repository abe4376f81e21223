// Runs git as a child process: no shell, no hooks, no prompts, a time limit, and nothing inherited that would lead it to
// another repository or index.

import { errnoOf } from '../../rules/errno.js';
import { PawlError } from '../../rules/errors.js';

/** Snapshots of large working trees take their time; nothing here may hang for good. */
const timeoutMs = 60_000;
const maxOutputBytes = 64 * 1024 * 1024;

export interface GitOptions {
  /** What it reads on stdin. */
  readonly input?: Buffer | string;
  /** More environment, e.g. an index file of its own. */
  readonly env?: Readonly<Record<string, string>>;
  /** Exit codes beside 0 that are an answer. */
  readonly allow?: readonly number[];
}

export interface GitResult {
  readonly code: number;
  readonly out: Buffer;
}

/** The user's own settings must not make pawl run hooks or monitors, refuse line endings or sign its commits. */
const settings = [
  'core.hooksPath=/dev/null',
  'core.fsmonitor=false',
  'core.splitIndex=false',
  'core.safecrlf=false',
  'core.quotePath=false',
  'core.logAllRefUpdates=false',
  'commit.gpgSign=false',
  'gc.auto=0',
  'i18n.commitEncoding=UTF-8',
  'submodule.recurse=false',
].flatMap((setting) => ['-c', setting]);

/** Inside a hook, git's own variables name another index or repository; only where git itself is may be inherited. */
function cleanEnv(extra: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !/^GIT_(?!EXEC_PATH$|CONFIG_)/i.test(name));
  return {
    ...Object.fromEntries(kept),
    GIT_OPTIONAL_LOCKS: '0',
    GIT_TERMINAL_PROMPT: '0',
    GIT_NO_LAZY_FETCH: '1',
    GIT_LITERAL_PATHSPECS: '1',
    LC_ALL: 'C',
    ...extra,
  };
}

/**
 * Runs git.
 * @param cwd where
 * @param args its arguments; none of them is ever seen by a shell
 * @param options input, environment, exit codes that are an answer
 * @returns the exit code and what it printed; throws `git-failed`
 */
export async function runGit(cwd: string, args: readonly string[], options: GitOptions = {}): Promise<GitResult> {
  const { spawn } = process.getBuiltinModule('node:child_process'); // costs start-up: loaded when needed
  const child = spawn('git', [...settings, ...args], {
    cwd,
    env: cleanEnv(options.env ?? {}),
    stdio: ['pipe', 'pipe', 'pipe'],
    windowsHide: true,
  });
  const what = `git ${args[0] ?? ''}`;
  const out: Buffer[] = [];
  let outBytes = 0;
  let complaint = '';
  // Not spawn's own time limit: that one keeps waiting when git could not be started at all.
  const limit = setTimeout(() => child.kill(), timeoutMs);
  return new Promise<GitResult>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      outBytes += chunk.length;
      if (outBytes > maxOutputBytes) child.kill();
      else out.push(chunk);
    });
    child.stderr.on('data', (chunk: Buffer) => {
      if (complaint.length < 4_000) complaint += chunk.toString('utf8');
    });
    child.stdin.on('error', () => undefined); // git may end before it has read everything; its exit code tells why
    child.on('error', (error) => {
      clearTimeout(limit);
      reject(failed(`git cannot be run: ${error.message}`, error));
    });
    child.on('close', (code, signal) => {
      clearTimeout(limit);
      if (outBytes > maxOutputBytes) return reject(failed(`${what} printed more than can be read`));
      if (code === null) return reject(failed(`${what} was ended by ${signal} after at most ${timeoutMs / 1000} s`));
      if (code !== 0 && options.allow?.includes(code) !== true)
        return reject(failed(`${what}: ${reasonIn(complaint)}`));
      return resolve({ code, out: Buffer.concat(out) });
    });
    child.stdin.end(options.input ?? '');
  });
}

/**
 * Runs git for one line of text.
 * @param cwd where
 * @param args its arguments
 * @param options input, environment, exit codes that are an answer
 * @returns what it printed, without the newline at the end
 */
export async function gitText(cwd: string, args: readonly string[], options: GitOptions = {}): Promise<string> {
  return (await runGit(cwd, args, options)).out.toString('utf8').replace(/\r?\n$/, '');
}

/** A time limit of the caller's own. */
export interface SyncGitOptions extends GitOptions {
  readonly timeoutMs?: number;
}

/**
 * Runs git and waits for it, for callers that have no event loop to return to.
 * @param cwd where
 * @param args its arguments
 * @param options input, environment, exit codes that are an answer, a time limit
 * @returns the exit code and what it printed; throws `git-failed`
 */
export function runGitSync(cwd: string, args: readonly string[], options: SyncGitOptions = {}): GitResult {
  const { spawnSync } = process.getBuiltinModule('node:child_process');
  const limitMs = options.timeoutMs ?? timeoutMs;
  const { error, status, signal, stdout, stderr } = spawnSync('git', [...settings, ...args], {
    cwd,
    env: cleanEnv(options.env ?? {}),
    input: options.input ?? '',
    timeout: Math.max(1, limitMs),
    maxBuffer: maxOutputBytes,
    windowsHide: true,
  });
  const what = `git ${args[0] ?? ''}`;
  const code = errnoOf(error);
  if (code === 'ENOBUFS') throw failed(`${what} printed more than can be read`, error);
  if (code === 'ETIMEDOUT') throw failed(`${what} took longer than ${limitMs / 1000} s`, error);
  if (error !== undefined) throw failed(`git cannot be run: ${error.message}`, error);
  if (status === null) throw failed(`${what} was ended by ${signal}`);
  if (status !== 0 && options.allow?.includes(status) !== true)
    throw failed(`${what}: ${reasonIn(stderr.toString('utf8').slice(0, 4_000))}`);
  return { code: status, out: stdout };
}

function failed(message: string, cause?: unknown): PawlError {
  return new PawlError('git-failed', message, {
    hint: 'The checkpoint and your own branches, index and files are as they were.',
    cause,
  });
}

/** git's own words, of which the line that says what is fatal tells most. */
function reasonIn(complaint: string): string {
  const lines = complaint
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !/^(?:hint|warning):/.test(line));
  const first = lines.find((line) => line.startsWith('fatal: ')) ?? lines[0] ?? 'it failed without a word';
  const cause = lines.find((line) => line.startsWith('error: ') && line !== first);
  return [first, cause]
    .flatMap((line) => (line === undefined ? [] : [line.replace(/^(?:fatal|error): /, '')]))
    .join('; ');
}
