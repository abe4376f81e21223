// Commands that agents' programs call: `hook`.

import { runHook } from '../agents/hooks.js';
import type { Command } from './command.js';

async function readInput(): Promise<string> {
  if (process.stdin.isTTY) return '';
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString('utf8');
}

export const hook: Command = {
  name: 'hook',
  usage: 'hook EVENT',
  about: 'Answer a hook of a coding agent; reads its payload from standard input',
  async run([event = '']) {
    try {
      return { text: await runHook(event, await readInput(), process.env) };
    } catch {
      return { text: '' }; // an agent must never fail because of its bookkeeping
    }
  },
};
