// `mcp`: the tools for agents, over the Model Context Protocol.

import { command } from './command.js';

export const mcp = command({
  name: 'mcp',
  group: 'agents',
  about: 'Serve tools over the Model Context Protocol, on stdin and stdout',
  args: [],
  needsProject: false,
  options: {
    tools: {
      value: 'all',
      choices: { of: ['all'], noun: 'set of tools' },
      about: 'Also history, workflows, hand-offs, archive and delete',
    },
  },
  async run({ values, env }) {
    const { serve } = await import('../mcp/serve.js'); // no other command pays for it
    await serve({ env, hasAllTools: values.tools === 'all' });
    return { text: '' };
  },
});
