// What a call of `pawl build` asks for, read from its arguments.

import { badUsage } from '../../../rules/errors.js';
import { durationOf, maxMs } from '../../../families/pipeline/spec/read/durations.js';
import { defaultTimeoutMs } from '../../../service/build/workstream-commands.js';
import type { Call } from '../call.js';

/** The wishes of a call. */
export interface BuildWishes {
  /** A path or an id; undefined with `--resume` alone. */
  readonly named: string | undefined;
  readonly isYes: boolean;
  readonly isFresh: boolean;
  /** Whether what no longer holds of a complete run is built again. */
  readonly isRedo: boolean;
  readonly isDryRun: boolean;
  readonly parallel: number;
  readonly timeoutMs: number;
  readonly accept: string | undefined;
}

const defaultParallel = 4;
const maxParallel = 64;

/**
 * Reads the wishes of a call.
 * @param call the call
 * @returns the wishes; throws `bad-usage`
 */
export function wishesOf(call: Call): BuildWishes {
  const [named] = call.positionals;
  const isFresh = call.flag('fresh');
  if (named === undefined && !call.flag('resume')) {
    throw badUsage('pawl build needs SPEC or --resume', 'Name a spec by its path or id, or go on with the latest run.');
  }
  for (const other of ['resume', 'redo'].filter((flag) => isFresh && call.flag(flag))) {
    throw badUsage(`--fresh and --${other} exclude each other`, 'Give one of them.');
  }
  const accept = call.text('accept')?.trim();
  if (accept === '') throw badUsage('--accept needs a reason', 'Say why results are kept that no longer fit.');
  const parallel = call.number('parallel') ?? defaultParallel;
  if (parallel > maxParallel) {
    throw badUsage(`--parallel cannot be ${parallel}`, `At most ${maxParallel} workstreams run at once.`);
  }
  return {
    named,
    isYes: call.flag('yes'),
    isFresh,
    isRedo: call.flag('redo'),
    isDryRun: call.flag('dry-run'),
    parallel,
    timeoutMs: timeoutOf(call.text('timeout')),
    accept,
  };
}

function timeoutOf(text: string | undefined): number {
  if (text === undefined) return defaultTimeoutMs;
  const ms = durationOf(text.trim().toLowerCase());
  if (ms !== null && ms >= 1 && ms <= maxMs) return ms;
  throw badUsage(`--timeout cannot be ${JSON.stringify(text)}`, 'Write e.g. 90s, 10m or 1h30m; at most 7d.');
}
