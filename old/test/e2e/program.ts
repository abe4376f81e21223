// For tests: runs the built program as users do.

import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { isJsonObject, type Json, type JsonObject } from '../../src/rules/json/json.js';
import { tempFolder } from '../support/temp.js';

/** The built program; tests run from the repository's root. */
export const program = path.resolve('dist/cli/pawl.cjs');

/** How a process ended. */
export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** The environment without anything that would steer the program. */
export function cleanEnv(extra: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  const steering = /^(?:GIT_|PAWL_|CLAUDE_|CODEX_|NO_COLOR$|FORCE_COLOR$|NODE_TEST_CONTEXT$|NODE_V8_COVERAGE$)/;
  const kept = Object.entries(process.env).filter(([name]) => !steering.test(name));
  return { ...Object.fromEntries(kept), ...extra };
}

/**
 * Runs Node with arguments.
 * @param args a script and what it is given
 * @param cwd the current folder
 * @param env more environment
 * @returns how it ended
 */
export function node(args: readonly string[], cwd: string, env: Readonly<Record<string, string>> = {}): Ended {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd,
    env: cleanEnv(env),
    encoding: 'utf8',
    timeout: 60_000,
  });
  return { code: status, out: stdout, err: stderr };
}

/**
 * Runs pawl.
 * @param args its arguments
 * @param cwd the current folder
 * @param env more environment
 * @returns how it ended
 */
export function pawl(
  args: readonly string[],
  cwd: string = process.cwd(),
  env: Readonly<Record<string, string>> = {},
): Ended {
  return node([program, ...args], cwd, env);
}

/**
 * Parses what was printed as one JSON document.
 * @param ended a run with `--json`
 * @returns the document
 */
export function documentOf(ended: Ended): JsonObject {
  const value: unknown = JSON.parse(ended.out);
  assert.ok(isJsonObject(value), 'one JSON object');
  return value;
}

/** Makes a git repository with one commit, removed with the test. */
export function tempRepository(): string {
  const root = fs.realpathSync(tempFolder());
  git(root, 'init', '--quiet');
  git(root, 'commit', '--quiet', '--allow-empty', '--message', 'first');
  return root;
}

/**
 * Runs git in a folder.
 * @param cwd the folder
 * @param args its arguments
 * @returns what it printed
 */
export function git(cwd: string, ...args: readonly string[]): string {
  const settings = ['-c', 'user.name=test', '-c', 'user.email=test@localhost', '-c', 'commit.gpgsign=false'];
  return execFileSync('git', [...settings, ...args], { cwd, env: cleanEnv(), encoding: 'utf8' });
}

/**
 * Reads a text file.
 * @param parts its path
 * @returns the text
 */
export function textOf(...parts: readonly string[]): string {
  return fs.readFileSync(path.join(...parts), 'utf8');
}

/**
 * Writes a file, with its folder.
 * @param root the project's root
 * @param file its path from there
 * @param content what it holds: a text or bytes as they are, anything else as JSON
 * @returns its full path
 */
export function put(root: string, file: string, content: Json | Buffer): string {
  const full = path.join(root, file);
  fs.mkdirSync(path.dirname(full), { recursive: true });
  const isRaw = typeof content === 'string' || Buffer.isBuffer(content);
  fs.writeFileSync(full, isRaw ? content : `${JSON.stringify(content, null, 2)}\n`);
  return full;
}
