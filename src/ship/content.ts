// What would be shipped, as a tree of git: of the working tree or of a commit, without pawl's own files. Those change with
// every recorded step, and the verdict itself is one of them.

import { PawlError } from '../base/errors.js';
import { git } from '../runs/git.js';
import { ownFolders, repositoryOf, withTempIndex, workingTree } from '../runs/snapshot.js';

/** git in a hook: the agent waits. */
const timeout = 5_000;

/**
 * Finds the tree of what would be shipped; throws when git cannot tell.
 * @param commit a commit by any name; null for the working tree with its untracked files
 */
export function contentOf(root: string, commit: string | null): string {
  const { top, prefix } = repositoryOf(root);
  const tree = commit === null ? workingTree(root, undefined, timeout).tree : treeOf(top, commit);
  const folders = ownFolders.map((own) => `${prefix}${own}`);
  const tracked = git(top, ['ls-tree', '-r', '--name-only', tree, '--', ...folders], { timeout });
  if (tracked === '') return tree;
  return withTempIndex((run) => {
    run(top, ['read-tree', tree], { timeout });
    run(top, ['rm', '-r', '--cached', '--quiet', '--ignore-unmatch', '--', ...folders], { timeout });
    return run(top, ['write-tree'], { timeout });
  });
}

function treeOf(top: string, commit: string): string {
  try {
    if (!/^[-^]/.test(commit)) return git(top, ['rev-parse', '--verify', '--quiet', `${commit}^{tree}`], { timeout });
  } catch {
    // said below
  }
  throw new PawlError('not-found', `there is no commit ${commit} here`, { hint: 'Fetch it, or name another one.' });
}
