// Which files are looked at: those in the folders of a project, or at given paths.

import fs from 'node:fs';
import path from 'node:path';
import { entriesIn } from '../../disk/folders.js';
import { hasCheckpointName } from '../../families/repair/index.js';
import { PawlError } from '../../rules/errors.js';
import { type FamilyName, keyOfStem } from '../../rules/names.js';
import { homes } from './disk.js';

/** A file that may be a checkpoint. */
export interface FoundFile {
  readonly path: string;
  /** The project whose folder it stands in; null for a file elsewhere. */
  readonly root: string | null;
  readonly home: FamilyName | null;
  readonly isNamed: boolean;
  readonly hasTwin: boolean;
}

/** What is never looked through. */
const skipped: ReadonlySet<string> = new Set(['.git', 'node_modules', '.pawl']);

/**
 * Lists the files in a project's folders.
 * @param root the project's root
 * @param isUsable whether a folder may be looked into
 * @returns the files, by folder and name
 */
export function filesOfProject(root: string, isUsable: (folder: string) => boolean): readonly FoundFile[] {
  return homes
    .filter(([folder]) => isUsable(folder))
    .flatMap(([folder, family]) =>
      entriesIn(path.join(root, folder))
        .filter((entry) => entry.name.endsWith('.json') && (!entry.isDirectory() || isInTheWay(entry.name, family)))
        .map((entry) => path.join(root, folder, entry.name))
        .sort()
        .map((file) => foundAt(file, false)),
    );
}

/** A folder where a checkpoint's file belongs: nothing can be saved there. */
function isInTheWay(name: string, family: FamilyName): boolean {
  return keyOfStem(family, name.slice(0, -'.json'.length)) !== null;
}

/**
 * Lists the files at a given path: the file itself, or all below a folder.
 * @param given the path
 * @returns the files; throws `not-found` when nothing is there
 */
export function filesAt(given: string): readonly FoundFile[] {
  const full = path.resolve(given);
  const stat = fs.lstatSync(full, { throwIfNoEntry: false });
  if (stat === undefined) {
    throw new PawlError('not-found', `there is no file or folder ${given}`, { hint: 'Check the path.' });
  }
  const isFolder = fs.statSync(full, { throwIfNoEntry: false })?.isDirectory() === true;
  if (!isFolder) return [foundAt(path.join(fs.realpathSync(path.dirname(full)), path.basename(full)), true)];
  return filesBelow(fs.realpathSync(full));
}

function filesBelow(folder: string): readonly FoundFile[] {
  const found: FoundFile[] = [];
  const entries = [...entriesIn(folder)].sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of entries) {
    const at = path.join(folder, entry.name);
    if (entry.isDirectory() && !skipped.has(entry.name)) {
      const { home } = foundAt(at, false);
      if (home !== null && entry.name.endsWith('.json') && isInTheWay(entry.name, home)) found.push(foundAt(at, false));
      found.push(...filesBelow(at));
    } else if (entry.name.endsWith('.json') && !entry.isDirectory()) {
      const one = foundAt(at, false);
      // Outside of the families' folders a link is somebody else's affair, unless only a checkpoint has its name.
      if (entry.isFile() || one.home !== null || hasCheckpointName(at.replaceAll('\\', '/'))) found.push(one);
    }
  }
  return found;
}

function foundAt(file: string, isNamed: boolean): FoundFile {
  const folder = path.dirname(file).replaceAll('\\', '/');
  const home = homes.find(([name]) => folder.endsWith(`/${name}`));
  if (home === undefined) return { path: file, root: null, home: null, isNamed, hasTwin: false };
  const root = folder.slice(0, -(home[0].length + 1)) || '/';
  const twin = folder.endsWith('/failed') ? path.join(path.dirname(path.dirname(file)), path.basename(file)) : null;
  return { path: file, root, home: home[1], isNamed, hasTwin: twin !== null && fs.existsSync(twin) };
}
