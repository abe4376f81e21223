// Whether pushes are held to the ship gate now.

import { loadConfig } from '../../../service/config/load.js';
import { summariesOf } from '../../../service/runs.js';
import type { Workbench } from '../../../service/workbench.js';

/**
 * Tells whether a push has to pass the gate.
 * @param bench the store and the circumstances
 * @param env the environment
 * @returns true while a ship run is open, or where every push has to
 */
export async function isPushGuarded(bench: Workbench, env: NodeJS.ProcessEnv): Promise<boolean> {
  if (loadConfig(bench.root, env).values.gate.push === 'always') return true;
  const runs = await summariesOf(bench, { family: 'command', unfinished: true, places: ['live'] });
  return runs.some(
    ({ key, overview }) => key.family === 'command' && key.command === 'ship' && overview.progress.total > 0,
  );
}
