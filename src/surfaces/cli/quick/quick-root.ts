// The project that a quick command is about.

import fs from 'node:fs';
import { projectRoot } from '../../../service/git.js';

/**
 * Finds the project's root.
 * @returns an absolute path; throws where no folder is, as the command itself then says what is wrong
 */
export function quickRoot(): string {
  const root = projectRoot();
  if (fs.statSync(root).isDirectory()) return root;
  throw new TypeError(`${root} is no folder`);
}
