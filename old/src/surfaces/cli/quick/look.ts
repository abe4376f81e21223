// What looks at all runs and changes nothing, in one built file: the package has the catalogue's reading once for these.

import { answer as list } from './list.js';
import { answer as status } from './status.js';
import { answer as statusline } from './statusline.js';

const commands: ReadonlyMap<string, (args: readonly string[]) => boolean> = new Map([
  ['list', list],
  ['status', status],
  ['statusline', statusline],
]);

/**
 * Answers a call of one of them.
 * @param args what stands behind the command's name
 * @param name the command
 * @returns false when that takes more than this file has
 */
export function answer(args: readonly string[], name: string): boolean {
  return commands.get(name)?.(args) ?? false;
}
