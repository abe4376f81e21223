// The resume prompt: what a person picks to have their agent go on.

import {
  type GetPromptResult,
  type ListPromptsResult,
  ProtocolError,
  ProtocolErrorCode,
} from '@modelcontextprotocol/server';
import { ageLimit } from '../../service/config/age-limit.js';
import { decide } from '../../service/resume/decide.js';
import { asRecorded } from './recorded.js';
import type { Scene } from './scene.js';

export const promptName = 'resume';

/**
 * Lists the prompts.
 * @returns the one there is
 */
export function listPrompts(): ListPromptsResult {
  return {
    prompts: [
      {
        name: promptName,
        title: 'Resume unfinished work',
        description: 'Goes on with an unfinished run: what is done, what is open, what comes next.',
        arguments: [{ name: 'ref', description: 'The run; the newest unfinished one unless given.', required: false }],
      },
    ],
  };
}

/**
 * Writes a prompt.
 * @param scene the project
 * @param name which one
 * @param args its arguments
 * @returns the message
 */
export async function getPrompt(
  scene: Scene,
  name: string,
  args: Readonly<Record<string, string>> = {},
): Promise<GetPromptResult> {
  if (name !== promptName)
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `there is no prompt of that name, only ${promptName}`);
  const ref = args['ref'] === undefined || args['ref'].trim() === '' ? undefined : args['ref'].trim();
  return scene.withBench(async (bench) => {
    const decision = await decide(bench, { ref, owner: scene.owner, maxAgeDays: ageLimit(bench.root)() });
    const { verdict, ref: named, reasons, brief } = decision;
    const parts = [
      orders(verdict, named),
      ...(reasons.length === 0 ? [] : [asRecorded(reasons)]),
      ...(brief === null ? [] : [brief]),
    ];
    return {
      description: named === null ? 'Nothing is unfinished' : `Resume ${named}`,
      messages: [{ role: 'user', content: { type: 'text', text: parts.join('\n\n') } }],
    };
  });
}

function orders(verdict: string, ref: string | null): string {
  if (verdict === 'nothing' || ref === null) return 'No unfinished run is left to resume. Tell me so.';
  const open = `Go on with the unfinished run ${ref}. First call the tool resume with ref ${ref}.`;
  if (verdict === 'resume') {
    return `${open} Then continue with what is open; do not redo what is done, and do not revive what was rejected. Record each step with the tools.`;
  }
  return `${open} I have to decide something about it: tell me the reasons below and what I can choose, and wait for my answer.`;
}
