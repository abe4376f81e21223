// What an agent tells a hook, read tolerantly: unknown members are ignored, and what has another type counts as absent.

import { isJsonObject, type Json, type JsonObject } from '../../rules/json/json.js';
import { tryJson } from '../../rules/json/try-json.js';

/** What hooks need of an event. Every text is bounded. */
export interface Payload {
  readonly event: string;
  readonly session: string | null;
  readonly cwd: string | null;
  /** How the session began: startup, resume, clear, compact, fork. */
  readonly source: string;
  /** Why it ended: clear, logout, prompt_input_exit, other. */
  readonly reason: string;
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
  /** Where the agent keeps the session. */
  readonly transcript: string;
  /** Which agent it is, as commands are written for it. */
  readonly reader: 'claude' | 'codex';
  /** What came instead of a JSON object; null when one came. */
  readonly broken: string | null;
  /** Whether that did not come to its end. */
  readonly isCut: boolean;
}

const maxName = 200;
const maxPath = 4096;
const maxSubject = 500;
const maxText = 1024 * 1024;

/**
 * Reads a payload.
 * @param stdin what came on stdin
 * @param event the event's name on the command line; the payload's own where it is missing
 * @param isWhole false when what came is not all of it
 * @returns the payload; one without anything when the text is no JSON object
 */
export function readPayload(stdin: string, event: string | undefined, isWhole = true): Payload {
  const parsed = parseObject(stdin);
  const raw = parsed ?? {};
  // Agents spell members in snake_case; some in camelCase.
  const find = (...spellings: readonly string[]): Json | undefined => {
    const name = spellings.find((one) => Object.hasOwn(raw, one));
    return name === undefined ? undefined : raw[name];
  };
  const text = (max: number, ...spellings: readonly string[]): string => {
    const value = find(...spellings);
    return typeof value === 'string' ? value.slice(0, max) : typeof value === 'number' ? String(value) : '';
  };
  const transcript = text(maxPath, 'transcript_path');
  const input = find('tool_input', 'toolInput', 'tool_args', 'toolArgs');
  return {
    event: (event ?? text(maxName, 'hook_event_name', 'hookEventName')).slice(0, maxName),
    session: text(maxName, 'session_id', 'sessionId') || null,
    cwd: text(maxPath, 'cwd') || null,
    source: text(maxName, 'source'),
    reason: text(maxName, 'reason'),
    prompt: text(maxText, 'prompt'),
    commandName: text(maxName, 'command_name', 'commandName'),
    commandArgs: text(maxText, 'command_args', 'commandArgs'),
    tool: text(maxName, 'tool_name', 'toolName'),
    toolInput: isJsonObject(input) ? input : {},
    toolResponse: find('tool_response', 'toolResponse', 'tool_result', 'toolResult') ?? null,
    agentType: text(maxName, 'agent_type', 'agentType'),
    agentId: text(maxName, 'agent_id', 'agentId'),
    lastMessage: text(maxText, 'last_assistant_message', 'lastAssistantMessage'),
    taskId: text(maxName, 'task_id', 'taskId'),
    taskSubject: text(maxSubject, 'task_subject', 'taskSubject'),
    summary: text(maxText, 'compact_summary', 'compactSummary'),
    transcript,
    reader: isCodex(text(maxName, 'model'), transcript, text(maxName, 'prompt')) ? 'codex' : 'claude',
    broken: parsed === null ? stdin : null,
    isCut: parsed === null && !isWhole,
  };
}

/**
 * Codex says so nowhere, but names its models, its own folder, and commands with a dollar sign. No expression here ignores
 * case: to fold it costs a tenth of a millisecond.
 */
function isCodex(model: string, transcript: string, prompt: string): boolean {
  return (
    /^(?:gpt|codex|o\d)/.test(model.toLowerCase()) || /[/\\]\.codex[/\\]/.test(transcript) || /^\s*\$[a-z]/.test(prompt)
  );
}

/**
 * Tells why a gate cannot read what it was given.
 * @param payload the event
 * @returns the reason, in words
 */
export function whyUnread({ isCut }: Payload): string {
  return isCut ? 'what the hook was given did not come to its end' : 'what the hook was given is no JSON';
}

function parseObject(text: string): JsonObject | null {
  const value = tryJson(text);
  return isJsonObject(value) ? value : null;
}

/**
 * Reads what a shell tool is about to run. Such tools have one text; some agents hand over the words that they run.
 * @param payload the event
 * @returns the script; empty when the tool is no shell
 */
export function scriptOf({ toolInput }: Payload): string {
  const command = toolInput['command'] ?? toolInput['cmd'];
  if (!Array.isArray(command)) return inputText(toolInput, 'command', 'cmd', 'script');
  const words = command.filter((word) => typeof word === 'string');
  return words.map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(' ');
}

/**
 * Reads which skill or command the agent is about to run by itself.
 * @param payload the event
 * @returns it as a person would type it; empty for all other tools
 */
export function calledSkill({ tool, toolInput }: Payload): string {
  if (tool !== 'Skill' && tool !== 'SlashCommand') return '';
  const name = inputText(toolInput, 'skill', 'command', 'name').replace(/^\//, '');
  return `/${name} ${inputText(toolInput, 'args', 'arguments')}`;
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
