// What a file store is opened with, and the space that this makes.

import type { FamilyName } from '../../rules/names.js';
import { timeText } from '../../rules/text/time-text.js';
import { below, ownFolder, tempFolder } from '../../disk/layout.js';
import type { Notice } from '../store.js';
import { Catalog } from './catalog/catalog.js';
import type { DocumentView, FileSpace } from './space.js';

export interface FileStoreOptions {
  /** The project's root. */
  readonly root: string;
  readonly views: Readonly<Partial<Record<FamilyName, DocumentView>>>;
  readonly now?: () => string;
  readonly isFromGit?: FileSpace['isFromGit'];
  readonly switchedTo?: FileSpace['switchedTo'];
  readonly sidesInGit?: FileSpace['sidesInGit'];
  /** `now`: the published file is up to date when a put returns. `soon`: within 50 ms, and at exit. */
  readonly publish?: 'now' | 'soon';
  /** A log's segment is packed when it grows beyond this. */
  readonly segmentBytes?: number;
  /** Whether the first publication takes leftover temp files away; true unless given. */
  readonly sweep?: boolean;
  /** Told about everything that a person should know. */
  readonly onNotice?: (notice: Notice) => void;
}

/**
 * Makes the space of a store.
 * @param options how it is opened
 * @returns what all its checkpoints share
 */
export function openSpace(options: FileStoreOptions): FileSpace {
  const { root, views } = options;
  return {
    root,
    views,
    now: options.now ?? (() => timeText(Date.now())),
    isFromGit: options.isFromGit ?? (() => false),
    switchedTo: options.switchedTo ?? (() => null),
    sidesInGit: options.sidesInGit ?? (() => null),
    segmentBytes: options.segmentBytes ?? 4 * 1024 * 1024,
    catalog: new Catalog(below(root, ownFolder, ''), below(root, tempFolder, '')),
  };
}
