// What a hook needs only now and then: when something went wrong, is configured, or takes longer.

import { timeText } from '../../../rules/text/time-text.js';
import { loadConfig } from '../../../service/config/load.js';
import { noteTrouble as note } from '../../../service/hooks/trouble.js';
import { inOtherProcess } from '../in-other-process.js';

/** Notes what went wrong in a hook. Never throws. */
function noteTrouble(root: string, event: string, error: unknown): void {
  const message = error instanceof Error ? error.message : String(error);
  note(root, { event, message, at: timeText(Date.now()) });
}

/** Tells whether hooks are switched off. */
function isOff(root: string): boolean {
  return loadConfig(root).values.off.includes('hooks');
}

/** All of it, as the other parts ask for it. */
export const rareParts = { noteTrouble, isOff, inOtherProcess };
export type RareParts = typeof rareParts;
