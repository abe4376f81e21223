// All files of a project that count as its own: what git tracks, else what is there.

import { runGit } from '../code/git-process.js';
import { findGitRoot } from '../git.js';
import { matchFiles } from '../spec/patterns.js';
import { isLeftOut } from './left-out.js';

/**
 * Lists the files of a project.
 * @param root the project's root
 * @param spec the spec of the run, from the root; null when there is none
 * @returns paths from the root, with forward slashes; tracked ones, or all when there is no repository
 */
export async function treeFiles(root: string, spec: string | null): Promise<readonly string[]> {
  const files = (await trackedFiles(root)) ?? matchFiles(root, ['**'], true).files;
  return files.filter((file) => !isLeftOut(file, spec));
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
