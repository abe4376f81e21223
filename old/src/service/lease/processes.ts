// What the system tells about processes: who started whom and when, and on which machine this is. Linux tells it in
// /proc; elsewhere `ps` is asked, and where that is missing only the process id is known.

import fs from 'node:fs';
import { checksumText } from '../../rules/checksum.js';
import { errnoOf } from '../../rules/errno.js';

/** A process, told apart from a later one with the same id by its start. */
export interface ProcessMark {
  readonly pid: number;
  /** As the system counts it; null when it does not tell. */
  readonly started: string | null;
}

/** A process and how it was called. */
export interface RunningProcess extends ProcessMark {
  readonly parent: number;
  /** Its arguments; the first is the program. */
  readonly command: readonly string[];
}

/** The machine, as processes on it see it. */
export interface Machine {
  readonly host: string;
  /** Hosts may share a name, machines do not; a checksum, as the id itself is confidential. */
  readonly machine: string | null;
  /** Changes when the machine is restarted. */
  readonly boot: string | null;
  /** Process ids mean something only within their space: containers have their own. */
  readonly pid_space: string | null;
}

function loadText(file: string): string | null {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}

function linkText(file: string): string | null {
  try {
    return fs.readlinkSync(file);
  } catch {
    return null;
  }
}

/**
 * Tells where the ids of processes that this one sees mean the same.
 * @returns this start of the machine, and the space; nulls where the system does not tell
 */
export function thisPidSpace(): Pick<Machine, 'boot' | 'pid_space'> {
  return {
    boot: loadText('/proc/sys/kernel/random/boot_id')?.trim() ?? null,
    pid_space: linkText('/proc/self/ns/pid'),
  };
}

/** Linux has it in a file, and loading node:os costs ten times that look. */
function hostName(): string {
  const told = process.platform === 'linux' ? loadText('/proc/sys/kernel/hostname')?.trim() : undefined;
  return told || process.getBuiltinModule('node:os').hostname();
}

/**
 * Tells which machine this is.
 * @returns what is known of it
 */
export function thisMachine(): Machine {
  const id = loadText('/etc/machine-id')?.trim();
  return {
    host: hostName(),
    machine: id ? checksumText(id) : null,
    ...thisPidSpace(),
  };
}

/**
 * Looks a process up.
 * @param pid its id
 * @returns what is known of it; null when it is gone, or ended and only not yet taken note of
 */
export function findProcess(pid: number): RunningProcess | null {
  if (!Number.isSafeInteger(pid) || pid < 1) return null;
  return process.platform === 'linux' ? fromProc(pid) : fromPs(pid);
}

function fromProc(pid: number): RunningProcess | null {
  const stat = loadText(`/proc/${pid}/stat`);
  if (stat === null) return null;
  // The program's name stands in parentheses and may hold anything; the fields behind it have fixed places.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state, parent] = fields;
  if (state === 'Z' || state === 'X') return null;
  const command = (loadText(`/proc/${pid}/cmdline`) ?? '').split('\0').filter((part) => part !== '');
  return { pid, parent: Number(parent), started: fields[19] ?? null, command };
}

/**
 * Tells when a process began, as cheaply as the system allows.
 * @param pid its id
 * @returns as in `ProcessMark`; null when it is gone, or when that is not known
 */
export function startOf(pid: number): string | null {
  if (process.platform !== 'linux') return findProcess(pid)?.started ?? null;
  const stat = loadText(`/proc/${pid}/stat`) ?? '';
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null;
}

function fromPs(pid: number): RunningProcess | null {
  const [found] = askPs(['-p', String(pid)]);
  if (found !== undefined) return found;
  return isThere(pid) ? { pid, parent: 0, started: null, command: [] } : null;
}

/** Nothing when there is no ps, or no such process. */
function askPs(which: readonly string[]): readonly RunningProcess[] {
  const { execFileSync } = process.getBuiltinModule('node:child_process');
  try {
    const columns = ['-o', 'pid=', '-o', 'ppid=', '-o', 'lstart=', '-o', 'command='];
    const options = { timeout: 2_000, stdio: ['ignore', 'pipe', 'ignore'] as ['ignore', 'pipe', 'ignore'] };
    return parsePs(execFileSync('ps', [...columns, ...which], options).toString());
  } catch {
    return [];
  }
}

/**
 * Reads what `ps -o pid= -o ppid= -o lstart= -o command=` prints.
 * @param text its output
 * @returns the processes; lines that are none are left out
 */
export function parsePs(text: string): readonly RunningProcess[] {
  return text.split('\n').flatMap((line) => {
    const [, pid, parent, started = '', command = ''] = /^\s*(\d+)\s+(\d+)\s+(.{24})\s+(.*)$/s.exec(line) ?? [];
    if (pid === undefined) return [];
    return [{ pid: Number(pid), parent: Number(parent), started, command: command.trim().split(/\s+/) }];
  });
}

/**
 * Tells whether any process has an id: nothing needs to be read or run for it.
 * @param pid the id
 * @returns true also for a later process with the same id
 */
export function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errnoOf(error) === 'EPERM';
  }
}

/**
 * Tells whether a process still runs, and is not another one with its id.
 * @param mark the process
 * @returns false when it is gone
 */
export function isAlive({ pid, started }: ProcessMark): boolean {
  const found = findProcess(pid);
  return found !== null && (started === null || found.started === null || found.started === started);
}

const maxGenerations = 32;

/**
 * Tells who started this process: its parent, that one's parent, and so on, each looked up when it is asked for.
 * @param pid where to begin
 * @yields the nearest first; the system's first process is not among them
 */
export function* parentsOf(pid: number): Generator<RunningProcess> {
  const find = process.platform === 'linux' ? findProcess : finderByPs();
  for (let next = pid, count = 0; next > 1 && count < maxGenerations; count++) {
    const one = find(next);
    if (one === null) return;
    yield one;
    next = one.parent;
  }
}

/** A call of `ps` costs more than what it prints: one for all. */
function finderByPs(): (pid: number) => RunningProcess | null {
  const all = new Map(askPs(['-A']).map((one) => [one.pid, one]));
  return (pid) => all.get(pid) ?? null;
}

/**
 * Lists who started this process.
 * @param pid where to begin
 * @returns the nearest first; the system's first process is not among them
 */
export function ancestorsOf(pid: number): readonly RunningProcess[] {
  return [...parentsOf(pid)];
}
