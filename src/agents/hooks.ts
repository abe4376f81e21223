// What a hook answers. Exits 0 whatever happens, with known keys only.

import { isObject, parseJson } from '../base/json.js';
import { startContext } from '../resume/start.js';
import { readBranch } from '../runs/git.js';
import { openProject } from '../runs/project.js';

/** Runs a hook: takes the agent's payload, gives what to print. */
export async function runHook(event: string, payload: string, env: NodeJS.ProcessEnv): Promise<string> {
  const parsed = parseJson(payload);
  const input = 'value' in parsed && isObject(parsed.value) ? parsed.value : {};
  if (event !== 'SessionStart' || input['source'] === 'resume') return '';
  const project = openProject({ folder: env['CLAUDE_PROJECT_DIR'], env });
  const start = { session: '', folder: '', branch: readBranch(project.root), bound: null };
  const { text: brief } = await startContext(project, start);
  if (brief === '') return '';
  return JSON.stringify({ hookSpecificOutput: { hookEventName: 'SessionStart', additionalContext: brief } });
}
