// What a hook needs only when something went wrong, or is configured.

import { loadConfig } from '../../../service/config/load.js';
import { noteTrouble as note } from '../../../service/hooks/trouble.js';

/**
 * Notes what went wrong in a hook. Never throws.
 * @param root the project's root
 * @param event the event
 * @param error what was thrown
 */
export function noteTrouble(root: string, event: string, error: unknown): void {
  const message = error instanceof Error ? error.message : String(error);
  note(root, { event, message, at: new Date().toISOString() });
}

/**
 * Tells whether hooks are switched off.
 * @param root the project's root
 * @returns true when the setting `off` names them
 */
export function isOff(root: string): boolean {
  return loadConfig(root).values.off.includes('hooks');
}
