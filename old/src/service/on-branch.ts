// A run whose file a switch of branches took away: it is where it was, and nothing has to be brought back.

import path from 'node:path';
import { publishedFolders } from '../disk/layout.js';
import { type Key, stemsOf } from '../rules/names.js';
import { shellQuote } from '../rules/text/shell-quote.js';
import type { Stored } from '../store/store.js';
import { branchWith } from './git-files.js';

/** Where a run is that is not here. */
export interface ElsewhereRun {
  /** In words, without the run's name. */
  readonly words: string;
  /** The command that leads there. */
  readonly command: string;
}

/**
 * Tells on which branch a run is that git took away.
 * @param root the project's root
 * @param stored its newest revision
 * @returns null when it was not git, or when no branch has it any more
 */
export function onOtherBranch(root: string, stored: Pick<Stored, 'key' | 'place' | 'event'>): ElsewhereRun | null {
  if (stored.place !== 'removed' || stored.event.name !== 'switched') return null;
  const branch = fileNames(stored.key)
    .map((file) => branchWith(root, file))
    .find((one) => one !== null);
  return branch === undefined || branch === null
    ? null
    : { words: `is on branch ${branch}, which is not checked out here`, command: `git switch ${shellQuote(branch)}` };
}

function fileNames(key: Key): readonly string[] {
  return stemsOf(key).map((stem) => path.posix.join(publishedFolders[key.family], `${stem}.json`));
}
