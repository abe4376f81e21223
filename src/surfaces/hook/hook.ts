// The hook as a program: reads one event, prints one JSON document, and ends with 0 whatever happens.

import { inOtherProcess } from './in-other-process.js';
import { runHook } from './run-hook.js';
import { readInput, writeOutput } from './stdio.js';

/**
 * Answers the event on stdin.
 * @param event its name; the payload's own unless given
 */
export function main(event: string | undefined): void {
  let answer = '{}';
  try {
    answer = runHook({
      event,
      input: readInput(),
      env: process.env,
      cwd: process.cwd(),
      parentPid: process.ppid,
      now: Date.now(),
      slow: (task, payload, root) => inOtherProcess(task, payload, root, { folder: __dirname, parentPid: process.ppid }),
    });
  } catch {
    // A folder that was removed under the agent has no cwd: there is nothing to tell.
  }
  writeOutput(answer);
  process.exitCode = 0;
}
