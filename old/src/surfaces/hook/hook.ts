// The hook as a program: reads one event, prints one JSON document, and ends with 0 whatever happens.

import type { RareParts } from './parts/rare.js';
import { runHook } from './run-hook.js';
import { gateWaitMs, type Handlers } from './scene.js';
import { readInput, writeOutput } from './stdio.js';

/** How a built part of the hook is called. */
export interface HookProgram {
  /** The event on the command line. */
  readonly event: string | undefined;
  /** Where the built parts are. */
  readonly folder: string;
  /** Loads a built part, with what V8 compiled of it before. */
  readonly load: (name: string) => unknown;
  /** What came on stdin, when it was read already. */
  readonly input?: string | undefined;
}

/**
 * Answers the event on stdin.
 * @param handlers what answers events
 * @param program how it was called
 */
export function answerEvent(handlers: Handlers, { event, folder, load, input }: HookProgram): void {
  const { env, ppid: parentPid } = process;
  let answer = '{}';
  try {
    const { text, isWhole } = input === undefined ? readInput(waitMsFor(event)) : { text: input, isWhole: true };
    answer = runHook({
      event,
      handlers,
      input: text,
      isWhole,
      env,
      cwd: ownFolder(),
      now: Date.now(),
      slow: (task, payload, root, timeoutMs) =>
        loadRare(load).inOtherProcess(task, payload, root, { folder, parentPid, timeoutMs }),
      parentPid,
      onTrouble: (root, name, error) => tell(() => loadRare(load).noteTrouble(root, name, error)),
      isOff: (root) => loadRare(load).isOff(root),
    });
  } catch {
    // Nobody is left to tell.
  }
  writeOutput(answer);
  process.exitCode = 0;
}

/** The gate must not take for nothing what comes late. All others give up soon. */
function waitMsFor(event: string | undefined): number | undefined {
  return event === 'PreToolUse' || event?.startsWith('UserPrompt') === true ? gateWaitMs : undefined;
}

/** A folder that was removed under the agent has no path. */
function ownFolder(): string | null {
  try {
    return process.cwd();
  } catch {
    return null;
  }
}

function isRare(value: unknown): value is { readonly rareParts: RareParts } {
  return typeof value === 'object' && value !== null && 'rareParts' in value;
}

function loadRare(load: HookProgram['load']): RareParts {
  const loaded = load('rare.cjs');
  if (isRare(loaded)) return loaded.rareParts;
  throw new TypeError('a part of the hook is missing');
}

/** Nobody is left to tell when that fails. */
function tell(note: () => void): void {
  try {
    note();
  } catch {
    // See above.
  }
}
