// All files of a project that count as its own: what git tracks, else what is there.

import { publishedFolders } from '../../disk/layout.js';
import { runGit } from '../code/git-process.js';
import { findGitRoot } from '../git.js';
import { matchFiles } from '../spec/patterns.js';

/** What pawl itself keeps there changes with every save. */
const own = [...Object.values(publishedFolders), '.claude/state'].map((folder) => `${folder}/`);

/**
 * Lists the files of a project.
 * @param root the project's root
 * @returns paths from the root, with forward slashes; tracked ones, or all when there is no repository
 */
export async function treeFiles(root: string): Promise<readonly string[]> {
  const files = (await trackedFiles(root)) ?? matchFiles(root, ['**'], true).files;
  return files.filter((file) => !own.some((folder) => file.startsWith(folder)));
}

async function trackedFiles(root: string): Promise<readonly string[] | null> {
  if (findGitRoot(root) === null) return null;
  try {
    const { out } = await runGit(root, ['ls-files', '-z', '--cached']);
    const files = out
      .toString('utf8')
      .split('\0')
      .filter((file) => file !== '');
    return [...new Set(files)];
  } catch {
    return null; // no git on this machine, or one that does not trust the folder
  }
}
