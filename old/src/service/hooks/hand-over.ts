// Hand-offs at the beginning and the end of a sub-agent: it is given the request that waits, and its response is recorded.

import { pawlLine } from '../pawl-line.js';
import {
  findResponse,
  type HandoffEntry,
  handoffModes,
  handoffPhases,
  handoffsIn,
} from '../../families/handoff/index.js';
import { checksumText } from '../../rules/checksum.js';
import { isPawlError } from '../../rules/errors.js';
import type { JsonObject } from '../../rules/json/json.js';
import type { Key } from '../../rules/names.js';
import { harmlessLine, harmlessLines } from '../../rules/text/harmless.js';
import { listed } from '../../rules/text/listed.js';
import { timeText } from '../../rules/text/time-text.js';
import { loadEntry, requestPath } from '../handoff/files.js';
import { handoffText, keepUnfit, replyHandoff } from '../handoff/handoffs.js';
import { boundRun } from '../session/binding.js';
import { noteGiven, wasGiven } from './given.js';
import { isFirst, isFirstEver, wasSaid } from './once.js';
import type { SessionScene } from './session-scene.js';
import { toldRequest } from './told-request.js';
import { noteTrouble } from './trouble.js';

const maxWrongChars = 2_000;

/** Which sub-agent begins, as its host calls it. */
export interface SubAgent {
  readonly type: string;
  /** Empty when the host does not tell. */
  readonly id: string;
}

/**
 * Gives a sub-agent the hand-off that waits for it, and says what it is for: an agent that was asked for something else does
 * that. Agents of one kind are each given another, in the order in which they were made; one that is called by the work is
 * given it also after agents that are not.
 * @param scene the store, and whose session it is
 * @param agent who begins
 * @returns the request with how to answer it; a list when none is left for it; null when none is open
 */
export async function openHandoff(scene: SessionScene, agent: SubAgent): Promise<string | null> {
  const { bench, session } = scene;
  const { root } = bench;
  const key = boundRun(root, session);
  const stored = key === null ? null : await bench.store.get(key);
  if (key === null || stored === null) return null;
  const open = handoffsIn(stored.state).filter(({ status }) => status === 'open');
  if (open.length === 0) return null;
  const isKnown = agent.id !== '' && !isFirst(root, `SubagentStart\n${session}\n${agent.id}`, bench.clock());
  if (isKnown) return null;
  const { isCalled, entries } = meantFor(open, agent.type);
  const requests = entries.flatMap((entry) => {
    const { request } = loadEntry(root, key, entry);
    return request === null
      ? []
      : [{ entry, request, text: `${handoffText(key, entry)}\n${checksumText(JSON.stringify(request))}` }];
  });
  const mine = isCalled ? '\ncalled' : `\nas ${agent.type}`;
  /** Whoever is called by it has it for good. */
  const isLeft = ({ text }: { readonly text: string }): boolean => isCalled || !wasSaid(root, `${text}\ncalled`);
  const chosen =
    requests.find(({ text }) => isFirstEver(root, text)) ??
    requests.find((one) => isLeft(one) && isFirstEver(root, one.text + mine));
  if (chosen === undefined) return openOnes(open);
  isFirstEver(root, chosen.text + mine);
  noteGiven(root, session, agent.id, handoffText(key, chosen.entry));
  return toldRequest(chosen.request, {
    path: requestPath(key, chosen.entry),
    isCalled,
    isOneOfSeveral: open.length > 1,
  });
}

/** Those whose mode or phase the agent is called by; all of them for an agent that is called by none. */
function meantFor(
  open: readonly HandoffEntry[],
  agentType: string,
): { readonly isCalled: boolean; readonly entries: readonly HandoffEntry[] } {
  const words = new Set(agentType.toLowerCase().split(/[^a-z0-9]+/));
  const isCalled = [...handoffModes, ...handoffPhases].some((word) => words.has(word));
  return { isCalled, entries: isCalled ? open.filter(({ mode, phase }) => words.has(mode) || words.has(phase)) : open };
}

const maxListed = 10;

function openOnes(open: readonly HandoffEntry[]): string {
  const names = open.map(({ task_id, phase, mode }) => `${task_id} (${phase}, ${mode})`);
  return (
    `pawl: open hand-offs of this run, each for another sub-agent or given to one already: ${harmlessLine(listed(names, maxListed))}. ` +
    'If you were asked to do one of them, end your last message with its JSON response.'
  );
}

/** What a wrong response may be; anything else is trouble of the hook. */
const wrong: ReadonlySet<string> = new Set(['bad-input', 'not-found', 'corrupt']);

/**
 * Checks and records what a sub-agent answered. A summary that is too long is cut at the end of a sentence. What cannot be
 * recorded is kept with its hand-off, and noted as trouble.
 * @param scene the store, and whose session it is
 * @param message its last message
 * @param agentId which sub-agent; empty when the host does not tell
 * @returns what is wrong with the response, so that it was not recorded; what became of it that its author does not know; that
 * it is missing; null when nothing is to be told
 */
export async function recordResponse(scene: SessionScene, message: string, agentId: string): Promise<string | null> {
  const { bench, session } = scene;
  const key = boundRun(bench.root, session);
  const found = key === null ? null : findResponse(message);
  if (key === null) return null;
  if (found === null) return missing(scene, key, agentId);
  const response = 'response' in found ? found.response : {};
  const recorded =
    'response' in found ? await record(scene, key, response) : { why: 'It is no JSON that can be read.' };
  if (!('why' in recorded)) return recorded.remark;
  if (!isFirst(bench.root, `SubagentStop\n${session}\n${agentId}\n${message}`, bench.clock())) return null;
  const { why } = recorded;
  const text = 'response' in found ? JSON.stringify(found.response) : found.unreadable;
  const kept = await keepUnfit(bench, key, 'response' in found ? response : namedIn(text), text);
  // Other agents of a session may end with JSON of their own.
  if (kept === null && !('task_id' in response && 'context_summary' in response)) return null;
  const toWhat = kept === null ? '' : ` to hand-off ${kept.task_id} (${kept.phase}), which stays open,`;
  const told = harmlessLines(`pawl: a sub-agent's response${toWhat} was not recorded. ${why}`).slice(0, maxWrongChars);
  const about = kept === null ? undefined : handoffText(key, kept);
  noteTrouble(bench.root, { event: 'SubagentStop', message: told, at: timeText(bench.clock()), about });
  return `${told}\n${kept === null ? '' : 'What it said is kept with the run. '}Correct it and record it: ${replyCall(key)}`;
}

function replyCall(key: Key): string {
  return `${pawlLine('handoff reply', key)} --file FILE`;
}

/** A request that was given to a sub-agent and is still open when it ended is told: whoever waits for it would wait for ever. */
async function missing({ bench, session }: SessionScene, key: Key, agentId: string): Promise<string | null> {
  const stored = await bench.store.get(key);
  const open = handoffsIn(stored?.state ?? {}).filter(
    (one) => one.status === 'open' && wasGiven(bench.root, session, agentId, handoffText(key, one)),
  );
  if (open.length === 0 || !isFirstEver(bench.root, `missing\n${session}\n${agentId}`)) return null;
  const names = harmlessLine(open.map(({ task_id, phase }) => `${task_id} (${phase})`).join(', ')).slice(0, 300);
  return `pawl: a sub-agent that was given hand-off ${names} ended without a response, so it stays open. If it did the work, record what it found: ${replyCall(key)}`;
}

/** Why it was not recorded; else what the orchestrator has to know about it. */
async function record(
  { bench }: SessionScene,
  key: Key,
  response: JsonObject,
): Promise<{ readonly why: string } | { readonly remark: string | null }> {
  try {
    const replied = await replyHandoff(bench, key, response, { overlong: 'truncate' });
    if (replied.saved.repeated) return { remark: null };
    const { handoff, before, warnings } = replied;
    const { task_id, phase, status, decision } = handoff;
    const which = harmlessLine(`pawl: hand-off ${task_id} (${phase})`);
    const cut = warnings.find(({ path }) => path === '/context_summary');
    const remarks = [
      ...(before === null
        ? []
        : [
            `${which} was answered before: ${before.status}, ${before.decision ?? 'undecided'}. Now a sub-agent says ${status}, ${decision}. ` +
              'Both responses are kept; look at them before you go on.',
          ]),
      ...(cut === undefined ? [] : [`${which}: its context_summary ${cut.message}; ${cut.fix}.`]),
    ];
    return { remark: remarks.length === 0 ? null : remarks.join('\n') };
  } catch (error) {
    if (!isPawlError(error) || !wrong.has(error.code)) throw error;
    return { why: [error.message, error.hint ?? ''].join('\n').trim() };
  }
}

/** What can be told of a text that was meant as a response. */
function namedIn(text: string): JsonObject {
  const [, task] = /["']?task_id["']?\s*:\s*["']([^"'\n]+)["']/.exec(text) ?? [];
  const [, phase] = /["']?phase["']?\s*:\s*["']([^"'\n]+)["']/.exec(text) ?? [];
  return { ...(task === undefined ? {} : { task_id: task }), ...(phase === undefined ? {} : { phase }) };
}
