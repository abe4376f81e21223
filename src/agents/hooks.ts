// What a hook answers. Exits 0 whatever happens, with known keys only.

import { isObject, parseJson } from '../base/json.js';
import { briefOf, fence } from '../resume/brief.js';
import { listRuns } from '../runs/list.js';
import { formats, openProject } from '../runs/project.js';

/** Runs a hook: takes the agent's payload, gives what to print. */
export async function runHook(event: string, payload: string, env: NodeJS.ProcessEnv): Promise<string> {
  const parsed = parseJson(payload);
  const input = 'value' in parsed && isObject(parsed.value) ? parsed.value : {};
  if (event !== 'SessionStart' || input['source'] === 'resume') return '';
  const project = openProject({ folder: env['CLAUDE_PROJECT_DIR'], env });
  if (!project.config.brief) return '';
  const newest = (await listRuns(project)).find((run) => !run.isFinished && run.problem === undefined);
  const stored = newest === undefined ? null : await project.store.get(newest.key);
  if (stored === null) return '';
  const brief = fence(briefOf(stored.key, formats[stored.key.family], stored.state, project.now()));
  return JSON.stringify({ hookSpecificOutput: { hookEventName: 'SessionStart', additionalContext: brief } });
}
