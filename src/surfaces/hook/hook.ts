// The hook as a program: reads one event, prints one JSON document, and ends with 0 whatever happens.

import path from 'node:path';
import { inOtherProcess } from './in-other-process.js';
import { runHook } from './run-hook.js';
import type { Handlers } from './scene.js';
import { readInput, writeOutput } from './stdio.js';

/** How a built part of the hook is called. */
export interface HookProgram {
  /** The event on the command line. */
  readonly event: string | undefined;
  /** Where the built parts are. */
  readonly folder: string;
  /** What came on stdin, when it was read already. */
  readonly input?: string | undefined;
}

/**
 * Answers the event on stdin.
 * @param handlers what answers events
 * @param program how it was called
 */
export function answerEvent(handlers: Handlers, { event, folder, input }: HookProgram): void {
  const parentPid = process.ppid;
  let answer = '{}';
  try {
    answer = runHook({
      event,
      handlers,
      input: input ?? readInput(),
      env: process.env,
      cwd: process.cwd(),
      parentPid,
      now: Date.now(),
      slow: (task, payload, root) => inOtherProcess(task, payload, root, { folder, parentPid }),
      onTrouble: (root, name, error) => void loadRare(folder)?.noteTrouble(root, name, error),
      isOff: (root) => loadRare(folder)?.isOff(root) === true,
    });
  } catch {
    // A folder that was removed under the agent has no path: there is nothing to tell.
  }
  writeOutput(answer);
  process.exitCode = 0;
}

/** What `parts/rare.ts` exports. */
interface Rare {
  noteTrouble(root: string, event: string, error: unknown): void;
  isOff(root: string): boolean;
}

function isRare(value: unknown): value is Rare {
  return typeof value === 'object' && value !== null && 'noteTrouble' in value && 'isOff' in value;
}

/** Needed only when something went wrong, or is configured. */
function loadRare(folder: string): Rare | null {
  try {
    const loaded: unknown = require(path.join(folder, 'rare.cjs'));
    return isRare(loaded) ? loaded : null;
  } catch {
    return null;
  }
}
