// Commands of specs that the user has approved. A spec comes with a repository and could run anything, so each text is
// shown and approved once. Hashes of what was approved are kept in the user's own configuration folder.

import fs from 'node:fs';
import path from 'node:path';
import { checksum } from '../base/checksum.js';
import { errnoOf } from '../base/errors.js';
import { userConfigFile } from '../runs/config.js';

function fileFor(env: NodeJS.ProcessEnv): string {
  return path.join(path.dirname(userConfigFile(env)), 'approved-commands');
}

/** `npm test` of one project runs other code than that of another one. */
function hashOf(root: string, command: string): string {
  return checksum(`${root}\0${command}`);
}

/** The commands that were not approved yet. */
export function unapproved(root: string, env: NodeJS.ProcessEnv, commands: readonly string[]): string[] {
  let text = '';
  try {
    text = fs.readFileSync(fileFor(env), 'utf8');
  } catch (error) {
    if (errnoOf(error) !== 'ENOENT' && errnoOf(error) !== 'ENOTDIR') throw error;
  }
  const known = new Set(text.split('\n'));
  return [...new Set(commands)].filter((command) => !known.has(hashOf(root, command)));
}

/** Remembers commands as approved. */
export function approve(root: string, env: NodeJS.ProcessEnv, commands: readonly string[]): void {
  const file = fileFor(env);
  fs.mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  fs.appendFileSync(file, commands.map((command) => `${hashOf(root, command)}\n`).join(''), { mode: 0o600 });
}
