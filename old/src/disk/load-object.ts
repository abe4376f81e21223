// Small JSON files of pawl's own, which are read for what they are worth: what cannot be read is not known.

import { isJsonObject, type JsonObject } from '../rules/json/json.js';
import { tryJson } from '../rules/json/try-json.js';
import { limits } from '../rules/limits.js';
import { loadBytes } from './files.js';

/**
 * Loads a JSON object from a file, without following a link. Never throws.
 * @param file the file
 * @param maxBytes how large it may be
 * @returns null when it is absent, unreadable, too large, or no JSON object
 */
export function loadObject(file: string, maxBytes: number = limits.maxBytes): JsonObject | null {
  try {
    const bytes = loadBytes(file);
    const value = bytes === null || bytes.length > maxBytes ? null : tryJson(bytes.toString('utf8'));
    return isJsonObject(value) ? value : null;
  } catch {
    return null;
  }
}
