// Makes the folders that pawl keeps a project's state in, and lets git ignore them.

import fs from 'node:fs';
import type { FamilyName } from '../rules/names.js';
import { writeNewFile } from './files.js';
import { ensureFolder, ensurePassingFolder } from './folders.js';
import { below, logFolder, ownFolder, publishedFolders, tempFolder } from './layout.js';

/** What lets git ignore the folder in which it stands, itself included. */
export const ignoreAll = '*\n';

/**
 * Makes the folders that a first revision needs.
 * @param root the project's root
 * @param family the checkpoint's family
 */
export function prepareFolders(root: string, family: FamilyName): void {
  ensureFolder(root, publishedFolders.command, 0o755);
  for (const folder of [ownFolder, logFolder(family)]) ensureFolder(root, folder, 0o700);
  ensurePassingFolder(root, tempFolder);
  keepOutOfGit(root, family);
}

/**
 * Running work and its history do not belong into commits, also where nobody has run `pawl init`. Whoever takes the file of
 * a published folder away wants it tracked: it is written once. Whether pipelines are tracked is the team's choice.
 */
function keepOutOfGit(root: string, family: FamilyName): void {
  const isNew = letGitIgnore(root, ownFolder, 0o600);
  if (!fs.existsSync(below(root, '', '.git'))) return;
  if (isNew) letGitIgnore(root, publishedFolders.command, 0o644);
  const { workflow } = publishedFolders;
  if (family !== 'workflow' || fs.existsSync(below(root, workflow, ''))) return;
  ensureFolder(root, workflow, 0o755);
  letGitIgnore(root, workflow, 0o644);
}

/** Gives whether that is new: it may be there already, or may not be possible, which is no reason not to save. */
function letGitIgnore(root: string, folder: string, mode: number): boolean {
  try {
    writeNewFile(below(root, folder, '.gitignore'), Buffer.from(ignoreAll), { mode, sync: false });
    return true;
  } catch {
    return false;
  }
}
