// The published file of a run, as it stands: for hooks, which have no time to open a store.

import path from 'node:path';
import { isJsonObject, type JsonObject } from '../rules/json/json.js';
import { limits } from '../rules/limits.js';
import { type Key, stemsOf } from '../rules/names.js';
import { loadBytes } from '../disk/files.js';
import { publishedFolders } from '../disk/layout.js';

/**
 * Loads a run's file. Never throws.
 * @param root the project's root
 * @param key the run
 * @returns its document; null when it is not there, or cannot be read
 */
export function loadPublished(root: string, key: Key): JsonObject | null {
  for (const stem of stemsOf(key)) {
    try {
      const bytes = loadBytes(path.join(root, publishedFolders[key.family], `${stem}.json`));
      const value: unknown =
        bytes === null || bytes.length > limits.maxBytes ? null : JSON.parse(bytes.toString('utf8'));
      if (isJsonObject(value)) return value;
    } catch {
      // The next name, if there is one.
    }
  }
  return null;
}
