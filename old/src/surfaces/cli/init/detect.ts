// Which agents are used here, and whether pawl stays: what stands in the project, in the home folder, and in PATH.

import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { canFindPawl, isInPath } from '../../../service/hooks/find-pawl.js';

/** What was found. */
export interface Surroundings {
  readonly git: boolean;
  readonly claude: boolean;
  readonly codex: boolean;
  /** Whether pawl is where hooks find it: `npx` may have fetched it for this one call. */
  readonly pawl: boolean;
}

/**
 * Looks around.
 * @param root the project's root
 * @param isGit whether it is a git repository
 * @returns what was found
 */
export function detect(root: string, isGit: boolean): Surroundings {
  const { env } = process;
  const home = os.homedir();
  const has = (folder: string, name: string): boolean =>
    fs.existsSync(path.join(root, folder)) || fs.existsSync(path.join(home, folder)) || isInPath(name, env);
  return {
    git: isGit,
    claude: Boolean(env['CLAUDECODE'] || env['CLAUDE_CONFIG_DIR']) || has('.claude', 'claude'),
    codex: Boolean(env['CODEX_HOME']) || has('.codex', 'codex'),
    pawl: canFindPawl(root, env),
  };
}
