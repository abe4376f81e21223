// Whether pushes are held to the ship gate now.

import { loadConfig } from '../../../service/config/load.js';
import { summariesOf } from '../../../service/runs.js';
import { findVerdicts } from '../../../service/ship/verdicts.js';
import type { Workbench } from '../../../service/workbench.js';

/**
 * Tells whether a push has to pass the gate.
 * @param bench the store and the circumstances
 * @param env the environment
 * @returns true while a ship run is open or may be, or where every push has to
 */
export async function isPushGuarded(bench: Workbench, env: NodeJS.ProcessEnv): Promise<boolean> {
  if (loadConfig(bench.root, env).values.gate.push === 'always') return true;
  // What cannot be read may be an open ship run.
  if (findVerdicts(bench.root, null).some(({ is }) => is === 'unreadable')) return true;
  const runs = await summariesOf(bench, { family: 'command', unfinished: true, places: ['live'] });
  return runs.some(
    ({ key, overview }) => key.family === 'command' && key.command === 'ship' && overview.progress.total > 0,
  );
}
