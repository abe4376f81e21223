// Commands that agents' programs call: `hook`.

import { runHook } from '../agents/hooks.js';
import { command } from './command.js';

export const hook = command({
  name: 'hook',
  group: 'agents',
  about: 'Answer a hook of a coding agent; reads its payload from standard input',
  args: [{ name: 'EVENT', about: 'e.g. SessionStart' }],
  options: {},
  isInternal: true,
  async run({ args: [event = ''], input, env }) {
    try {
      return { text: await runHook(event, await input(), env) };
    } catch {
      return { text: '' }; // an agent must never fail because of its bookkeeping
    }
  },
});
