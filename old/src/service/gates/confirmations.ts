// Which commands a person has confirmed: kept in the user's own configuration, never in a repository, and bound to the
// project that the command came from.

import fs from 'node:fs';
import path from 'node:path';
import { loadObject } from '../../disk/load-object.js';
import type { SpecCommand } from '../../families/pipeline/spec/types.js';
import { removeFile, replaceFile, writeNewFile } from '../../disk/files.js';
import { tempName } from '../../disk/temp-name.js';
import { mapIn } from '../../rules/json/read-member.js';
import { userFile } from '../config/files.js';
import { realPath } from '../spec/inside.js';

/** A command of a spec, as it is confirmed. */
export type Confirmable = Pick<SpecCommand, 'text' | 'shell'>;

/** The oldest ones are asked about again. */
const maxKept = 5_000;

/** In the folder of the user's configuration; null when the system does not say where that is. */
function confirmedFile(env: NodeJS.ProcessEnv): string | null {
  const config = userFile(env);
  return config === null ? null : path.join(path.dirname(config), 'confirmed.json');
}

function hashOf(root: string, { text, shell }: Confirmable): string {
  const { createHash } = process.getBuiltinModule('node:crypto');
  const place = realPath(root) ?? root;
  return createHash('sha256')
    .update(JSON.stringify([place, shell ? 'shell' : 'words', text]))
    .digest('hex');
}

/** About what cannot be read, a person is asked again. */
function load(file: string | null): Map<string, string> {
  const entries = Object.entries(mapIn(file === null ? null : loadObject(file), 'commands'));
  return new Map(entries.flatMap(([hash, at]) => (typeof at === 'string' ? [[hash, at] as const] : [])));
}

/**
 * Finds the commands that a person has not confirmed yet.
 * @param root the project's root
 * @param commands commands of its spec
 * @param env the environment
 * @returns those to ask about
 */
export function unconfirmed<C extends Confirmable>(
  root: string,
  commands: readonly C[],
  env: NodeJS.ProcessEnv = process.env,
): readonly C[] {
  const known = load(confirmedFile(env));
  return commands.filter((command) => !known.has(hashOf(root, command)));
}

/**
 * Remembers that a person confirmed commands. Where that cannot be kept, they are asked about again.
 * @param root the project's root
 * @param commands the commands
 * @param now milliseconds since 1970
 * @param env the environment
 * @returns whether it was kept
 */
export function rememberConfirmed(
  root: string,
  commands: readonly Confirmable[],
  now: number,
  env: NodeJS.ProcessEnv = process.env,
): boolean {
  const file = confirmedFile(env);
  if (file === null) return false;
  const known = load(file);
  for (const command of commands) known.set(hashOf(root, command), new Date(now).toISOString());
  const temp = path.join(path.dirname(file), tempName());
  try {
    fs.mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
    const text = `${JSON.stringify({ commands: Object.fromEntries([...known].slice(-maxKept)) }, null, 2)}\n`;
    writeNewFile(temp, Buffer.from(text), { mode: 0o600, sync: false });
    replaceFile(temp, file);
    return true;
  } catch {
    try {
      removeFile(temp);
    } catch {
      // Nothing is lost with it.
    }
    return false;
  }
}
