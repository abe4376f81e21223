// The project that a quick command is about.

import fs from 'node:fs';
import { projectRoot } from '../../../service/git.js';
import { mayBeElsewhere } from '../../../service/session/elsewhere.js';

/**
 * Finds the project's root.
 * @returns an absolute path; throws where no folder is, and where it may be another one: the command itself then finds out
 */
export function quickRoot(): string {
  const root = projectRoot();
  if (mayBeElsewhere(root)) throw new TypeError('the session may work elsewhere');
  if (fs.statSync(root).isDirectory()) return root;
  throw new TypeError(`${root} is no folder`);
}
