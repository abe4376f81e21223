// Finds and ends processes: those of a group, and those that carry a run's mark in their environment wherever they went.
// Linux tells every process's environment and parents in /proc. Elsewhere only groups are known, and on Windows the tree
// below a process: a child that leaves both and outlives its parent is not found there.

import fs from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { closeQuietly } from '../../disk/files.js';
import { isAlive, type ProcessMark } from '../lease/processes.js';

/** The variable that every child inherits from the run that started it; several marks when runs are nested. */
export const markVariable = 'PAWL_RUN';

/** What is to be ended. */
export interface Quarry {
  /** The groups, by the id of the process that began each. */
  readonly groups: readonly number[];
  /** A mark, or the beginning of marks: `run.` for all children of a run. */
  readonly mark: string | null;
  /** When the run's own process began, where that is known: what is older cannot carry its mark. */
  readonly since?: string | null;
}

const isLinux = process.platform === 'linux';
const isWindows = process.platform === 'win32';
const pollMs = 25;
/** How long processes may take to be gone after SIGKILL; only one that hangs in the kernel takes longer. */
const goneMs = 3_000;

function send(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(pid, signal);
    return true;
  } catch {
    return false; // gone, or another user's by now
  }
}

/**
 * Tells whether a group has living members.
 * @param group its id
 * @returns false when all are gone
 */
export function isGroupThere(group: number): boolean {
  return group > 1 && send(isWindows ? group : -group, 0) && (!isLinux || hasLiving(group));
}

/** What has ended and only waits for its parent's notice still answers to signals. */
function hasLiving(group: number): boolean {
  return rows().some((row) => row.group === group);
}

function signalGroup(group: number, signal: NodeJS.Signals): void {
  if (group <= 1) return;
  if (!isWindows) {
    send(-group, signal);
    return;
  }
  const { spawnSync } = process.getBuiltinModule('node:child_process');
  const force = signal === 'SIGKILL' ? ['/F'] : [];
  spawnSync('taskkill', ['/T', ...force, '/PID', String(group)], { stdio: 'ignore', windowsHide: true });
}

interface Row {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  readonly started: string;
}

/** Every living process; only on Linux. */
function rows(): readonly Row[] {
  return fs.readdirSync('/proc').flatMap((name) => {
    const pid = Number(name);
    if (!Number.isInteger(pid)) return [];
    const stat = loadText(`/proc/${name}/stat`);
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ', 20);
    const [state, parent, group] = fields;
    if (stat === '' || state === 'Z' || state === 'X') return [];
    return [{ pid, parent: Number(parent), group: Number(group), started: fields[19] ?? '' }];
  });
}

const room = Buffer.allocUnsafeSlow(16 * 1024);

/** There are hundreds of these files, most of them small. */
function loadText(file: string): string {
  let fd: number | null = null;
  try {
    fd = fs.openSync(file, 'r');
    let text = '';
    for (let got = room.length; got === room.length; text += room.toString('latin1', 0, got)) {
      got = fs.readSync(fd, room, 0, room.length, null);
    }
    return text;
  } catch {
    return ''; // gone meanwhile, or another user's
  } finally {
    if (fd !== null) closeQuietly(fd);
  }
}

function hasMark(pid: number, mark: string): boolean {
  const environment = loadText(`/proc/${pid}/environ`);
  if (!environment.includes(mark)) return false;
  const entry = environment.split('\0').find((one) => one.startsWith(`${markVariable}=`)) ?? '';
  const marks = entry.slice(markVariable.length + 1).split(' ');
  return marks.some((one) => one === mark || (mark.endsWith('.') && one.startsWith(mark)));
}

/**
 * Finds processes: those of the groups, those that carry the mark, and what either of them started.
 * @param quarry which
 * @param known those that were found before, by id, with their start: they count on, though nobody would find them now;
 *   what is found is added
 * @returns their ids; none where the system does not tell
 */
export function findProcesses(quarry: Quarry, known: Map<number, string> = new Map()): readonly number[] {
  if (!isLinux) return [];
  const { groups, mark, since } = quarry;
  const all = rows().filter(({ pid }) => pid !== process.pid);
  const isOne = ({ pid, group, started }: Row): boolean =>
    known.get(pid) === started ||
    groups.includes(group) ||
    (mark !== null && !(Number(started) < Number(since ?? 0)) && hasMark(pid, mark));
  const found = new Map(all.filter(isOne).map((row) => [row.pid, row]));
  // A child may have cleared its environment and left the group; its parent tells, as long as it lives.
  for (let before = -1; before !== found.size; ) {
    before = found.size;
    for (const row of all) if (found.has(row.parent)) found.set(row.pid, row);
  }
  for (const { pid, started } of found.values()) known.set(pid, started);
  return [...found.keys()];
}

/**
 * Ends processes: asks them to end, waits, and then ends them.
 * @param quarry which
 * @param graceMs how long they may take to end by themselves; 0 to not ask
 * @param known takes those that were found, as `findProcesses` does
 * @returns true when all are gone
 */
export async function endProcesses(
  quarry: Quarry,
  graceMs: number,
  known: Map<number, string> = new Map(),
): Promise<boolean> {
  if (isLinux && findProcesses(quarry, known).length === 0) return true;
  if (graceMs > 0) {
    signalAll(quarry, 'SIGTERM', known);
    if (await areGone(quarry, graceMs, known)) return true;
  }
  // Again and again: a process that forks may be found between two of its children.
  for (let waited = 0; waited < goneMs; waited += pollMs * 4) {
    signalAll(quarry, 'SIGKILL', known);
    if (await areGone(quarry, pollMs * 4, known)) return true;
  }
  return false;
}

function signalAll(quarry: Quarry, signal: NodeJS.Signals, known: Map<number, string>): void {
  const pids = findProcesses(quarry, known); // before anyone is gone who tells of others
  for (const group of quarry.groups) signalGroup(group, signal);
  for (const pid of pids) send(pid, signal);
}

async function areGone(quarry: Quarry, withinMs: number, known: Map<number, string>): Promise<boolean> {
  for (let waited = 0; ; waited += pollMs) {
    if (isLinux ? findProcesses(quarry, known).length === 0 : !quarry.groups.some(isGroupThere)) return true;
    if (waited >= withinMs) return false;
    await sleep(pollMs);
  }
}

/**
 * Tells which groups are still those that a run began: a process that has the id of one by now is not hit.
 * @param began the processes that began the groups
 * @returns their ids
 */
export function groupsOf(began: readonly ProcessMark[]): readonly number[] {
  // A group outlives the process that began it, and no new process gets its id while it does.
  return began.filter((one) => isAlive(one) || (!isTaken(one.pid) && isGroupThere(one.pid))).map(({ pid }) => pid);
}

function isTaken(pid: number): boolean {
  return send(pid, 0);
}
