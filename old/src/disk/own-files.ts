// Which files below a project's root are pawl's own, told by their names: the folders that they stand in hold those of others too.

import path from 'node:path';
import { type FamilyName, keyOfStem } from '../rules/names.js';
import { failedFolder, familyNames, ownFolder, publishedFolders } from './layout.js';
import { tempOwner } from './temp-name.js';

/** What stands in pawl's own folder: logs, documents, marks, and what is kept aside. Nothing that is run. */
const kinds =
  /^(?:\.gitignore|cleaned|[^/]+\.(?:log|log\.br|json|jsonl|rows|bytes|tmp|turn|taken|said|killed|start|\d+))$/;

/** The folders of checkpoints, relative to the root. */
const homes: ReadonlyMap<string, FamilyName> = new Map([
  ...familyNames.map((family) => [publishedFolders[family], family] as const),
  [failedFolder, 'workflow'],
]);

/**
 * Tells whether a file is one that pawl itself writes.
 * @param file its path from the root, with forward slashes
 * @returns true for checkpoints, by the names that they have, and for what is in pawl's own folder
 */
export function isOwnFile(file: string): boolean {
  const [folder, name] = [path.posix.dirname(file), path.posix.basename(file)];
  if (`${folder}/`.startsWith(`${ownFolder}/`)) return kinds.test(name);
  const family = homes.get(folder);
  if (family === undefined) return false;
  if (tempOwner(name) !== null) return true;
  const stem = name.slice(0, -'.json'.length);
  // An encoded name is only a hash, which the document inside explains.
  return name.endsWith('.json') && (keyOfStem(family, stem) !== null || /~[0-9a-f]{16}(?:-|$)/.test(stem));
}
