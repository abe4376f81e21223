// The saves that are put under fire call by call: what stands there before, and how the save is made.
import fs from 'node:fs';
import path from 'node:path';
import type { Place } from '../../src/rules/names.js';
import type { FileStoreOptions } from '../../src/store/file/open-space.js';
import { fill, openStore, places, stateOf } from './checkpoints.js';

/** Paths that do not exist: looking for them marks the stretch of a trace that counts. */
export const beginMark = '/pawl-test-begin';
export const endMark = '/pawl-test-end';

export type Mode = 'create' | 'update' | 'soon' | 'rotate' | 'packed' | 'adopt' | 'found' | 'archive' | 'catch-up';

interface SetUp {
  readonly options: Partial<FileStoreOptions>;
  /** Revisions that are there before. */
  readonly expect: number;
  readonly place: Place;
  prepare(root: string): Promise<void>;
}

async function saved(root: string, count: number, options: Partial<FileStoreOptions> = {}): Promise<void> {
  const store = openStore(root, options);
  await fill(store, 1, count);
  await store.close();
}

function publish(root: string, n: number): void {
  fs.mkdirSync(path.join(root, path.dirname(places.published)), { recursive: true });
  fs.writeFileSync(path.join(root, places.published), `${JSON.stringify(stateOf(n), null, 2)}\n`);
}

const small = { segmentBytes: 1_000 };

export const setUp: Readonly<Record<Mode, SetUp>> = {
  /** A checkpoint's first save. */
  create: { options: {}, expect: 0, place: 'live', prepare: async () => undefined },
  /** The usual one. */
  update: { options: {}, expect: 5, place: 'live', prepare: (root) => saved(root, 5) },
  /** Published when the store is closed. */
  soon: { options: { publish: 'soon' }, expect: 5, place: 'live', prepare: (root) => saved(root, 5) },
  /** The segment is full: it is sealed, the next is begun, and the full one is packed. */
  rotate: { options: small, expect: 5, place: 'live', prepare: (root) => saved(root, 5) },
  /** On top of packed segments, with another one to pack. */
  packed: { options: small, expect: 12, place: 'live', prepare: (root) => saved(root, 12, small) },
  /** Over a file that another tool wrote. */
  adopt: { options: {}, expect: 1, place: 'live', prepare: async (root) => publish(root, 1) },
  /** Over one that somebody has listed before. */
  found: {
    options: {},
    expect: 1,
    place: 'live',
    prepare: async (root) => {
      publish(root, 1);
      const store = openStore(root);
      await store.summaries();
      await store.close();
    },
  },
  /** The published file goes away. */
  archive: { options: {}, expect: 5, place: 'archived', prepare: (root) => saved(root, 5) },
  /** A crash left the published file behind the log. */
  'catch-up': {
    options: {},
    expect: 5,
    place: 'live',
    prepare: async (root) => {
      await saved(root, 5);
      publish(root, 3);
    },
  },
};
