// One event, from its payload to the answer. Never throws: trouble is noted, and only a gate that cannot tell refuses.

import fs from 'node:fs';
import path from 'node:path';
import { projectRoot } from '../../service/git.js';
import { noteTrouble } from '../../service/hooks/trouble.js';
import { type HookAnswer, nothing, printAnswer } from './answer.js';
import { isOff } from './is-off.js';
import { postToolUse } from './events/post-tool-use.js';
import { preToolUse } from './events/pre-tool-use.js';
import { userPrompt } from './events/user-prompt.js';
import { sessionStart } from './events/session-start.js';
import * as work from './events/work.js';
import { type Payload, readPayload } from './payload.js';
import type { EventHandler, HookScene, SlowTask } from './scene.js';

/** What is done about each event; others are ignored. */
const handlers: ReadonlyMap<string, EventHandler> = new Map<string, EventHandler>([
  ['SessionStart', sessionStart],
  ['UserPromptSubmit', userPrompt],
  ['UserPromptExpansion', userPrompt],
  ['PreToolUse', preToolUse],
  ['PostToolUse', postToolUse],
  ['PreCompact', work.preCompact],
  ['PostCompact', work.postCompact],
  ['SubagentStart', work.subagentStart],
  ['SubagentStop', work.subagentStop],
  ['TaskCreated', work.task],
  ['TaskCompleted', work.task],
  ['Stop', work.stop],
  ['SessionEnd', work.sessionEnd],
]);

/** What a hook is called with. */
export interface HookCall {
  /** The event on the command line. */
  readonly event: string | undefined;
  /** What came on stdin. */
  readonly input: string;
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
  readonly parentPid: number;
  readonly now: number;
  /** Does a task in a process of its own; throws when it cannot. */
  readonly slow: (task: SlowTask, payload: Payload, root: string) => HookAnswer;
}

/**
 * Answers one event.
 * @param call the event and its circumstances
 * @returns one JSON document, as text
 */
export function runHook(call: HookCall): string {
  let event = 'unknown';
  let root = call.cwd;
  try {
    const payload = readPayload(call.input, call.event);
    ({ event } = payload);
    const handler = handlers.get(event);
    if (handler === undefined) return printAnswer(event, nothing);
    root = rootOf(payload, call);
    if (isOff(root, call.env)) return printAnswer(event, nothing);
    const { env, now, parentPid } = call;
    const scene: HookScene = { root, now, env, parentPid, slow: (task) => call.slow(task, payload, root) };
    return printAnswer(event, handler(payload, scene));
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    noteTrouble(root, { event, message, at: new Date(call.now).toISOString() });
    return printAnswer(event, nothing);
  }
}

/** As everywhere, but the agent knows better than its hook where it works. */
function rootOf({ cwd }: Payload, { env, cwd: own }: HookCall): string {
  const isThere = cwd !== null && path.isAbsolute(cwd) && !cwd.includes('\0') && fs.existsSync(cwd);
  return projectRoot(env, isThere ? cwd : own);
}
