// `pawl statusline`: one line for the foot of Claude Code's screen. It is called at every turn, so it never complains: what
// cannot be told is left out.

import fs from 'node:fs';
import { isJsonObject, type JsonObject } from '../../../rules/json/json.js';
import { projectRoot } from '../../../service/git.js';
import { loadBinding } from '../../../service/session/binding.js';
import type { Answer, Call } from '../call.js';
import { findRuns } from '../runs.js';
import { isTerminal } from '../terminal/output.js';
import { statusLine } from '../view/status-line.js';

/** What Claude Code says about its session; nothing when a person calls, who is not waited for. */
function readInput(): JsonObject {
  try {
    if (isTerminal(0)) return {};
    const value: unknown = JSON.parse(fs.readFileSync(0, 'utf8'));
    return isJsonObject(value) ? value : {};
  } catch {
    return {};
  }
}

/** The agent's own idea of the project wins over the folder that it stands in at the moment. */
function rootFor(input: JsonObject, given: string | undefined): string {
  if (given !== undefined) return projectRoot({}, given);
  const { workspace, cwd } = input;
  const folder = isJsonObject(workspace) ? workspace['project_dir'] : cwd;
  const env = process.env;
  const named = env['CLAUDE_PROJECT_DIR'] || (typeof folder === 'string' ? folder : '');
  return projectRoot(named === '' ? env : { ...env, CLAUDE_PROJECT_DIR: named });
}

async function lineFor(input: JsonObject, given: string | undefined): Promise<string> {
  try {
    const root = rootFor(input, given);
    const { runs } = await findRuns(root, { unfinished: true });
    const session = input['session_id'];
    const bound = typeof session === 'string' && runs.length > 1 ? (loadBinding(root, session)?.run ?? null) : null;
    return statusLine(runs, bound, Date.now());
  } catch {
    return '';
  }
}

/**
 * Makes the line from what the agent says on stdin.
 * @param given the folder that `--root` names
 * @returns the line; the empty string when nothing can be told
 */
export function lineNow(given?: string): Promise<string> {
  return lineFor(readInput(), given);
}

/**
 * Prints the line.
 * @param call the call
 * @returns the line as a document
 */
export async function run(call: Call): Promise<Answer> {
  const line = await lineNow(call.text('root'));
  if (line !== '') call.out.line(line);
  return { json: { ok: true, line } };
}
