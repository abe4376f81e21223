// Which run a writing command means. Each takes the refs of its own family; for another's it names the right command.

import { type Key, commandKey, keysOfRef, workflowKey } from '../../../rules/names.js';
import { shellQuote } from '../../../rules/text/shell-quote.js';
import { notFoundNear, readKey } from '../../../service/refs.js';
import type { Workbench } from '../../../service/workbench.js';
import { badUsage } from '../call.js';

type CommandKey = Extract<Key, { readonly family: 'command' }>;

/** For each family, what to call instead of a command for slash commands. */
const instead = {
  pipeline: (ref: string) => `Save a pipeline as a whole: pawl save ${ref} --file FILE.`,
  workflow: (ref: string) => `A workflow has its own commands, e.g. pawl workflow advance ${ref}, or finish.`,
};

/**
 * Reads the ref of a slash command's run. Nothing is looked up: what is not there may be begun.
 * @param typed e.g. `implement`, `implement/auth`, `command:implement/auth`
 * @returns its key; throws `bad-usage` for a ref of another family, with what to call instead
 */
export function commandRef(typed: string): CommandKey {
  const [key = commandKey(typed.split('/', 1)[0])] = keysOfRef(typed);
  if (key.family === 'command') return key;
  const hint = `${instead[key.family](shellQuote(typed))} For a slash command of that name write command:NAME.`;
  throw badUsage(`${typed} names a ${key.family}, which has no phases of a slash command`, hint);
}

/**
 * Finds the workflow that a ref names.
 * @param bench the store and the circumstances
 * @param typed an id, or `TYPE/PROJECT` for the newest of a project; `workflow:` may stand before both
 * @returns its key; throws `not-found` with what is near, and `bad-usage` for a ref of another family
 */
export async function workflowRef(bench: Workbench, typed: string): Promise<Key> {
  const other = /^(command|pipeline):/.exec(typed)?.[1];
  if (other !== undefined) {
    throw badUsage(`${typed} names a ${other}, not a workflow`, 'Name a workflow by its id, or as TYPE/PROJECT.');
  }
  const name = typed.replace(/^workflow:/, '');
  const hint = 'Start one with `pawl workflow start`.';
  if (name.includes('/')) return readKey(bench.store, `workflow:${name}`, hint);
  const key = workflowKey(name);
  if ((await bench.store.get(key)) === null) throw await notFoundNear(bench.store, typed, hint);
  return key;
}
