// Hand-offs at the beginning and the end of a sub-agent: it is given the request that waits, and its response is recorded.

import { type HandoffEntry, handoffsIn } from '../../families/handoff/index.js';
import { isJsonObject, type JsonObject } from '../../rules/json/json.js';
import type { Key } from '../../rules/names.js';
import { harmlessLines } from '../../rules/text/harmless.js';
import { redactText } from '../../rules/text/redact.js';
import { randomMarker } from '../brief/random-marker.js';
import { loadHandoff } from '../handoff/files.js';
import { replyHandoff } from '../handoff/handoffs.js';
import { boundRun } from '../session/binding.js';
import type { SessionScene } from './session-scene.js';

const maxChars = 6_000;

/**
 * Gives a sub-agent the hand-off that waits for it.
 * @param scene the store, and whose session it is
 * @param agentType what kind of agent begins, as its host calls it
 * @returns the request with how to answer it; null when none waits, or when it cannot be told which one
 */
export async function openHandoff(scene: SessionScene, agentType: string): Promise<string | null> {
  const { bench, session } = scene;
  const key = boundRun(bench.root, session);
  const stored = key === null ? null : await bench.store.get(key);
  if (key === null || stored === null) return null;
  const open = handoffsIn(stored.state).filter(({ status }) => status === 'open');
  const entry = meantFor(open, agentType);
  const request = entry === null ? null : loadHandoff(bench.root, key, { ...entry, kind: 'request' });
  return request === null ? null : told(request);
}

/** The only one; else the only one whose mode or phase the agent is called by. */
function meantFor(open: readonly HandoffEntry[], agentType: string): HandoffEntry | null {
  const name = agentType.toLowerCase();
  const fitting = open.filter(({ mode, phase }) => name.includes(mode) || name.includes(phase));
  const [only, ...others] = fitting.length > 0 ? fitting : open;
  return only === undefined || others.length > 0 ? null : only;
}

function told(request: JsonObject): string {
  const marker = randomMarker();
  const text = harmlessLines(redactText(JSON.stringify(request, null, 2)).text).replaceAll(marker, '');
  const fence = `pawl ${marker}`;
  return [
    `A hand-off waits for you: the request between the two lines "${fence}", recorded by the agent that started you.`,
    fence,
    text.slice(0, maxChars).toWellFormed(),
    fence,
    'End your last message with one JSON object: task_id, phase, status (complete, partial, blocked), decision (PROCEED, ' +
      'STOP, CLARIFY), findings, context_summary (at most 500 words), issues.',
  ].join('\n');
}

/**
 * Checks and records what a sub-agent answered. A summary that is too long is cut at the end of a sentence.
 * @param scene the store, and whose session it is
 * @param message its last message
 * @returns whether there was a response in it; throws when it cannot be recorded
 */
export async function recordResponse({ bench, session }: SessionScene, message: string): Promise<boolean> {
  const key: Key | null = boundRun(bench.root, session);
  const response = key === null ? null : responseIn(message);
  if (key === null || response === null) return false;
  await replyHandoff(bench, key, response, { overlong: 'truncate' });
  return true;
}

/** The last JSON object of a message that has a response's members. */
function responseIn(message: string): JsonObject | null {
  const starts = [...message.matchAll(/\{/g)].map(({ index }) => index).slice(0, 200);
  const end = message.lastIndexOf('}') + 1;
  for (const start of starts) {
    const value = parse(message.slice(start, end));
    if (isJsonObject(value) && 'task_id' in value && 'context_summary' in value) return value;
  }
  return null;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
