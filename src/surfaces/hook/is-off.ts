// Whether hooks are switched off, by the setting `off`. The configuration is read only where something may be set.

import { mayBeSet } from '../../service/config/files.js';
import { loadConfig } from '../../service/config/load.js';

/**
 * Tells whether hooks are switched off.
 * @param root the project's root
 * @param env the environment
 * @returns true when `off` names them
 */
export function isOff(root: string, env: NodeJS.ProcessEnv): boolean {
  if (!(env['PAWL_OFF'] ?? '').includes('hooks') && !mayBeSet(root, '"off"', env)) return false;
  return loadConfig(root, env).values.off.includes('hooks');
}
