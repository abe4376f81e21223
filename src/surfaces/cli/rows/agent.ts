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

export const agent: Section = { title: 'Agents', rows: [mcp] };
