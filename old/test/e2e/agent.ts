// For tests: starts scripts as an agent does, with what it says about an event on stdin.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { isJsonObject } from '../../src/rules/json/json.js';
import { cleanEnv, type Ended, textOf } from './program.js';

/**
 * Reads a JSON file.
 * @param file its path
 * @returns its members
 */
export const json = (file: string): Record<string, unknown> => {
  const value: unknown = JSON.parse(textOf(file));
  assert.ok(isJsonObject(value));
  return { ...value };
};

/**
 * Starts a script as an agent does.
 * @param script its path
 * @param args its arguments
 * @param input what stands on stdin: a text, or a document
 * @param cwd the current folder
 * @param env more environment
 * @returns how it ended
 */
export function start(
  script: string,
  args: readonly string[],
  input: unknown,
  cwd: string,
  env: Readonly<Record<string, string>> = {},
): Ended {
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], {
    cwd,
    env: cleanEnv(env),
    input: typeof input === 'string' ? input : JSON.stringify(input),
    encoding: 'utf8',
    timeout: 60_000,
  });
  return { code: status, out: stdout, err: stderr };
}

let sessions = 0;
/**
 * Makes what an agent says about an event, each of a session of its own: the same event twice counts once.
 * @param cwd the session's folder
 * @param more the event's own members
 * @returns the document
 */
export const payload = (cwd: string, more: Readonly<Record<string, string>>): unknown => ({
  session_id: `s${(sessions += 1)}`,
  transcript_path: '',
  cwd,
  ...more,
});
