// Takes files away: those that a killed process left behind, and all of a checkpoint that is to leave no trace.

import fs from 'node:fs';
import path from 'node:path';
import { isRunning, removeFile } from '../../disk/files.js';
import { ensureFolder } from '../../disk/folders.js';
import { tempOwner } from '../../disk/temp-name.js';
import type { Key } from '../../rules/names.js';
import {
  asideFolder,
  below,
  familyNames,
  logFolder,
  publishedFolder,
  publishedFolders,
  tempFolder,
} from '../../disk/layout.js';
import { piecesOf } from './log/pieces.js';

/** A temp file that is older is nobody's. */
export const leftoverMs = 60_000;
/** A process id may be taken by another process, or belong to another container: after a day nobody waits for it. */
const surelyForgottenMs = 24 * 60 * 60 * 1000;

/**
 * Finds temp files that are old and whose process is gone.
 * @param root the project's root
 * @param olderThanMs how old they must be
 * @returns their paths
 */
export function findLeftovers(root: string, olderThanMs: number): string[] {
  const found: string[] = [];
  for (const folder of [tempFolder, ...familyNames.map(logFolder), ...Object.values(publishedFolders)]) {
    for (const name of namesIn(root, folder)) {
      const file = path.join(root, folder, name);
      // A turn is kept for milliseconds, and nothing depends on it.
      const owner = folder === tempFolder && name.endsWith('.turn') ? 0 : tempOwner(name);
      if (owner !== null && isLeftOver(file, owner, olderThanMs)) found.push(file);
    }
  }
  return found;
}

/**
 * Removes temp files that are old and whose process is gone.
 * @param root the project's root
 * @param olderThanMs how old they must be
 * @returns the paths that were removed
 */
export function sweepTempFiles(root: string, olderThanMs: number): string[] {
  return findLeftovers(root, olderThanMs).filter((file) => removeFile(file));
}

/**
 * Removes everything of a checkpoint.
 * @param root the project's root
 * @param key the checkpoint
 * @param stem the stem of its files
 * @param logs where its log stands; null when it has none
 * @returns false when there was nothing
 */
export function removeAllFiles(root: string, key: Key, stem: string, logs: string | null): boolean {
  let found = false;
  for (const place of ['live', 'failed'] as const) {
    const published = publishedFolder(key, place);
    if (published !== null) found = removeFile(below(root, published, `${stem}.json`)) || found;
  }
  removeAside(root, stem);
  const pieces = logs === null ? [] : piecesOf(logs, stem).map((name) => path.join(logs, name));
  for (const piece of pieces) found = removeFile(piece) || found;
  return found;
}

/** The bytes that were kept aside for a checkpoint. */
function removeAside(root: string, stem: string): void {
  for (const name of namesIn(root, asideFolder)) {
    const isOwn = name.startsWith(`${stem}.`) && /^[0-9a-f-]+\.bytes$/.test(name.slice(stem.length + 1));
    if (isOwn) removeFile(path.join(root, asideFolder, name));
  }
}

/** Nothing is swept through a link: behind it are someone else's files. */
function namesIn(root: string, folder: string): readonly string[] {
  try {
    return ensureFolder(root, folder, null) ? fs.readdirSync(path.join(root, folder)) : [];
  } catch {
    return []; // linked, or not to be read
  }
}

function isLeftOver(file: string, owner: number, olderThanMs: number): boolean {
  const stat = tryToLook(file);
  if (stat?.isFile() !== true) return false;
  const ageMs = Date.now() - stat.mtimeMs;
  return (
    ageMs >= surelyForgottenMs ||
    (ageMs >= olderThanMs && (owner === 0 || (owner !== process.pid && !isRunning(owner))))
  );
}

/** What cannot be looked at is nobody's leftover. */
function tryToLook(file: string): fs.Stats | undefined {
  try {
    return fs.lstatSync(file, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}
