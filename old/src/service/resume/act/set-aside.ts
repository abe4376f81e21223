// Puts a file away that holds no checkpoint and has no history: its bytes are kept, its place is free.

import fs from 'node:fs';
import path from 'node:path';
import { PawlError } from '../../../rules/errors.js';
import { type Key, refOf } from '../../../rules/names.js';
import { diskError } from '../../../disk/files.js';
import { ensureFolder } from '../../../disk/folders.js';
import { asideFolder } from '../../../disk/layout.js';
import { prepareFolders } from '../../../disk/prepare-folders.js';
import { tempName } from '../../../disk/temp-name.js';
import type { Workbench } from '../../workbench.js';

/**
 * Sets a file aside.
 * @param bench the store and the circumstances
 * @param key the run that it cannot be read as
 * @returns where its bytes are now
 */
export function setAside(bench: Workbench, key: Key): string {
  const file = bench.store.pathOf?.(key, 'live');
  if (file === undefined || file === null) throw new PawlError('not-found', `${refOf(key)} has no file`);
  prepareFolders(bench.root, key.family);
  ensureFolder(bench.root, asideFolder, 0o700);
  const kept = path.join(bench.root, asideFolder, `${path.basename(file, '.json')}.${tempName().slice(0, -4)}.bytes`);
  try {
    fs.chmodSync(file, 0o600); // as all that is pawl's own
    fs.renameSync(file, kept);
  } catch (error) {
    throw diskError(error, 'set aside', file);
  }
  return kept;
}
