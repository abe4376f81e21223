// Makes the catalogue's line about a checkpoint from its newest revision and its published file.

import fs from 'node:fs';
import { type Key, keyText } from '../../../rules/names.js';
import type { Stored } from '../../store.js';
import { below, publishedFolder, publishedFolders } from '../layout.js';
import { type FileSpace, viewOf } from '../space.js';
import type { Entry } from './entry.js';

/**
 * Describes a checkpoint for lists.
 * @param space the store's space
 * @param key the checkpoint
 * @param stem its file name without the ending
 * @param newest its newest revision
 * @returns the line; null when its family cannot sum up
 */
export function describe(
  space: FileSpace,
  key: Key,
  stem: string,
  newest: Pick<Stored, 'revision' | 'place' | 'state'>,
): Entry | null {
  const view = viewOf(space, key.family);
  if (view.overview === undefined) return null;
  const folder = publishedFolder(key, newest.place);
  const [f, n] = [folder ?? publishedFolders[key.family], `${stem}.json`];
  const file = folder === null ? undefined : fs.statSync(below(space.root, f, n), { throwIfNoEntry: false });
  return {
    k: keyText(key),
    r: newest.revision,
    pl: newest.place,
    o: view.overview(newest.state),
    m: file?.mtimeMs ?? 0,
    s: file?.size ?? 0,
    f,
    n,
    d: fs.statSync(below(space.root, f, ''), { throwIfNoEntry: false })?.mtimeMs ?? 0,
  };
}
