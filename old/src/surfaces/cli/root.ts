// Which project a call is about.

import fs from 'node:fs';
import path from 'node:path';
import { badUsage, PawlError } from '../../rules/errors.js';
import { projectRoot } from '../../service/git.js';
import { sessionRoot } from '../../service/worktrees.js';
import type { Call } from './call.js';

/** Commands about the files of the working tree that they are called in. */
const aboutFiles = /^(?:build|gate|init|pipeline)\b/;

/**
 * Finds the project's root: that of the folder in `--root`, else as everywhere.
 * @param call the call
 * @returns an absolute path; throws `not-found` when no folder is there
 */
export function findRoot(call: Pick<Call, 'row' | 'flag' | 'text'>): string {
  const given = call.text('root');
  if (given?.trim() === '') throw badUsage('--root is empty', 'Name a folder, or leave it out.');
  if (given !== undefined && fs.statSync(given, { throwIfNoEntry: false })?.isDirectory() === false) {
    throw badUsage(`--root ${given} is no folder`, 'Name the folder of a project, or one below it.');
  }
  const isHere = aboutFiles.test(call.row.name) || call.flag('code') || call.text('code') !== undefined;
  const root = given !== undefined ? projectRoot({}, path.resolve(given)) : isHere ? projectRoot() : sessionRoot();
  if (fs.statSync(root, { throwIfNoEntry: false })?.isDirectory() === true) return root;
  const what = fs.existsSync(root) ? 'is no folder' : 'does not exist';
  throw new PawlError('not-found', `the project's folder ${root} ${what}`, {
    hint: `${given === undefined ? 'GIT_ROOT or CLAUDE_PROJECT_DIR' : '--root'} names it; correct it.`,
  });
}
