// Whether pushes are held to the ship gate now.

import { mayGuardPushes, repositoryFile } from '../../../service/config/files.js';
import { type LoadedConfig, loadConfig } from '../../../service/config/load.js';
import { summariesOf } from '../../../service/runs.js';
import { findVerdicts } from '../../../service/ship/verdicts.js';
import type { Workbench } from '../../../service/workbench.js';

/**
 * Tells whether a push has to pass the gate.
 * @param bench the store and the circumstances
 * @param env the environment
 * @returns null when it need not; else what is to be said about that beside the gate's answer. It has to while a ship run is
 * open or may be, where every push has to, and where it cannot be told whether every push has to
 */
export async function pushGuard(bench: Workbench, env: NodeJS.ProcessEnv): Promise<string | null> {
  const config = loadConfig(bench.root, env);
  if (config.values.gate.push === 'always') return '';
  // What cannot be read may be an open ship run.
  if (findVerdicts(bench.root, null).some(({ is }) => is === 'unreadable')) return '';
  const runs = await summariesOf(bench, { family: 'command', unfinished: true, places: ['live'] });
  const isShipping = runs.some(
    ({ key, overview }) => key.family === 'command' && key.command === 'ship' && overview.progress.total > 0,
  );
  return isShipping ? '' : unclearSetting(config, mayGuardPushes(bench.root, env));
}

/** A file that cannot be read, or a slip in the setting itself, may have meant that every push is held to the gate. */
function unclearSetting({ problems, files }: LoadedConfig, isNamed: boolean): string | null {
  const found = problems.find(({ key }) => (key === '' ? isNamed : /^gates?(?:\.|$)/.test(key)));
  if (found === undefined) return null;
  const { source, key, message } = found;
  const file = files.find((one) => one.source === source)?.path ?? 'PAWL_GATE_PUSH';
  const what = `${source === 'repository' ? repositoryFile : file}${key === '' ? '' : `: ${key}`}`;
  return ` It is asked as nobody can tell whether every push is held to it: ${what} ${message.replace('; it is ignored', '')}.`;
}
