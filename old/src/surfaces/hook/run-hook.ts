// One event, from its payload to the answer. Never throws: trouble is noted, and only a gate that cannot tell refuses.

import fs from 'node:fs';
import path from 'node:path';
import { mayBeSet } from '../../service/config/files.js';
import { projectRoot } from '../../service/git.js';
import { type HookAnswer, nothing, printAnswer } from './answer.js';
import { type Payload, readPayload } from './payload.js';
import type { Handlers, HookScene, SlowTask } from './scene.js';

/** What a hook is called with. */
export interface HookCall {
  /** The event on the command line. */
  readonly event: string | undefined;
  /** What came on stdin. */
  readonly input: string;
  /** False when it did not come to its end. */
  readonly isWhole?: boolean;
  readonly env: NodeJS.ProcessEnv;
  /** The current folder; null when it is gone. */
  readonly cwd: string | null;
  readonly now: number;
  /** What answers events; others are ignored. */
  readonly handlers: Handlers;
  /** Does a task in a process of its own; throws when it cannot. */
  readonly slow: (task: SlowTask, payload: Payload, root: string, limitMs?: number) => HookAnswer;
  /** The process that started this one. */
  readonly parentPid: number;
  /** Notes what went wrong. Never throws. */
  readonly onTrouble: (root: string, event: string, error: unknown) => void;
  /** Tells whether hooks are switched off; asked only where something is configured. */
  readonly isOff: (root: string) => boolean;
}

/**
 * Answers one event.
 * @param call the event and its circumstances
 * @returns one JSON document, as text
 */
export function runHook(call: HookCall): string {
  let event = 'unknown';
  let root = call.cwd ?? '';
  try {
    const payload = readPayload(call.input, call.event, call.isWhole);
    ({ event } = payload);
    const handler = Object.hasOwn(call.handlers, event) ? call.handlers[event] : undefined;
    if (handler === undefined) return printAnswer(event, nothing);
    const found = rootOf(payload, call);
    if (found === null) return printAnswer(event, handler(payload, lostScene(call)));
    root = found;
    if (maySwitchOff(root, call.env) && call.isOff(root)) return printAnswer(event, nothing);
    const { env, now, parentPid } = call;
    const onTrouble = (error: unknown): void => call.onTrouble(root, event, error);
    const slow = (task: SlowTask, limitMs?: number): HookAnswer => call.slow(task, payload, root, limitMs);
    const scene: HookScene = { root, now, env, parentPid, slow, onTrouble };
    return printAnswer(event, handler(payload, scene));
  } catch (error) {
    call.onTrouble(root, event, error);
    return printAnswer(event, nothing);
  }
}

/** As everywhere, but the agent knows better than its hook where it works. Null when neither can tell. */
function rootOf({ cwd }: Payload, { env, cwd: own }: HookCall): string | null {
  const isThere = cwd !== null && path.isAbsolute(cwd) && !cwd.includes('\0') && fs.existsSync(cwd);
  const from = isThere ? cwd : own;
  if (from !== null) return projectRoot(env, from);
  const named = env['GIT_ROOT'] || env['CLAUDE_PROJECT_DIR'] || '';
  return path.isAbsolute(named) ? projectRoot(env, named) : null;
}

function lost(): never {
  throw new Error('the folder that the agent works in is gone');
}

/** Whoever needs the project fails, and the gate blocks. */
function lostScene({ now, env, parentPid }: HookCall): HookScene {
  return {
    now,
    env,
    parentPid,
    get root() {
      return lost();
    },
    slow: lost,
    onTrouble: () => {}, // there is no project to note it in
  };
}

function maySwitchOff(root: string, env: NodeJS.ProcessEnv): boolean {
  return (env['PAWL_OFF'] ?? '') !== '' || mayBeSet(root, '"off"', env);
}
