// Runs the commands of a gate one after the other, until one does not pass.

import path from 'node:path';
import fs from 'node:fs';
import { wayInside } from '../../disk/inside.js';
import type { SpecGate } from '../../families/pipeline/spec/types.js';
import { type Failure, readFailure } from '../../rules/failure/read-failure.js';
import type { Key } from '../../rules/names.js';
import { ChildRoll, endOrphans } from '../process/child-roll.js';
import { openOutputLog } from '../process/output-log.js';
import { runChild } from '../process/run-child.js';
import { isInside, realPath } from '../spec/inside.js';
import { type CommandVerdict, verdictOf } from './verdict.js';

/** How a gate's commands are run. */
export interface CommandOptions {
  /** The children of a run that is under way; a roll of its own unless given. */
  readonly roll?: ChildRoll | undefined;
  readonly timeoutMs: number;
  /** Asks it to end. */
  readonly stop?: AbortSignal | undefined;
  /** Ends it at once. */
  readonly kill?: AbortSignal | undefined;
  readonly onLine?: ((line: string) => void) | undefined;
}

/** How a gate's commands ended. */
export interface CommandsEnd {
  readonly verdict: CommandVerdict;
  readonly reason: string;
  readonly exitCode: number | null;
  readonly durationMs: number;
  /** The end of the output of the last command that ran. */
  readonly output: string;
  /** Where its output is kept, from the root. */
  readonly log: string | null;
  /** What failed, when something did. */
  readonly failure: Failure | null;
}

/** So much of the output is read for file and line, and so much of its end is remembered. */
const readChars = 200_000;
const keptChars = 2_000;

/**
 * Runs the commands of a gate.
 * @param root the project's root, which is where they run
 * @param key the run
 * @param gate the gate
 * @param options limits, and who listens
 * @returns the end of the first that did not pass, else of the last
 */
export async function runCommands(
  root: string,
  key: Key,
  gate: Pick<SpecGate, 'id' | 'commands'>,
  options: CommandOptions,
): Promise<CommandsEnd> {
  // What an earlier run left behind when it was killed must not meet this one.
  if (options.roll === undefined) await endOrphans(root, key);
  const roll = options.roll ?? ChildRoll.open(root, key);
  const until = performance.now() + options.timeoutMs;
  let durationMs = 0;
  let last: CommandsEnd | null = null;
  try {
    for (const command of gate.commands) {
      const log = openOutputLog(root, key, { unit: `gate ${gate.id}`, line: command.text });
      const end = await runChild(roll, {
        command,
        cwd: root,
        env: { PAWL_GATE: gate.id },
        timeoutMs: Math.max(1, until - performance.now()),
        log,
        stop: options.stop,
        kill: options.kill,
        onLine: options.onLine,
      });
      durationMs += end.durationMs;
      const { verdict, reason } = verdictOf(end);
      const isTimeout = end.kind === 'timed-out';
      last = {
        verdict,
        reason: isTimeout ? `it gave no verdict within ${options.timeoutMs / 1000} s` : reason,
        exitCode: end.exitCode,
        durationMs,
        output: log.output.tail(keptChars),
        log: end.log,
        failure: verdict === 'fail' ? readFailure(log.output.tail(readChars), locateIn(root)) : null,
      };
      if (verdict !== 'pass') return last;
    }
  } finally {
    if (options.roll === undefined) {
      if (await roll.endAll(0)) roll.close();
      else roll.leave();
    }
  }
  return last ?? nothingToRun;
}

const nothingToRun: CommandsEnd = {
  verdict: 'blocked',
  reason: 'it has no command',
  exitCode: null,
  durationMs: 0,
  output: '',
  log: null,
  failure: null,
};

/**
 * Finds files of the project by what a tool printed; whatever leads elsewhere is none.
 * @param root the project's root
 * @returns gives the path from the root, or null
 */
export function locateIn(root: string): (printed: string) => string | null {
  const known = new Map<string, string | null>();
  const real = realPath(root) ?? root;
  return (printed) => {
    const found = known.get(printed);
    if (found !== undefined) return found;
    const place = locate(real, printed);
    known.set(printed, place);
    return place;
  };
}

function locate(root: string, printed: string): string | null {
  if (printed === '' || printed.length > 1_000 || printed.includes('\0')) return null;
  const full = path.resolve(root, printed);
  try {
    if (fs.statSync(full, { throwIfNoEntry: false })?.isFile() !== true || !isInside(root, full)) return null;
  } catch {
    return null;
  }
  const way = wayInside(root, full)?.replaceAll(path.sep, '/') ?? null;
  // What others wrote is no place to mend.
  return way !== null && /(?:^|\/)node_modules\//.test(way) ? null : way;
}
