// The entries for the files in which agents keep their hooks. The scripts stand in the project: nothing has to be
// installed for them, and a clone has them too. Started without a shell where the agent can do that.

import type { JsonObject } from '../../../rules/json/json.js';
import type { Members } from '../../../service/init/members.js';

export const hooksFolder = '.claude/scripts/hooks';
export const hookScript = 'pawl-hook.cjs';
export const shipScript = 'user-prompt-ship.cjs';
export const statusLineScript = 'pawl-statusline.sh';

/** Events, each with what it is asked for; the empty text is all of them. */
export const claudeEvents: Readonly<Record<string, string>> = {
  SessionStart: '',
  UserPromptSubmit: '',
  UserPromptExpansion: '',
  PreToolUse: 'Bash|PowerShell|Monitor|Skill|SlashCommand',
  PostToolUse: 'Write|Edit|MultiEdit|NotebookEdit|TaskUpdate',
  PreCompact: '',
  PostCompact: '',
  SubagentStart: '',
  SubagentStop: '',
  TaskCreated: '',
  TaskCompleted: '',
  Stop: '',
  SessionEnd: '',
};

/** What Codex has of these: it expands no prompts, and tells of no tasks. */
export const codexEvents: Readonly<Record<string, string>> = {
  SessionStart: '',
  UserPromptSubmit: '',
  PreToolUse: 'Bash',
  PostToolUse: 'apply_patch',
  PreCompact: '',
  PostCompact: '',
  SubagentStart: '',
  SubagentStop: '',
  Stop: '',
  SessionEnd: '',
};

const timeoutSeconds = 10;
/** An agent lets a prompt pass when a hook takes too long: the gate has answered long before. */
const shipTimeoutSeconds = 60;

/** Prompts and pushes are what the ship gate is asked about. */
const gated = new Set(['UserPromptSubmit', 'UserPromptExpansion', 'PreToolUse']);
const timeoutOf = (event: string): number => (gated.has(event) ? shipTimeoutSeconds : timeoutSeconds);

function group(matcher: string, handler: JsonObject): JsonObject {
  return { ...(matcher === '' ? {} : { matcher }), hooks: [handler] };
}

const inProject = (script: string): string => `\${CLAUDE_PROJECT_DIR}/${hooksFolder}/${script}`;

function byNode(timeout: number, script: string, ...args: readonly string[]): JsonObject {
  return { type: 'command', command: 'node', args: [inProject(script), ...args], timeout };
}

/** All hooks of Claude Code. */
export const claudeMembers: Members = {
  hooks: Object.fromEntries(
    Object.entries(claudeEvents).map(([event, matcher]) => [
      event,
      [group(matcher, byNode(timeoutOf(event), hookScript, event))],
    ]),
  ),
  values: {},
};

/** The ship gate alone, for those who want no other hook. */
export const shipMembers: Members = {
  hooks: { UserPromptSubmit: [group('', byNode(shipTimeoutSeconds, shipScript))] },
  values: {},
};

/** A status line is run by a shell. */
export const statusLineMembers: Members = {
  hooks: {},
  values: { statusLine: { type: 'command', command: `sh "${inProject(statusLineScript)}"` } },
};

const codexRoot = 'git rev-parse --show-toplevel 2>/dev/null || pwd';

/**
 * Codex runs hooks by a shell, in the session's folder. That may be in no repository, or in one within the project: where
 * there is no script nothing happens.
 */
export const codexMembers: Members = {
  hooks: Object.fromEntries(
    Object.entries(codexEvents).map(([event, matcher]) => {
      const command = `f="$(${codexRoot})/${hooksFolder}/${hookScript}"; [ ! -f "$f" ] || node "$f" ${event}`;
      return [event, [group(matcher, { type: 'command', command, timeout: timeoutOf(event) })]];
    }),
  ),
  values: {},
};
