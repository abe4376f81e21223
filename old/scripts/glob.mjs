// Lists files below a folder by ending, sorted: Node 20 has no glob of its own.
import { existsSync, readdirSync } from 'node:fs';

/**
 * @param {string} folder where to look
 * @param {string} ending how the file's name ends
 * @returns {string[]} paths from the working folder, with forward slashes
 */
export function globSync(folder, ending) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(ending))
    .map((entry) => `${entry.parentPath}/${entry.name}`.replaceAll('\\', '/'))
    .sort();
}
