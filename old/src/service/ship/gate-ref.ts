// Which ship gate a call means.

import { commandKey, type CommandKey, parseKey } from '../../rules/names.js';
import { badUsage } from '../../rules/errors.js';

/**
 * Reads the name of a ship gate.
 * @param typed `ship` or `ship/FEATURE`
 * @returns the checkpoint that holds it; throws `bad-usage` for any other gate
 */
export function shipRef(typed: string): CommandKey {
  const key = parseKey(typed.startsWith('command:') ? typed : `command:${typed}`) ?? commandKey(typed);
  if (key.family === 'command' && key.command === 'ship') return key;
  throw badUsage(
    `${JSON.stringify(typed)} is no gate with a verdict`,
    'Write ship, or ship/FEATURE. Gates of a pipeline are run, approved or waived.',
  );
}
