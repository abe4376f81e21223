// What the system tells about processes: who started whom and when, and on which machine this is. Linux tells it in
// /proc; elsewhere `ps` is asked, and where that is missing only the process id is known.

import fs from 'node:fs';
import { checksumText } from '../../rules/checksum.js';

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
 * Tells which machine this is.
 * @returns what is known of it
 */
export function thisMachine(): Machine {
  const id = loadText('/etc/machine-id')?.trim();
  return {
    host: process.getBuiltinModule('node:os').hostname(),
    machine: id ? checksumText(id) : null,
    boot: loadText('/proc/sys/kernel/random/boot_id')?.trim() ?? null,
    pid_space: linkText('/proc/self/ns/pid'),
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

function fromPs(pid: number): RunningProcess | null {
  const { execFileSync } = process.getBuiltinModule('node:child_process');
  try {
    const columns = ['-o', 'ppid=', '-o', 'lstart=', '-o', 'command='];
    const options = { timeout: 2_000, stdio: ['ignore', 'pipe', 'ignore'] as ['ignore', 'pipe', 'ignore'] };
    const line = execFileSync('ps', [...columns, '-p', String(pid)], options).toString();
    const [, parent, started = '', command = ''] = /^\s*(\d+)\s+(.{24})\s+(.*)$/s.exec(line) ?? [];
    if (parent !== undefined) return { pid, parent: Number(parent), started, command: command.trim().split(/\s+/) };
  } catch {
    // No ps, or no such process: the next question tells.
  }
  return isThere(pid) ? { pid, parent: 0, started: null, command: [] } : null;
}

function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
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
 * Lists who started this process: its parent, that one's parent, and so on.
 * @param pid where to begin
 * @returns the nearest first; the system's first process is not among them
 */
export function ancestorsOf(pid: number): readonly RunningProcess[] {
  const found: RunningProcess[] = [];
  for (let next = pid; next > 1 && found.length < maxGenerations; ) {
    const one = findProcess(next);
    if (one === null) break;
    found.push(one);
    next = one.parent;
  }
  return found;
}
