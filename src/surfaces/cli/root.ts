// Which project a call is about.

import fs from 'node:fs';
import path from 'node:path';
import { badUsage, PawlError } from '../../rules/errors.js';
import { projectRoot } from '../../service/git.js';
import type { Arguments } from './call.js';

/**
 * Finds the project's root: that of the folder in `--root`, else as everywhere.
 * @param args the call's arguments
 * @returns an absolute path; throws `not-found` when no folder is there
 */
export function findRoot(args: Arguments): string {
  const given = args.text('root');
  if (given?.trim() === '') throw badUsage('--root is empty', 'Name a folder, or leave it out.');
  if (given !== undefined && fs.statSync(given, { throwIfNoEntry: false })?.isDirectory() === false) {
    throw badUsage(`--root ${given} is no folder`, 'Name the folder of a project, or one below it.');
  }
  const root = given === undefined ? projectRoot() : projectRoot({}, path.resolve(given));
  if (fs.statSync(root, { throwIfNoEntry: false })?.isDirectory() === true) return root;
  const what = fs.existsSync(root) ? 'is no folder' : 'does not exist';
  throw new PawlError('not-found', `the project's folder ${root} ${what}`, {
    hint: `${given === undefined ? 'GIT_ROOT or CLAUDE_PROJECT_DIR' : '--root'} names it; correct it.`,
  });
}
