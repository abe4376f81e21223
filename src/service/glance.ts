// Runs as the catalogue knows them, without opening a store: what a status line or a hook needs at each prompt.

import { Catalog } from '../store/file/catalog/catalog.js';
import { glance } from '../store/file/catalog/glance.js';
import { ensureFolder } from '../store/file/folders.js';
import { below, failedFolder, ownFolder, publishedFolders, tempFolder } from '../store/file/layout.js';
import { type Overview, toOverview } from './checkpoint.js';
import { type RunFilter, summaryFilter } from './run-filter.js';

/**
 * Lists runs, the most recently changed first, if that takes no more than a glance.
 * @param root the project's root
 * @param filter which of them
 * @param now the time, in milliseconds since 1970
 * @returns one line about each; null when a file has to be read: `listRuns` does that
 */
export function glanceAtRuns(root: string, filter: RunFilter, now: number): readonly Overview[] | null {
  // Links planted in a cloned repository are refused before anything is read through them.
  for (const folder of [...Object.values(publishedFolders), failedFolder, ownFolder]) ensureFolder(root, folder, null);
  const catalog = new Catalog(below(root, ownFolder, ''), below(root, tempFolder, ''));
  return glance(root, catalog, summaryFilter(filter))?.map((one) => toOverview(one, now)) ?? null;
}
