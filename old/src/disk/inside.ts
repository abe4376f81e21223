// Whether a path stands below a folder, by its name alone.

import path from 'node:path';

/**
 * Gives the way from a folder to a path inside of it. Links are not followed.
 * @param folder the folder
 * @param file the path
 * @returns the way, empty for the folder itself; null for what is not inside. `..name` is a name like any other
 */
export function wayInside(folder: string, file: string): string | null {
  const way = path.relative(folder, file);
  return way === '..' || way.startsWith(`..${path.sep}`) || path.isAbsolute(way) ? null : way;
}
