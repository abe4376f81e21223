// A process of the demo, seen from outside: its lines as they come, and its end.

import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import type { Line } from './actors.js';

/** How a process ended. */
export interface End {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly lines: readonly Line[];
  /** What it said on stderr. */
  readonly complaint: string;
}

const alive = new Set<ChildProcess>();
const tooLongMs = 30_000;

/** Kills every process of the demo that still runs; for an interrupted demo. */
export function killAll(): void {
  for (const child of alive) child.kill('SIGKILL');
}

function isLine(value: unknown): value is Line {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

/**
 * Runs a part of the demo as a process of its own, to its end.
 * @param role which part
 * @param root the demo's repository
 * @param onLine told about each line; may kill the process
 * @returns how it ended, with all its lines: what was written before a kill stays in the pipe
 */
export function runPart(
  role: string,
  root: string,
  onLine: (line: Line, kill: () => void) => void = () => undefined,
): Promise<End & { readonly pid: number }> {
  const program = path.join(__dirname, '..', 'pawl.cjs');
  const env = { ...process.env, GIT_ROOT: root };
  const child = spawn(process.execPath, [program, 'demo', '--role', role, '--root', root], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  alive.add(child);
  const watch = setTimeout(() => child.kill('SIGKILL'), tooLongMs);
  const lines: Line[] = [];
  let rest = '';
  let complaint = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    const parts = (rest + text).split('\n');
    rest = parts.pop() ?? '';
    for (const part of parts) {
      const line: unknown = JSON.parse(part);
      if (!isLine(line)) continue;
      lines.push(line);
      onLine(line, () => child.kill('SIGKILL'));
    }
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaint += text;
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => {
      clearTimeout(watch);
      alive.delete(child);
      resolve({ code, signal, lines, complaint: complaint.trim(), pid: child.pid ?? 0 });
    });
  });
}
