// What the end of a gate's command means. Blocked is no failure: the command could not be run, or gave no verdict. Pure.

import type { ChildEnd } from '../process/run-child.js';

/** `stopped`: the caller ended it, and nothing is known. */
export type CommandVerdict = 'pass' | 'fail' | 'blocked' | 'stopped';

/** Of a crash, which is the program's own doing; any other signal comes from outside. */
const crashes = new Set(['SIGSEGV', 'SIGABRT', 'SIGBUS', 'SIGFPE', 'SIGILL', 'SIGTRAP', 'SIGSYS']);
const crashCodes = new Set([132, 133, 134, 135, 136, 139, 159]);

/** Exit codes by which shells and npm say that there was nothing to run. */
const unrunnable: Readonly<Record<number, string>> = {
  126: 'the command may not be run',
  127: 'the command was not found',
  9009: 'the command was not found',
};

/**
 * Judges how a command ended.
 * @param end its end
 * @returns the verdict, and in words why
 */
export function verdictOf(end: Pick<ChildEnd, 'kind' | 'exitCode' | 'signal' | 'reason'>): {
  readonly verdict: CommandVerdict;
  readonly reason: string;
} {
  const { kind, exitCode, signal, reason } = end;
  if (kind === 'stopped') return { verdict: 'stopped', reason };
  if (kind === 'not-started' || kind === 'timed-out' || kind === 'flooded') return { verdict: 'blocked', reason };
  if (kind === 'signalled') return { verdict: crashes.has(signal ?? '') ? 'fail' : 'blocked', reason };
  const code = exitCode ?? 0;
  if (code === 0) return { verdict: 'pass', reason };
  const told = Object.hasOwn(unrunnable, code) ? unrunnable[code] : undefined;
  if (told !== undefined) return { verdict: 'blocked', reason: `${reason}: ${told}` };
  const wasEnded = code > 128 && code < 160 && !crashCodes.has(code);
  return wasEnded ? { verdict: 'blocked', reason: `${reason}: it was ended by a signal` } : { verdict: 'fail', reason };
}
