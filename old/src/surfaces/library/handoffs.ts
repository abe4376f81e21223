// The library's operations on hand-offs. What they need is loaded with the first call.

import {
  handoffPhases,
  type HandoffPhase,
  type HandoffRequest,
  type HandoffResponse,
} from '../../families/handoff/types.js';
import { anyMap, optional } from '../../rules/fields.js';
import type { JsonObject } from '../../rules/json/json.js';
import type { MemberRule, MemberRules } from '../../rules/members.js';
import type { Key } from '../../rules/names.js';
import type { HandedOff } from '../../service/handoff/handoffs.js';
import { plainInput } from '../../service/input.js';
import { readKey } from '../../service/refs.js';
import { readNewest, type Workbench, type WriteOptions } from '../../service/workbench.js';
import { checkArguments, idOf, optionsOf, refRule, writeMembers, writeOptions } from './arguments.js';

export type { HandedOff } from '../../service/handoff/handoffs.js';

/** How a response is recorded. */
export interface HandoffReply extends WriteOptions {
  /** A summary that is too long is told (`warn`, the default), cut at the end of a sentence, or refused. */
  readonly overlong?: 'warn' | 'truncate' | 'reject';
}

const choices = ['warn', 'truncate', 'reject'];
const oneOf = (words: readonly string[]): MemberRule => ({
  fits: (value) => typeof value === 'string' && words.includes(value),
  wanted: `one of ${words.map((word) => `"${word}"`).join(', ')}`,
  example: `"${words[0] ?? ''}"`,
});
const document = (what: string): MemberRule => ({
  ...anyMap,
  wanted: `the ${what}, an object`,
  example: '{"task_id": "auth-001"}',
});
const forNew: MemberRules = { ref: refRule, request: document('request'), options: writeOptions };
const forReply: MemberRules = {
  ref: refRule,
  response: document('response'),
  options: optionsOf('an object with "overlong", "expect" or "opId"', '{"overlong": "truncate"}', {
    ...writeMembers,
    overlong: optional(oneOf(choices)),
  }),
};
const forLoad: MemberRules = { ref: refRule, task_id: idOf('task', '"auth-001"'), phase: oneOf(handoffPhases) };

/** A hand-off as far as it went. */
export interface LoadedHandoff {
  readonly request: JsonObject;
  /** Null until it was answered. */
  readonly response: JsonObject | null;
}

/** Hand-offs between an orchestrator and its sub-agents. Each becomes part of its run's history. */
export class Handoffs {
  readonly #bench: Workbench;

  constructor(bench: Workbench) {
    this.#bench = bench;
  }

  /**
   * Hands work to a sub-agent.
   * @param ref the run that it belongs to
   * @param request the request; feature, expected output and previous summary follow from the run unless given
   * @param options expectations of the caller
   * @returns the request as it was stored; throws `bad-input` with every problem
   */
  async new(ref: string, request: object, options?: WriteOptions): Promise<HandedOff<HandoffRequest>> {
    checkArguments('handoffs.new', { ref, request, options }, forNew);
    const plain = plainInput('The request', request);
    const key = await this.#need(ref);
    const { completedRequest, newHandoff } = await import('./lazy/handoffs.js');
    return newHandoff(this.#bench, key, await completedRequest(this.#bench, key, plain), options);
  }

  /**
   * Records the response to a hand-off.
   * @param ref the run that it belongs to
   * @param response the response; task and phase are those of its request
   * @param options what a summary that is too long means; expectations of the caller
   * @returns the response as it was stored; throws `bad-input` with every problem, `not-found` when nothing was asked
   */
  async reply(ref: string, response: object, options?: HandoffReply): Promise<HandedOff<HandoffResponse>> {
    checkArguments('handoffs.reply', { ref, response, options }, forReply);
    const plain = plainInput('The response', response);
    const key = await this.#need(ref);
    const { replyHandoff } = await import('./lazy/handoffs.js');
    return replyHandoff(this.#bench, key, plain, options);
  }

  /**
   * Loads a hand-off.
   * @param ref the run that it belongs to
   * @param task_id the task
   * @param phase the phase
   * @returns request and response, or null when nothing was handed off
   */
  async load(ref: string, task_id: string, phase: HandoffPhase): Promise<LoadedHandoff | null> {
    checkArguments('handoffs.load', { ref, task_id, phase }, forLoad);
    const key = await this.#need(ref);
    const { entryOf, handoffsIn, loadEntry, loadHandoff } = await import('./lazy/handoffs.js');
    const { state } = await readNewest(this.#bench.store, key);
    const entry = entryOf(handoffsIn(state), { task_id, phase });
    const known = entry === undefined ? null : loadEntry(this.#bench.root, key, entry);
    if (known?.request != null) return { request: known.request, response: known.response };
    // The run remembers the newest only.
    const request = loadHandoff(this.#bench.root, key, { task_id, phase, kind: 'request' });
    if (request === null) return null;
    return { request, response: loadHandoff(this.#bench.root, key, { task_id, phase, kind: 'response' }) };
  }

  #need(ref: string): Promise<Key> {
    return readKey(this.#bench.store, ref, 'A hand-off belongs to a run: begin it first.');
  }
}
