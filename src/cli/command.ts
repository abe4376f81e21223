// What a command is to the program, and what commands share.

import { parseArgs, type ParseArgsConfig } from 'node:util';
import { PawlError } from '../base/errors.js';
import type { Json } from '../base/json.js';
import { type Key, keyText, keysOfRef } from '../base/names.js';
import { type Project, openProject } from '../runs/project.js';

export interface Output {
  readonly text: string;
  readonly json?: unknown;
  readonly exitCode?: number;
}

export interface Command {
  readonly name: string;
  readonly usage: string;
  readonly about: string;
  run(args: readonly string[]): Promise<Output>;
}

/** Parses arguments; a mistake becomes a usage error. */
export function parse<T extends NonNullable<ParseArgsConfig['options']>>(
  usage: string,
  args: readonly string[],
  options: T,
  [least, most]: readonly [number, number],
): ReturnType<typeof parseArgs<{ options: T; allowPositionals: true; args: string[] }>> {
  const hint = `Usage: pawl ${usage}`;
  try {
    const parsed = parseArgs({ args: [...args], options, allowPositionals: true });
    const count = parsed.positionals.length;
    if (count < least || count > most)
      throw new PawlError('bad-usage', count < least ? 'an argument is missing' : 'too many arguments', { hint });
    return parsed;
  } catch (error) {
    if (error instanceof PawlError) throw error;
    throw new PawlError('bad-usage', error instanceof Error ? error.message : String(error), { hint });
  }
}

/** Opens the project around the current folder; notices go to stderr. */
export function openHere(): Project {
  return openProject({ notify: (message) => void process.stderr.write(`pawl: ${message}\n`) });
}

/** Finds the run that a ref means; throws when there is none, or several. */
export async function findRun(project: Project, ref: string): Promise<Key> {
  const keys = keysOfRef(ref);
  const found: Key[] = [];
  for (const key of keys) if ((await project.store.get(key)) !== null) found.push(key);
  const [first, second] = found;
  if (first === undefined)
    throw new PawlError('not-found', `there is no run ${ref}`, { hint: '`pawl list` shows all runs.' });
  if (second === undefined) return first;
  throw new PawlError('ambiguous-ref', `${ref} fits several runs: ${found.map(keyText).join(', ')}`);
}

export type { Json };
