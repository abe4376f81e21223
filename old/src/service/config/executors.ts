// How the user's own configuration says workstreams are run: a command for each executor that specs name. Pure.

import { durationOf, maxMs } from '../../families/pipeline/spec/read/durations.js';
import { isJsonObject } from '../../rules/json/json.js';
import { reservedNames } from '../../rules/limits.js';

/** How one executor is called. Never by a shell. */
export interface ExecutorTemplate {
  /** The program and its arguments; `{brief}`, `{workstream}` and `{prd}` in them are filled in. */
  readonly command: readonly string[];
  /** Whether it reads the workstream's brief on stdin; it does unless this says `none`. */
  readonly stdin?: 'brief' | 'none';
  /** How long a workstream may take, e.g. `45m`, where its spec says nothing. */
  readonly timeout?: string;
  /** Variables beside the user's own. */
  readonly env?: Readonly<Record<string, string>>;
}

/**
 * By the executor's name; `*` stands for every other one. Null is one that is written wrongly: it is not used, and nothing
 * stands in for it.
 */
export type Executors = Readonly<Record<string, ExecutorTemplate | null>>;

const maxExecutors = 200;
const example = '{"backend-agent": {"command": ["claude", "-p"], "stdin": "brief"}}';

/**
 * Finds what is wrong with the setting as a whole.
 * @param value its value
 * @returns what is wrong, in words, or null
 */
export function checkExecutors(value: unknown): string | null {
  return isJsonObject(value) && Object.keys(value).length <= maxExecutors ? null : `must be a map such as ${example}`;
}

/**
 * Finds what is wrong with one executor.
 * @param name its name
 * @param template how it is called
 * @returns what is wrong, in words, or null
 */
export function checkExecutor(name: string, template: unknown): string | null {
  const flaw = reservedNames.has(name) ? 'cannot be a name' : flawOf(template);
  return flaw === null ? null : `${flaw}, e.g. ${example}`;
}

function flawOf(template: unknown): string | null {
  if (!isJsonObject(template)) return 'must be a map with a command';
  const { command, stdin, timeout, env, ...others } = template;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) return `has the unknown member ${JSON.stringify(unknown.slice(0, 60))}`;
  const isCommand = Array.isArray(command) && command.length > 0 && command.every((word) => typeof word === 'string');
  if (!isCommand || command[0] === '' || command.join('').includes('\0')) return 'needs a command as a list of words';
  if (stdin !== undefined && stdin !== 'brief' && stdin !== 'none') return 'has a stdin that is not "brief" or "none"';
  if (timeout !== undefined && typeof timeout !== 'string') return 'has a timeout that is not a text such as "45m"';
  const ms = timeout === undefined ? null : durationOf(timeout.trim().toLowerCase());
  if (timeout !== undefined && (ms === null || ms < 1 || ms > maxMs)) {
    return `has the timeout ${JSON.stringify(timeout.slice(0, 40))}, which is no time such as "45m", at most "7d"`;
  }
  const isEnv = env === undefined || (isJsonObject(env) && Object.values(env).every((one) => typeof one === 'string'));
  return isEnv ? null : 'has an env that is not a map of texts';
}

/**
 * Takes what can be used.
 * @param value the setting's value
 * @returns the executors; those that cannot be used are null
 */
export function readExecutors(value: unknown): Executors {
  if (checkExecutors(value) !== null || !isJsonObject(value)) return {};
  const named = Object.entries(value).filter(([name]) => !reservedNames.has(name));
  return Object.fromEntries(named.map(([name, template]) => [name, isTemplate(template) ? template : null]));
}

function isTemplate(value: unknown): value is ExecutorTemplate {
  return flawOf(value) === null;
}
