// Files that no pattern stands for: what pawl itself keeps changes with every save, and the spec is judged by its sections.

import { publishedFolders } from '../../disk/layout.js';
import type { JsonObject } from '../../rules/json/json.js';
import { textIn } from '../../rules/json/read-member.js';

const own = [...Object.values(publishedFolders), '.git'].map((folder) => `${folder}/`);

/**
 * Tells whether patterns pass a file over.
 * @param file the file, from the root, with forward slashes
 * @param spec the spec of the run, from the root, if it is known
 * @returns true for pawl's own and published files, git's, and the spec
 */
export function isLeftOut(file: string, spec: string | null): boolean {
  return file === spec || own.some((folder) => file.startsWith(folder));
}

/**
 * Reads where a run's spec is.
 * @param state the run
 * @returns its path from the root; null when the run does not know
 */
export function specPathOf({ pawl }: JsonObject): string | null {
  return textIn(pawl, 'spec', 'path');
}
