// Lists of a file store's checkpoints: whole ones, and one line about each. One that cannot be read hides no other.

import path from 'node:path';
import { PawlError, isPawlError } from '../../rules/errors.js';
import { parseJson } from '../../rules/json/parse-json.js';
import { type FamilyName, type Key, keyText, refOf } from '../../rules/names.js';
import type { ListFilter, Notice, Stored, Summary, SummaryFilter } from '../store.js';
import { type Shelf, summarise } from './catalog/summaries.js';
import { diskError, loadBytes } from '../../disk/files.js';
import type { FileCheckpoint } from './file-checkpoint.js';
import { isStranger } from '../notices.js';
import { strangerCode } from './refuse.js';
import { keysIn } from './keys.js';
import { below, familyNames } from '../../disk/layout.js';
import type { OpenCheckpoints } from './open-checkpoints.js';
import { type FileSpace, viewOf } from './space.js';

/** What stays as it is until a person acts. */
const troubles: ReadonlySet<Notice['code']> = new Set([
  'corrupt',
  'drifted',
  'misnamed',
  'unreadable',
  'damaged',
  'newer-version',
]);

/** What lists need of their store. */
export interface ListScene {
  readonly space: FileSpace;
  readonly open: OpenCheckpoints;
  /** Reads a checkpoint, by its log alone where this process is about to publish. */
  readonly read: (checkpoint: FileCheckpoint) => Stored | null;
  readonly onNotice: (notice: Notice) => void;
}

/** The lists of one store. */
export class Lists {
  readonly #scene: ListScene;
  /** Keys that could not be read, or not wholly. */
  readonly #troubled = new Set<string>();

  constructor(scene: ListScene) {
    this.#scene = scene;
  }

  /**
   * Lists whole checkpoints.
   * @param filter which of them
   * @returns their newest revisions, in the order of their keys
   */
  all(filter: ListFilter): readonly Stored[] {
    const { space } = this.#scene;
    const places = filter.places ?? ['live'];
    const keys = new Map<string, Key>();
    for (const family of familyNames) {
      if (space.views[family] === undefined) continue;
      if (filter.family !== undefined && filter.family !== family) continue;
      const tell = (folder: string, name: string): boolean =>
        this.#isNameless(family, below(space.root, folder, name), filter);
      for (const key of keysIn(space.root, family, undefined, undefined, tell)) keys.set(keyText(key), key);
    }
    const found: Stored[] = [];
    for (const text of [...keys.keys()].sort()) {
      const key = keys.get(text);
      const stored = key === undefined ? null : this.#load(key, filter);
      if (stored !== null && places.includes(stored.place)) found.push(stored);
    }
    return found;
  }

  /**
   * Lists checkpoints in one line each, from the catalogue where it is up to date.
   * @param filter which of them
   * @returns the most recently changed first
   */
  summaries(filter: SummaryFilter): readonly Summary[] {
    const { space, open } = this.#scene;
    const shelf: Shelf = {
      root: space.root,
      families: familyNames.filter((family) => space.views[family] !== undefined),
      load: (key) => this.#load(key, filter),
      isNameless: (family, folder, name) => this.#isNameless(family, below(space.root, folder, name), filter),
      isTroubled: (key) => this.#troubled.has(keyText(key)),
      describe: (stored) => open.of(stored.key).describe(stored),
    };
    try {
      return summarise(shelf, space.catalog, filter);
    } catch (error) {
      throw diskError(error, 'read', space.root, 'unreadable');
    }
  }

  /** A checkpoint must not be passed over for its name. */
  #isNameless(family: FamilyName, file: string, { onNameless }: ListFilter): boolean {
    const { space, onNotice } = this.#scene;
    const bytes = tryToLoad(file);
    const parsed = bytes === null ? null : parseJson(bytes.toString('utf8'));
    const view = viewOf(space, family);
    const stem = path.basename(file, '.json');
    const isOurs =
      parsed?.ok === true && (view.recognises(parsed.value) || view.resembles?.(parsed.value, stem) === true);
    const message = `${file} has a name under which pawl keeps no history: give it one of letters, digits, "-", "_" and "."`;
    if (!isOurs) return false;
    onNotice({ code: 'drifted', message });
    onNameless?.(message);
    return true;
  }

  /** A file that is no checkpoint is another tool's. */
  #load(key: Key, { onUnreadable }: ListFilter): Stored | null {
    const { open, read, onNotice } = this.#scene;
    try {
      const checkpoint = open.of(key);
      const stored = read(checkpoint);
      const notices = stored?.notices ?? checkpoint.notices.filter((notice) => notice.code !== 'not-a-checkpoint');
      for (const notice of notices) onNotice(notice);
      // Another tool's file is nobody's trouble, unless a run that is known should stand there.
      const isTrouble = ({ code }: Notice): boolean =>
        troubles.has(code) || (code === 'not-a-checkpoint' && stored !== null);
      if (notices.some(isTrouble)) this.#troubled.add(keyText(key));
      const stranger = stored === null ? notices.find(isStranger) : undefined;
      if (stranger !== undefined) onUnreadable?.(key, new PawlError(strangerCode(stranger.code), stranger.message));
      return stored;
    } catch (error) {
      if (!isPawlError(error)) throw error;
      this.#troubled.add(keyText(key));
      onUnreadable?.(key, error);
      onNotice({ code: 'unreadable', message: `${refOf(key)} cannot be read: ${error.message}` });
      return null;
    }
  }
}

/** What cannot be read is told by others. */
function tryToLoad(file: string): Buffer | null {
  try {
    return loadBytes(file);
  } catch (error) {
    if (!isPawlError(error)) throw error;
    return null;
  }
}
