// What the doctor does on disk itself: look at files, and replace one that no store knows. Links are never followed.

import fs from 'node:fs';
import path from 'node:path';
import { checksum } from '../../rules/checksum.js';
import { errnoOf } from '../../rules/errno.js';
import { isPawlError, PawlError } from '../../rules/errors.js';
import { limits } from '../../rules/limits.js';
import type { FamilyName } from '../../rules/names.js';
import { loadBytes, putInPlace, writeNewFile } from '../../disk/files.js';
import { ensureFolder, syncFolder } from '../../disk/folders.js';
import {
  asideFolder,
  failedFolder,
  familyNames,
  logFolder,
  ownFolder,
  publishedFolders,
  tempFolder,
} from '../../disk/layout.js';
import { tempName } from '../../disk/temp-name.js';
import type { Sight } from './judge-file.js';

export { asideFolder, ownFolder };

/** The folders that hold published files, with their families. */
export const homes: readonly (readonly [folder: string, family: FamilyName])[] = [
  ...familyNames.map((family) => [publishedFolders[family], family] as const),
  [failedFolder, 'workflow'],
];

/** Every folder that a store uses. */
const allFolders = [...homes.map(([folder]) => folder), ...familyNames.map(logFolder), tempFolder, asideFolder];

/** A folder that cannot be used. */
export interface BadFolder {
  readonly folder: string;
  readonly isLink: boolean;
  readonly message: string;
}

/**
 * Reads what an error carries.
 * @param error what was thrown
 * @param name e.g. `file`
 * @returns the text; empty when it has none
 */
export function textIn(error: unknown, name: 'file' | 'errno'): string {
  const value = isPawlError(error) ? error.data[name] : undefined;
  return typeof value === 'string' ? value : '';
}

/**
 * Finds folders that are links, files, or not to be read.
 * @param root the project's root
 * @returns each once, the outermost
 */
export function badFolders(root: string): readonly BadFolder[] {
  const found = new Map<string, BadFolder>();
  for (const folder of allFolders) {
    try {
      if (ensureFolder(root, folder, null)) fs.accessSync(path.join(root, folder), fs.constants.R_OK);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      const file = textIn(error, 'file');
      const at = file === '' ? folder : path.relative(root, file).replaceAll('\\', '/');
      found.set(at, { folder: at, isLink: isPawlError(error, 'unsafe-path'), message });
    }
  }
  return [...found.values()];
}

/**
 * Looks at a file.
 * @param file its path
 * @returns its bytes, or why there are none; null when it is gone
 */
export function lookAt(file: string): Sight | null {
  try {
    const stat = fs.lstatSync(file, { throwIfNoEntry: false });
    if (stat === undefined) return null;
    if (stat.isSymbolicLink()) return { is: 'link' };
    if (stat.isDirectory()) return { is: 'folder' };
    if (!stat.isFile()) return { is: 'unreadable', message: 'is not a file' };
    if (stat.size > limits.maxBytes) return { is: 'oversized', size: stat.size };
    const bytes = loadBytes(file);
    if (bytes === null) return null;
    return { is: 'bytes', bytes, hash: checksum(bytes), modifiedAt: stat.mtime.toISOString() };
  } catch (error) {
    const reason = textIn(error, 'errno') || errnoOf(error);
    return { is: 'unreadable', message: `cannot be read: ${reason || String(error)}` };
  }
}

/**
 * Replaces a file in one step, unless it changed since it was looked at.
 * @param file the file
 * @param bytes its new content
 * @param seen the checksum of what was looked at
 */
export function replaceLoose(file: string, bytes: Uint8Array, seen: string): void {
  const now = lookAt(file);
  if (now?.is !== 'bytes' || now.hash !== seen) {
    throw new PawlError('conflict', `${file} changed meanwhile; nothing was done`, { hint: 'Run it again.' });
  }
  const temp = path.join(path.dirname(file), tempName());
  writeNewFile(temp, bytes, { mode: fs.statSync(file).mode & 0o777, sync: true });
  putInPlace(temp, file);
  syncFolder(path.dirname(file));
}

/**
 * Keeps the bytes of a file beside it, in `FILE.original`.
 * @param file the file
 * @param bytes its bytes
 * @returns the path of the copy
 */
export function keepBeside(file: string, bytes: Buffer): string {
  for (let copy = 1; ; copy++) {
    const kept = `${file}.original${copy === 1 ? '' : copy}`;
    const there = loadBytes(kept);
    if (there?.equals(bytes) === true) return kept;
    if (there !== null) continue;
    writeNewFile(kept, bytes, { mode: fs.statSync(file).mode & 0o777, sync: true });
    return kept;
  }
}
