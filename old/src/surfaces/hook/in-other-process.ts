// Does a task in a process of its own, so that a store that hangs can be ended: nothing in one process can end a call to
// the disk that does not return.

import fs from 'node:fs';
import path from 'node:path';
import { errnoOf } from '../../rules/errno.js';
import { tryJson } from '../../rules/json/try-json.js';
import { answerFrom, type HookAnswer } from './answer.js';
import type { Payload } from './payload.js';
import { type SlowTask, slowEvent } from './scene.js';

/** With the starts of both processes it stays below two seconds. */
export const slowMs = 1_600;

/**
 * Does a task in another process.
 * @param task what is to be done
 * @param payload the event
 * @param root the project's root
 * @param circumstances where the other program is, and who started this one
 * @param circumstances.folder the folder of the built hook
 * @param circumstances.parentPid the process that started this one
 * @param circumstances.timeoutMs how long it may take
 * @returns its answer; throws when there is none
 */
export function inOtherProcess(
  task: SlowTask,
  payload: Payload,
  root: string,
  circumstances: { readonly folder: string; readonly parentPid: number; readonly timeoutMs?: number | undefined },
): HookAnswer {
  const { folder, parentPid, timeoutMs = slowMs } = circumstances;
  const { spawnSync } = process.getBuiltinModule('node:child_process');
  const { stdout, stderr, error, status, signal } = spawnSync(
    process.execPath,
    [path.join(folder, 'pawl-hook.cjs'), slowEvent],
    {
      cwd: root,
      input: JSON.stringify({ task, payload, root, parentPid, startedBy: process.argv[1] ?? '' }),
      encoding: 'utf8',
      timeout: timeoutMs,
      killSignal: 'SIGKILL',
      windowsHide: true,
    },
  );
  if (signal !== null || errnoOf(error) === 'ETIMEDOUT') {
    throw new Error(`${task} took longer than ${timeoutMs} ms and was stopped`);
  }
  if (error !== undefined) throw fs.existsSync(root) ? error : new Error(`there is no folder ${root}`);
  const answer = answerFrom(tryJson(stdout));
  if (answer === null) throw new Error(`${task} ended with ${status}: ${stderr.trim().slice(0, 300) || 'no answer'}`);
  return answer;
}
