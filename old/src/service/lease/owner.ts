// Who works: an agent's session, or the nearest process that lives longer than one call. Several short calls of one
// owner are one holder.

import { namedSession } from '../session/named-session.js';
import { ancestorsOf, findProcess, parentsOf, type ProcessMark, type RunningProcess } from './processes.js';
import { sessionOwner } from './session-owner.js';

/** Who works on a run. */
export interface Owner {
  /** Two calls with the same id are one holder, e.g. `session 4f0c…`, `process 4711 (812)`. */
  readonly id: string;
  /** The process whose end ends all leases of this owner; null when only the heartbeat tells. */
  readonly process: ProcessMark | null;
  /** Whether that process may only stand between the agent and this call: then its end ends nothing. */
  readonly isUnsure?: boolean | undefined;
  /** Processes that started this one: what a person took up in a shell belongs to the agent that they start there. */
  readonly ancestors: readonly ProcessMark[];
  /** The session that this owner works for: what that has taken up is this owner's as well. */
  readonly session?: string | undefined;
}

const shells: ReadonlySet<string> = new Set(['sh', 'ash', 'bash', 'dash', 'fish', 'ksh', 'zsh']);
/** Programs that only pass a command on. */
const wrappers: ReadonlySet<string> = new Set(
  'bunx corepack doas env nice nohup npm npx pnpm setsid stdbuf sudo time timeout yarn'.split(' '),
);

/** Programs that run commands for others: a session does not end with them, whatever process counts without one. */
const runners: ReadonlySet<string> = new Set('gmake just make ninja perl python ruby script xargs'.split(' '));
/** Agents that are known by their names. */
const agents: ReadonlySet<string> = new Set('aider amp claude codex cursor-agent gemini goose opencode'.split(' '));

/**
 * Tells who is calling.
 * @param env the environment, where agents tell their session
 * @param session the session, when the caller knows it better, as one that the agent itself started does
 * @param ancestors who started this process, the nearest first
 * @returns the owner
 */
export function currentOwner(
  env: NodeJS.ProcessEnv = process.env,
  session?: string,
  ancestors: readonly RunningProcess[] = ancestorsOf(process.ppid),
): Owner {
  const id = sessionId(env, session);
  const marks = ancestors.map(markOf);
  if (id !== null) {
    // An agent is no shell: scripts between it and pawl end with the call. So may any program, where nobody knows the agent.
    const agent = session === undefined ? ancestors.find(isAgent) : undefined;
    const isUnsure = session === undefined && agent === undefined;
    const nearest = agent ?? ancestors.find((one) => !isShell(one) && !isWrapper(one) && !(isUnsure && isRunner(one)));
    const found = { id, process: nearest === undefined ? null : markOf(nearest), ancestors: marks };
    return isUnsure ? { ...found, isUnsure } : found;
  }
  const nearest = ancestors.find(outlives);
  return { id: processId(nearest), process: nearest === undefined ? null : markOf(nearest), ancestors: marks };
}

/**
 * Tells who a program is that keeps a run open itself: its own process, and no other one of the same session or shell.
 * @param env the environment, where agents tell their session
 * @param session the session, when the caller knows it better
 * @returns the owner
 */
export function programOwner(env: NodeJS.ProcessEnv = process.env, session?: string): Owner {
  const own = findProcess(process.pid) ?? { pid: process.pid, started: null, parent: process.ppid, command: [] };
  const id = sessionId(env, session);
  return {
    id: processId(own),
    process: markOf(own),
    ancestors: ancestorsOf(process.ppid).map(markOf),
    ...(id === null ? {} : { session: id }),
  };
}

/**
 * Tells the id of who is calling, and looks no further than that takes: a save has no time to lose.
 * @param env the environment, where agents tell their session
 * @param parents who started this process, the nearest first, looked up one by one
 * @returns as `currentOwner` has it
 */
export function currentOwnerId(
  env: NodeJS.ProcessEnv = process.env,
  parents: Iterable<RunningProcess> = parentsOf(process.ppid),
): string {
  const id = sessionId(env);
  if (id !== null) return id;
  for (const one of parents) if (outlives(one)) return processId(one);
  return processId(undefined);
}

/**
 * Tells who is calling, as `currentOwner` does, but looks up only what is asked for.
 * @returns the owner
 */
export function ownerOnDemand(): Owner {
  let whole: Owner | undefined;
  const all = (): Owner => (whole ??= currentOwner());
  return {
    id: currentOwnerId(),
    get process(): Owner['process'] {
      return all().process;
    },
    get isUnsure(): Owner['isUnsure'] {
      return all().isUnsure;
    },
    get ancestors(): Owner['ancestors'] {
      return all().ancestors;
    },
  };
}

function sessionId(env: NodeJS.ProcessEnv, session?: string): string | null {
  const named = session ?? namedSession(env);
  return named === undefined || named === '' ? null : sessionOwner(named);
}

/** Without anyone who outlives the call, all such calls on this machine are one holder: no single one could go on. */
function processId(own: RunningProcess | undefined): string {
  return own === undefined ? 'process unknown' : `process ${own.pid} (${own.started ?? 'unknown start'})`;
}

function outlives(one: RunningProcess): boolean {
  return !isOneCommand(one) && !isWrapper(one);
}

function markOf({ pid, started }: RunningProcess): ProcessMark {
  return { pid, started };
}

/** The program's name, without its folder and the dash of a login shell. */
function programOf({ command: [program = ''] }: RunningProcess): string {
  return nameOf(program);
}

function nameOf(file: string): string {
  return (file.split(/[/\\]/).at(-1) ?? '').replace(/^-|\.exe$/g, '');
}

/** npm writes its whole command line over its name; slashes in that are none of a path. */
function titleOf({ command: [title = ''] }: RunningProcess): string {
  return title.split(' ', 1)[0] ?? '';
}

function isShell(one: RunningProcess): boolean {
  return shells.has(programOf(one));
}

/** `sh -c …` lives as long as the one command that it was given, and so does a shell utility of `pawl init`. */
function isOneCommand(one: RunningProcess): boolean {
  if (!isShell(one)) return false;
  const isUtility = /(?:^|\/)(?:save|load|list|cleanup)-checkpoints?\.sh$/.test(one.command[1] ?? '');
  return isUtility || one.command.slice(1, 4).some((word) => /^-[a-z]*c$/.test(word));
}

function isRunner(one: RunningProcess): boolean {
  return runners.has(programOf(one).replace(/[\d.]+$/, ''));
}

/** Some are scripts, which stand behind the program that runs them. */
function isAgent({ command }: RunningProcess): boolean {
  const [program = '', script = ''] = command.map(nameOf);
  return (
    agents.has(program) || (/^(?:bun|node|python[\d.]*)$/.test(program) && agents.has(script.replace(/\.[a-z]+$/, '')))
  );
}

function isWrapper(one: RunningProcess): boolean {
  const program = programOf(one);
  if (wrappers.has(program) || wrappers.has(titleOf(one))) return true;
  return program === 'node' && /(?:^|[/\\])(?:npm|npx|pnpm|yarn)(?:-cli)?\.c?js$/.test(one.command[1] ?? '');
}
