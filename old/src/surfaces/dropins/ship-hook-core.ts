// What the hook user-prompt-ship.cjs decides: whether a prompt is `/ship`, and whether the ship gate lets it pass. Blocks
// where it cannot tell.

import path from 'node:path';
import { isJsonObject } from '../../rules/json/json.js';
import { harmlessLine } from '../../rules/text/harmless.js';
import { mentionsShip } from '../../rules/text/ship-mention.js';
import { findGitRoot, projectRoot, rootAt } from '../../service/git.js';
import { toldReasons } from '../../service/hooks/ask-gate.js';
import { checkShip } from '../../service/ship/check.js';

export { getStateDir } from './utils-core.js';
export { harmlessLine };

/** The command by its own name, or as that of pawl's plugin, also as Codex has it; then its arguments. */
const shipPrompt = /^\s*(?:[/$](?:pawl:|prompts:)?ship|\[\$(?:pawl:)?ship\]\([^)]*\))(?:\s+(?<args>[\s\S]*))?$/i;

/**
 * Reads what is to be shipped from what an agent tells its hooks.
 * @param input the JSON of `UserPromptSubmit` or `UserPromptExpansion`
 * @returns the feature, null for none; undefined when the prompt is something else than `/ship`
 */
function askedFeature(input: unknown): string | null | undefined {
  if (!isJsonObject(input)) return undefined;
  const { prompt, command_name: name, command_args: args, transcript_path: transcript } = input;
  const typed =
    typeof name === 'string' ? `/${name.replace(/^[/$]/, '')} ${typeof args === 'string' ? args : ''}` : prompt;
  const found = typeof typed === 'string' ? shipPrompt.exec(typed) : null;
  if (found === null) {
    const isMeant =
      typeof prompt === 'string' && mentionsShip(prompt, typeof transcript === 'string' ? transcript : '');
    return isMeant ? null : undefined;
  }
  const [first = ''] = (found.groups?.['args'] ?? '').trim().split(/\s+/);
  return first === '' || first.startsWith('-') ? null : first;
}

/** Where the agent works: what is shipped may stand in another working tree of the project. */
function folderOf(input: unknown): string | null {
  const cwd = isJsonObject(input) ? input['cwd'] : null;
  return typeof cwd === 'string' && path.isAbsolute(cwd) ? cwd : null;
}

/**
 * Decides about a prompt.
 * @param text what the hook was given on stdin
 * @param stateDir the folder of command checkpoints, `.claude/state` below the project's root
 * @returns why it is blocked, in words; null when it may go on
 */
export function blockedBy(text: string, stateDir: string): string | null {
  let input: unknown;
  try {
    input = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    // What cannot be read may be a /ship.
    return /[/$](?:[\w.-]+:)?ship\b/i.test(text)
      ? '/ship is blocked: the hook was given something that is no JSON.'
      : null;
  }
  const feature = askedFeature(input);
  if (feature === undefined) return null;
  const stated = path.resolve(stateDir, '..', '..');
  const root = findGitRoot(stated) === null ? projectRoot() : stated;
  const { allowed, reasons, fix } = checkShip(root, { feature, from: rootAt(root, folderOf(input)) });
  if (allowed) return null;
  const why = toldReasons(reasons).map((reason) => `- ${reason}`);
  return ['/ship is blocked by the ship gate:', ...why, ...(fix === null ? [] : [harmlessLine(fix)])].join('\n');
}
