// Files in their present state, as a checkpoint remembers them.

import { fileLine, gone } from '../../families/pipeline/evidence/index.js';
import { limits } from '../../rules/limits.js';
import type { FileHashes } from './file-hashes.js';

/** Files as they are, frozen. */
export interface FrozenFiles {
  /** See `fileLine`. */
  readonly files: readonly string[];
  /** How many more there are. */
  readonly unlisted?: number;
}

/**
 * Freezes files in their present state.
 * @param paths the files
 * @param hashes the present state
 * @param isGoneTold whether those are remembered as gone that are not there; they are left out unless given
 * @returns what a checkpoint remembers of them
 */
export function freeze(paths: readonly string[], hashes: FileHashes, isGoneTold = false): FrozenFiles {
  const lines = [...new Set(paths)].flatMap((path) => {
    const hash = hashes.hashOf(path) ?? (isGoneTold ? gone : null);
    return hash === null || hash === 'folder' || hash === 'special' ? [] : [fileLine({ path, hash })];
  });
  const more = lines.length - limits.maxFilesPerUnit;
  return more > 0 ? { files: lines.slice(0, limits.maxFilesPerUnit), unlisted: more } : { files: lines };
}
