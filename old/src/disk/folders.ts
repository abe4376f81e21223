// Folders: made and looked at without following links, and made durable.

import fs from 'node:fs';
import path from 'node:path';
import { errnoOf } from '../rules/errno.js';
import { PawlError } from '../rules/errors.js';
import { closeQuietly, diskError } from './files.js';

/**
 * Makes a folder's entries durable.
 * @param folder the folder
 */
export function syncFolder(folder: string): void {
  if (process.platform === 'win32') return; // a folder cannot be opened there; NTFS journals its entries
  let fd: number;
  try {
    fd = fs.openSync(folder, 'r');
  } catch (error) {
    throw diskError(error, 'open', folder);
  }
  try {
    fs.fsyncSync(fd);
  } catch (error) {
    // Some network file systems cannot sync a folder at all; that is not a failed sync.
    if (!['EINVAL', 'ENOTSUP', 'EBADF'].includes(errnoOf(error))) throw diskError(error, 'sync', folder, 'unclear');
  } finally {
    closeQuietly(fd);
  }
}

/**
 * Looks at each folder from the root down; links are refused, as a cloned repository may have planted them.
 * @param root the project's root, trusted as it is
 * @param relative the folder below it
 * @param create null to only look, else the mode for folders that are missing
 * @param looked folders that were looked at a moment ago, and whether they are there; for several in a row
 * @returns true when the folder is there
 */
export function ensureFolder(
  root: string,
  relative: string,
  create: number | null,
  looked?: Map<string, boolean>,
): boolean {
  return walk(root, relative, create, syncFolder, looked);
}

/**
 * Makes a folder for what is worth nothing after a power cut: temporary files, leases, notes about processes and their
 * output. Links are refused as ever; only that it was made is not waited for.
 * @param root the project's root, trusted as it is
 * @param relative the folder below it; the one above it that lasts is there
 */
export function ensurePassingFolder(root: string, relative: string): void {
  walk(root, relative, 0o700, () => undefined);
}

function walk(
  root: string,
  relative: string,
  create: number | null,
  sync: (parent: string) => void,
  looked?: Map<string, boolean>,
): boolean {
  let folder = root;
  for (const part of relative.split('/')) {
    const parent = folder;
    folder += `${path.sep}${part}`; // without path.join, which takes as long as the look itself
    const known = create === null ? looked?.get(folder) : undefined;
    if (known === false) return false;
    if (known === true) continue;
    let found: fs.Stats | undefined;
    try {
      found = fs.lstatSync(folder, { throwIfNoEntry: false });
      if (found === undefined) {
        looked?.set(folder, false);
        if (create === null) return false;
        if (makeFolder(folder, create)) {
          sync(parent);
          continue;
        }
        found = fs.lstatSync(folder); // another process was first: what did it make?
      }
    } catch (error) {
      if (parent === root && errnoOf(error) === 'ENOENT') {
        const hint = 'Name a folder that is there.';
        throw new PawlError('store-unavailable', `the project's folder ${root} does not exist`, { hint });
      }
      throw diskError(
        error,
        create === null ? 'read' : 'make',
        folder,
        create === null ? 'unreadable' : 'store-unavailable',
      );
    }
    if (found.isSymbolicLink()) throw diskError(Object.assign(new Error('link'), { code: 'ELOOP' }), 'use', folder);
    if (!found.isDirectory())
      throw new PawlError('unreadable', `${folder} is not a folder`, {
        hint: 'Move that file away; pawl keeps checkpoints there.',
      });
    looked?.set(folder, true);
  }
  return true;
}

function makeFolder(folder: string, mode: number): boolean {
  try {
    fs.mkdirSync(folder, { mode });
  } catch (error) {
    if (errnoOf(error) !== 'EEXIST') throw error;
    return false;
  }
  return true;
}

/**
 * Lists a folder, for those who need no reason why they cannot.
 * @param folder the folder
 * @returns its entries; none when it is not there or cannot be listed
 */
export function entriesIn(folder: string): readonly fs.Dirent[] {
  try {
    return fs.readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

/**
 * Lists the names in a folder, for those who need no reason why they cannot.
 * @param folder the folder
 * @returns its names; none when it is not there or cannot be listed
 */
export function namesIn(folder: string): readonly string[] {
  try {
    return fs.readdirSync(folder);
  } catch {
    return [];
  }
}
