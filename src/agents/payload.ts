// What an agent sends to a hook, decoded once. Facts and examples of both agents: Claude Code and Codex send the same
// members under the same names; what differs is which events and tools there are.

import path from 'node:path';
import { checksum } from '../base/checksum.js';
import { type Json, type JsonObject, isObject, parseJson } from '../base/json.js';
import { redactText } from '../base/redact.js';
import { cutAt } from '../base/text.js';
import type { Agent, SessionEvent } from '../runs/session.js';

export interface Payload {
  readonly agent: Agent;
  readonly session: string;
  /** Where the agent works now; it follows `cd` in its shell. */
  readonly cwd: string;
  /** Where the session began. */
  readonly folder: string;
  /** An event of a subagent: the session is the parent's. */
  readonly isSubagent: boolean;
  /** The same event, sent to two hooks, has the same mark. */
  readonly mark: string | undefined;
  readonly source: string;
  readonly reason: string;
  /** What the person typed; empty in other events. */
  readonly prompt: string;
  /** What the agent's shell is about to run; empty in other events. */
  readonly command: string;
  /** What happened, as the session's file keeps it. */
  readonly events: (root: string) => readonly SessionEvent[];
}

const maxPrompt = 300;
const maxText = 1_000;

/** Decodes a payload; null when it is not one. */
export function decodePayload(event: string, text: string, env: NodeJS.ProcessEnv): Payload | null {
  const parsed = parseJson(text);
  if ('reason' in parsed || !isObject(parsed.value)) return null;
  const input = parsed.value;
  const session = textOf(input['session_id']);
  if (session === '') return null;
  const prompt = textOf(input['prompt']);
  const cwd = textOf(input['cwd']) || process.cwd();
  const id = textOf(input['tool_use_id']) || textOf(input['prompt_id']) || textOf(input['turn_id']);
  return {
    agent: isClaude(input, env) ? 'claude' : 'codex',
    session,
    cwd,
    folder: env['CLAUDE_PROJECT_DIR'] || cwd,
    isSubagent: textOf(input['agent_id']) !== '',
    mark: id === '' ? undefined : `${event}-${id}${prompt === '' ? '' : `-${checksum(prompt).slice(0, 6)}`}`,
    source: textOf(input['source']),
    reason: textOf(input['reason']),
    prompt,
    command: input['tool_name'] === 'Bash' ? textOf(objectOf(input['tool_input'])['command']) : '',
    events: (root) => eventsOf(event, input, root, cwd),
  };
}

function isClaude(input: JsonObject, env: NodeJS.ProcessEnv): boolean {
  if (env['CLAUDE_PROJECT_DIR'] || env['CLAUDE_PID']) return true;
  return !Object.hasOwn(input, 'turn_id') && !textOf(input['transcript_path']).includes('.codex');
}

function eventsOf(event: string, input: JsonObject, root: string, cwd: string): readonly SessionEvent[] {
  const last = textOf(input['last_assistant_message']);
  switch (event) {
    case 'UserPromptSubmit':
      return [{ e: 'prompt', text: kept(textOf(input['prompt']), maxPrompt) }];
    case 'PostToolUse':
      return toolEvents(input, root, cwd);
    case 'PostCompact':
      return [{ e: 'compact', summary: kept(textOf(input['compact_summary']), maxText) }];
    case 'StopFailure':
      return [{ e: 'error', text: kept(last || textOf(input['error']), maxPrompt) }];
    case 'Interrupt':
      return [{ e: 'interrupt' }];
    case 'Stop':
      return [{ e: 'stop', text: endOf(last), background: listOf(input['background_tasks']).length }];
    case 'SessionEnd':
      return [{ e: 'end', reason: textOf(input['reason']) || 'other' }];
    default:
      return [];
  }
}

function toolEvents(input: JsonObject, root: string, cwd: string): readonly SessionEvent[] {
  const given = objectOf(input['tool_input']);
  const answer = objectOf(input['tool_response']);
  switch (input['tool_name']) {
    case 'Write':
      return edits([[textOf(given['file_path']), answer['type'] === 'create' ? 'created' : 'modified']], root, cwd);
    case 'Edit':
    case 'MultiEdit':
      return edits([[textOf(given['file_path']), 'modified']], root, cwd);
    case 'NotebookEdit':
      return edits([[textOf(given['notebook_path']), 'modified']], root, cwd);
    case 'apply_patch':
      return isFailed(input['tool_response']) ? [] : edits(patchedFiles(textOf(given['command'])), root, cwd);
    case 'TaskCreate': {
      const { id, subject } = objectOf(answer['task']);
      const said = kept(textOf(subject), maxPrompt);
      return textOf(id) === '' ? [] : [{ e: 'task', task: textOf(id), subject: said, status: 'pending' }];
    }
    case 'TaskUpdate': {
      const status = textOf(objectOf(answer['statusChange'])['to']);
      const task = textOf(given['taskId']);
      return answer['success'] !== true || status === '' || task === '' ? [] : [{ e: 'task', task, status }];
    }
    default:
      return [];
  }
}

type Edit = readonly [file: string, how: 'created' | 'modified'];

function edits(files: readonly Edit[], root: string, cwd: string): readonly SessionEvent[] {
  return files.flatMap(([file, how]): SessionEvent[] => {
    const relative = pathIn(root, path.resolve(cwd, file));
    return file === '' || relative === null ? [] : [{ e: 'edit', path: relative, how }];
  });
}

/** The path below the root, with `/`; null outside of it. A subagent's worktree counts as the repository. */
function pathIn(root: string, file: string): string | null {
  const relative = path.relative(root, file).replaceAll('\\', '/');
  if (relative === '' || relative.startsWith('../') || path.isAbsolute(relative)) return null;
  return relative.replace(/^\.claude\/worktrees\/[^/]+\//, '');
}

/** The files of a patch in Codex's format. */
function patchedFiles(patch: string): readonly Edit[] {
  return [...patch.matchAll(/^\*\*\* (Add|Update|Delete) File: (.+)$|^\*\*\* Move to: (.+)$/gm)].map(
    ([, verb, file = '', target = '']): Edit => [
      (file || target).trim(),
      verb === 'Add' || target ? 'created' : 'modified',
    ],
  );
}

function isFailed(answer: Json | undefined): boolean {
  return /^Exit code: [1-9]/.test(textOf(answer));
}

/** The end of a long text. */
function endOf(text: string): string {
  return kept(text.slice(-maxText), maxText);
}

/** Redacts before the first byte is written, and cuts. */
function kept(text: string, max: number): string {
  return cutAt(redactText(text).text.trim(), max);
}

function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}

function objectOf(value: Json | undefined): JsonObject {
  return isObject(value) ? value : {};
}

function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}
