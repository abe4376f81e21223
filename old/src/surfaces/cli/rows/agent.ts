// The commands that agents and their programs call.

import type { CommandRow, Section } from '../row.js';

const mcp: CommandRow = {
  name: 'mcp',
  summary: 'Serve the project to an agent, as an MCP server',
  description:
    'Speaks the Model Context Protocol on stdin and stdout, with clients of both its eras, until stdin is closed; its log goes ' +
    'to stderr. Tools for everything that agents do with runs, checkpoints and briefs as resources, and a resume prompt. The ' +
    'project is the one of --root, GIT_ROOT or CLAUDE_PROJECT_DIR, else the one that the client offers as a root, else that ' +
    'of the current folder.',
  examples: [
    ['pawl mcp', 'as a client starts it'],
    ['claude mcp add pawl -- npx pawl mcp', 'tell Claude Code about it'],
  ],
  file: 'mcp',
};

const hook: CommandRow = {
  name: 'hook',
  summary: "Answer an event of an agent's hooks",
  description:
    'Takes the event as JSON on stdin and prints one JSON document. Always exits with 0, after two seconds at most (the ship gate has 22); what went ' +
    'wrong is told by `pawl status` and `pawl doctor`. Only the ship gate refuses, also when it cannot tell. Events that pawl ' +
    'does not know are ignored. The setting off with "hooks" switches all of them off. `pawl init` and the plugin set hooks up; ' +
    'they call plugin/dist/hook/pawl-hook.cjs, which does the same and starts faster.',
  positionals: [
    { name: 'EVENT', description: 'e.g. SessionStart; the one in the payload unless given', optional: true },
  ],
  examples: [['pawl hook SessionStart < event.json', 'the brief of the run at hand, for the agent']],
  file: 'hook',
};

export const agent: Section = { title: 'Agents', rows: [mcp, hook] };
