// The files that `pawl init` writes and that the build puts beside the program.

import fs from 'node:fs';
import path from 'node:path';

const dist = path.join(__dirname, '..', '..');

/**
 * Reads built files.
 * @param folder their folder in `dist`
 * @param target the folder in the project
 * @param names the files, each with the name that it gets there
 * @returns their texts, by path from the project's root
 */
export function builtFiles(
  folder: string,
  target: string,
  names: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const read = (name: string): string => fs.readFileSync(path.join(dist, folder, name), 'utf8');
  return Object.fromEntries(Object.entries(names).map(([name, as]) => [`${target}/${as}`, read(name)]));
}
