// What an agent tells a hook, read tolerantly: unknown members are ignored, and what has another type counts as absent.

import { isJsonObject, type Json, type JsonObject } from '../../rules/json/json.js';

/** What hooks need of an event. Every text is bounded. */
export interface Payload {
  readonly event: string;
  readonly session: string | null;
  readonly cwd: string | null;
  /** How the session began: startup, resume, clear, compact, fork. */
  readonly source: string;
  readonly prompt: string;
  readonly commandName: string;
  readonly commandArgs: string;
  readonly tool: string;
  readonly toolInput: JsonObject;
  readonly toolResponse: Json;
  readonly agentType: string;
  readonly agentId: string;
  readonly lastMessage: string;
  readonly taskId: string;
  readonly taskSubject: string;
  readonly summary: string;
}

const maxName = 200;
const maxText = 1024 * 1024;

/**
 * Reads a payload.
 * @param text what came on stdin
 * @param event the event's name on the command line; the payload's own where it is missing
 * @returns the payload; one without anything when the text is no JSON object
 */
export function readPayload(text: string, event: string | undefined): Payload {
  const raw = parseObject(text);
  // Agents spell members in snake_case; some in camelCase.
  const find = (name: string): Json | undefined => {
    if (Object.hasOwn(raw, name)) return raw[name];
    const camel = name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
    return Object.hasOwn(raw, camel) ? raw[camel] : undefined;
  };
  const textOf = (name: string, max: number = maxName): string => {
    const value = find(name);
    return typeof value === 'string' ? value.slice(0, max) : typeof value === 'number' ? String(value) : '';
  };
  const input = find('tool_input') ?? find('tool_args');
  return {
    event: (event ?? textOf('hook_event_name')).slice(0, maxName),
    session: textOf('session_id') || null,
    cwd: textOf('cwd', 4096) || null,
    source: textOf('source'),
    prompt: textOf('prompt', maxText),
    commandName: textOf('command_name'),
    commandArgs: textOf('command_args', maxText),
    tool: textOf('tool_name'),
    toolInput: isJsonObject(input) ? input : {},
    toolResponse: find('tool_response') ?? find('tool_result') ?? null,
    agentType: textOf('agent_type'),
    agentId: textOf('agent_id'),
    lastMessage: textOf('last_assistant_message', maxText),
    taskId: textOf('task_id'),
    taskSubject: textOf('task_subject', 500),
    summary: textOf('compact_summary', maxText),
  };
}

function parseObject(text: string): JsonObject {
  try {
    const value: unknown = JSON.parse(text.replace(/^\ufeff/, ''));
    return isJsonObject(value) ? value : {};
  } catch {
    return {};
  }
}

/**
 * Reads a text of a tool's input.
 * @param input the input
 * @param names the members that may hold it, the most likely first
 * @returns the first that is a text; empty when none is
 */
export function inputText(input: JsonObject, ...names: readonly string[]): string {
  for (const name of names) {
    const value = Object.hasOwn(input, name) ? input[name] : undefined;
    if (typeof value === 'string' && value !== '') return value;
  }
  return '';
}
