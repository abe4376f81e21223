// Whether hooks had trouble: one look at a file, for whoever asks at every prompt.

import fs from 'node:fs';
import path from 'node:path';
import { ownFolder } from '../../disk/layout.js';

export const troubleFile = `${ownFolder}/hook-trouble.log`;

/**
 * Tells whether any trouble of hooks is noted.
 * @param root the project's root
 * @returns false when nothing is
 */
export function hasTrouble(root: string): boolean {
  return fs.lstatSync(path.join(root, troubleFile), { throwIfNoEntry: false }) !== undefined;
}
