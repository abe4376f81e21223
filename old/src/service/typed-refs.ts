// Which run a writing command means. Each takes the refs of its own family; for another's it names the right command.

import { type CommandKey, type Key, commandKey, keysOfRef, pipelineKey, workflowKey } from '../rules/names.js';
import { shellQuote } from '../rules/text/shell-quote.js';
import { onOtherBranch } from './on-branch.js';
import { notFoundNear, readKey } from './refs.js';
import type { Workbench } from './workbench.js';
import { badUsage, PawlError } from '../rules/errors.js';

/** For each family, what to call instead of a command for slash commands. */
const instead = {
  pipeline: (ref: string) =>
    `A pipeline has its own commands, e.g. pawl pipeline start ${ref} WS1, or done; it is complete with its last workstream and gate.`,
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

/**
 * Finds the pipeline that a ref names.
 * @param bench the store and the circumstances
 * @param typed an id; `pipeline:` may stand before it
 * @returns its key; throws `not-found` with what is near, and `bad-usage` for a ref of another family
 */
export async function pipelineRef(bench: Workbench, typed: string): Promise<Key> {
  const other = /^(command|workflow):/.exec(typed)?.[1];
  if (other !== undefined) {
    throw badUsage(`${typed} names a ${other}, not a pipeline`, 'Name a pipeline by its id, e.g. PRD-009.');
  }
  const key = pipelineKey(typed.replace(/^pipeline:/, ''));
  const stored = await bench.store.get(key);
  const away = stored === null ? null : onOtherBranch(bench.root, stored);
  if (away !== null) throw new PawlError('not-found', `${typed} ${away.words}`, { hint: `Go there: ${away.command}` });
  if (stored !== null) return key;
  const isSpec = /\.(?:md|markdown|mdx|ya?ml)$/i.test(typed);
  const hint = isSpec
    ? 'A run is named by its id, not by its spec.'
    : 'Begin it from its spec: `pawl pipeline init SPEC`; `pawl list --family pipeline` shows what is there.';
  throw await notFoundNear(bench.store, typed, hint);
}
