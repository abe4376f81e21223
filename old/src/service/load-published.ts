// The published file of a run, as it stands: for hooks, which have no time to open a store.

import path from 'node:path';
import { loadObject } from '../disk/load-object.js';
import type { JsonObject } from '../rules/json/json.js';
import { type Key, stemsOf } from '../rules/names.js';
import { publishedFolders } from '../disk/layout.js';

/**
 * Loads a run's file. Never throws.
 * @param root the project's root
 * @param key the run
 * @returns its document; null when it is not there, or cannot be read
 */
export function loadPublished(root: string, key: Key): JsonObject | null {
  for (const stem of stemsOf(key)) {
    const found = loadObject(path.join(root, publishedFolders[key.family], `${stem}.json`));
    if (found !== null) return found;
  }
  return null;
}
