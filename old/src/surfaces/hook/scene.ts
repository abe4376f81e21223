// What a hook works with: the payload, the project, the time, and the way to the slower half.

import type { HookAnswer } from './answer.js';
import type { Payload } from './payload.js';

/** How the other process is called, where an event's name would stand. */
export const slowEvent = '--slow';

/** How long the ship gate may take: what blocks an approved content is worse than a moment's wait. Agents wait for 60 s. */
export const gateLimitMs = 22_000;

/** How long the gate waits for what the agent says: with the time that it takes itself, the agent is still waiting. */
export const gateWaitMs = 35_000;

/** What is left to the other process, which has a store and all families. */
export type SlowTask =
  | 'session-start'
  | 'open-run'
  | 'check-push'
  | 'save-touched'
  | 'keep-summary'
  | 'subagent-start'
  | 'subagent-stop'
  | 'set-task'
  | 'claim'
  | 'heartbeat'
  | 'session-end';

/** The circumstances of one event. */
export interface HookScene {
  readonly root: string;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly env: NodeJS.ProcessEnv;
  /** Does a task in a process of its own, which is ended after that time: two seconds unless given. */
  readonly slow: (task: SlowTask, limitMs?: number) => HookAnswer;
  /** The process that started this one. */
  readonly parentPid: number;
  /** Notes what went wrong. Never throws. */
  readonly onTrouble: (error: unknown) => void;
}

/** Answers one event. */
export type EventHandler = (payload: Payload, scene: HookScene) => HookAnswer;

/** Handlers by the name of their event. */
export type Handlers = Readonly<Partial<Record<string, EventHandler>>>;
