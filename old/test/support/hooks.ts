// For tests: recorded payloads, the built hook as a process, and agents that live until they are killed.

import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import readline from 'node:readline';
import { after } from 'node:test';
import { isJsonObject, type JsonObject } from '../../src/rules/json/json.js';
import { cleanEnv, pawl, tempRepository } from '../e2e/program.js';
import { workerFile } from './programs.js';

export const hookFile = path.resolve('dist/hook/pawl-hook.cjs');

/** The recorded payloads, as `recorded` takes them. */
export const payloadNames: readonly string[] = fs
  .readdirSync('test/golden/hooks', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.json'))
  .map((name) => name.slice(0, -'.json'.length));

/**
 * Makes a project with a run that the session `s` works on.
 * @returns its root
 */
export function workedProject(): string {
  const root = tempRepository();
  const begun = pawl(['phase', 'implement/auth', 'implementation', 'in_progress'], root, { PAWL_SESSION: 's' });
  assert.equal(begun.code, 0, begun.err);
  return root;
}

/**
 * Reads a recorded payload for a project and a session.
 * @param name its file in test/golden/hooks, without the ending
 * @param root the project's root
 * @param session the session
 * @param change members to replace
 * @returns the payload as text
 */
export function recorded(name: string, root: string, session: string, change: JsonObject = {}): string {
  const text = fs.readFileSync(`test/golden/hooks/${name}.json`, 'utf8');
  const filled: unknown = JSON.parse(text.replaceAll('{root}', root).replaceAll('{session}', session));
  assert.ok(isJsonObject(filled));
  return JSON.stringify({ ...filled, ...change });
}

/** Writes the files that a tool is said to have written, unless they are there: hooks note what is there. */
function asWritten(root: string, input: string): void {
  const { tool_input: given }: { tool_input?: { file_path?: string; input?: string } } = JSON.parse(input);
  const patched = [...(given?.input ?? '').matchAll(/^\*\*\* (?:Add File|Update File): (.+)$/gm)].map(
    ([, file]) => file,
  );
  for (const file of [given?.file_path, ...patched]) {
    const full = path.resolve(root, file ?? '.');
    if (!full.startsWith(root + path.sep) || fs.existsSync(full)) continue;
    fs.mkdirSync(path.dirname(full), { recursive: true });
    fs.writeFileSync(full, full);
  }
}

/** What a hook answered. */
export interface Hooked {
  readonly code: number | null;
  readonly answer: JsonObject;
  readonly context: string;
  readonly stderr: string;
}

/**
 * Reads what a hook printed: always one JSON object.
 * @param stdout what it printed
 * @returns the object
 */
export function answerOf(stdout: string): JsonObject {
  const value: unknown = JSON.parse(stdout);
  assert.ok(isJsonObject(value), stdout);
  return value;
}

/**
 * Gives what a hook adds to the agent's context.
 * @param answer what it answered
 * @returns the text; empty when there is none
 */
export function contextOf(answer: JsonObject): string {
  const own = isJsonObject(answer['hookSpecificOutput']) ? answer['hookSpecificOutput'] : {};
  return typeof own['additionalContext'] === 'string' ? own['additionalContext'] : '';
}

/**
 * Runs the built hook as an agent does.
 * @param event the event's name
 * @param input the payload
 * @param cwd the current folder
 * @param env more environment
 * @returns how it ended; fails when it printed anything but one JSON object
 */
export function hook(event: string, input: string, cwd: string, env: Readonly<Record<string, string>> = {}): Hooked {
  const { status, stdout, stderr } = spawnSync(process.execPath, [hookFile, event], {
    cwd,
    env: cleanEnv(env),
    input,
    encoding: 'utf8',
    timeout: 30_000,
  });
  const answer = answerOf(stdout);
  return { code: status, answer, context: contextOf(answer), stderr };
}

/** A test that fails leaves its agents, which would keep the whole file waiting. */
const living = new Set<ReturnType<typeof spawn>>();
after(() => living.forEach((child) => child.kill('SIGKILL')));

/** A scripted agent: a process of its own, whose hooks and shell calls are its children. */
export class Agent {
  readonly #child: ReturnType<typeof spawn>;
  readonly #lines: AsyncIterator<string>;
  readonly root: string;
  readonly session: string;
  /** Which hook it calls: that of settings, or that of the plugin. */
  hookFile = hookFile;

  constructor(root: string, session: string) {
    this.root = root;
    this.session = session;
    this.#child = spawn(process.execPath, [workerFile('agent'), root], {
      env: cleanEnv(),
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    living.add(this.#child);
    assert.ok(this.#child.stdout !== null);
    this.#lines = readline.createInterface({ input: this.#child.stdout })[Symbol.asyncIterator]();
  }

  async #step(step: object): Promise<{ readonly status: number; readonly stdout: string; readonly stderr: string }> {
    this.#child.stdin?.write(`${JSON.stringify(step)}\n`);
    const next = await this.#lines.next();
    assert.ok(next.done !== true, 'the agent is gone');
    const value: unknown = JSON.parse(next.value);
    assert.ok(isJsonObject(value));
    return { status: Number(value['status']), stdout: String(value['stdout']), stderr: String(value['stderr']) };
  }

  /**
   * Meets an event.
   * @param event its name
   * @param name the recorded payload, below `claude/` unless it says otherwise
   * @param change members to replace
   * @param env more environment
   * @returns what the hook answered
   */
  async meets(
    event: string,
    name: string,
    change: JsonObject = {},
    env: Readonly<Record<string, string>> = {},
  ): Promise<Hooked> {
    const file = name.includes('/') ? name : `claude/${name}`;
    const input = recorded(file, this.root, this.session, change);
    if (event === 'PostToolUse') asWritten(this.root, input);
    const { status, stdout, stderr } = await this.#step({ hook: event, file: this.hookFile, input, env });
    const answer = answerOf(stdout);
    assert.equal(status, 0);
    return { code: status, answer, context: contextOf(answer), stderr };
  }

  /**
   * Calls pawl in its shell, which knows the session.
   * @param args the arguments
   * @returns what it printed
   */
  async runs(...args: readonly string[]): Promise<string> {
    const { status, stdout, stderr } = await this.#step({ run: args, env: { PAWL_SESSION: this.session } });
    assert.equal(status, 0, stderr);
    return stdout;
  }

  /** Ends it as a crash would. */
  async kill(): Promise<void> {
    const ended = new Promise((resolve) => this.#child.once('exit', resolve));
    this.#child.kill('SIGKILL');
    await ended;
  }
}
