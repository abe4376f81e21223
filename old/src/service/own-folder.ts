// Whether pawl keeps anything in a project. Where it does not, hooks begin nothing.

import fs from 'node:fs';
import path from 'node:path';
import { ownFolder } from '../disk/layout.js';

/**
 * Tells whether pawl keeps anything in a project.
 * @param root the project's root
 * @returns false also when a link stands in its place
 */
export function hasOwnFolder(root: string): boolean {
  return fs.lstatSync(path.join(root, ownFolder), { throwIfNoEntry: false })?.isDirectory() === true;
}
