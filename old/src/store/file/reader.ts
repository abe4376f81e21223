// How a file store reads the newest revision of a checkpoint, and tells what is noticed on the way.

import type { Key } from '../../rules/names.js';
import type { Notice, Stored } from '../store.js';
import type { FileCheckpoint } from './file-checkpoint.js';
import type { OpenCheckpoints } from './open-checkpoints.js';
import { isStranger } from '../notices.js';
import { strangerError } from './refuse.js';

/** Reads for one store. */
export class Reader {
  readonly #open: OpenCheckpoints;
  readonly #isAwaited: (checkpoint: FileCheckpoint) => boolean;
  readonly #onNotice: (notice: Notice) => void;

  /**
   * @param open the store's checkpoints
   * @param isAwaited tells which of them this process is about to publish
   * @param onNotice whom to tell
   */
  constructor(
    open: OpenCheckpoints,
    isAwaited: (checkpoint: FileCheckpoint) => boolean,
    onNotice: (notice: Notice) => void,
  ) {
    this.#open = open;
    this.#isAwaited = isAwaited;
    this.#onNotice = onNotice;
  }

  /**
   * Reads a checkpoint and tells nobody. What this process is about to publish anyway was looked at a moment ago.
   * @param checkpoint an open one
   * @returns its newest revision, or null
   */
  look(checkpoint: FileCheckpoint): Stored | null {
    return this.#isAwaited(checkpoint) ? checkpoint.newest() : checkpoint.read();
  }

  /**
   * Reads the newest revision.
   * @param key the checkpoint
   * @returns the revision, whatever its place, or null
   */
  load(key: Key): Stored | null {
    const checkpoint = this.#open.of(key);
    const stored = this.look(checkpoint);
    for (const notice of stored?.notices ?? checkpoint.notices) this.#onNotice(notice);
    return stored;
  }

  /**
   * As `load`, but a file that holds no checkpoint is an error: only true absence is nothing.
   * @param key the checkpoint
   * @returns the revision, or null
   */
  loadOwn(key: Key): Stored | null {
    const checkpoint = this.#open.of(key);
    const stored = this.look(checkpoint);
    const notices = stored?.notices ?? checkpoint.notices;
    const stranger = stored === null ? notices.find(isStranger) : undefined;
    for (const notice of notices) if (notice !== stranger) this.#onNotice(notice);
    if (stranger === undefined) return stored;
    throw strangerError(stranger); // which tells it
  }

  /**
   * Reads the log alone, after a defeat: the published file was looked at before.
   * @param key the checkpoint
   * @param known the newest revision that is known
   * @returns the newest revision, or null
   */
  newest(key: Key, known: Stored | null): Stored | null {
    return this.#open.of(key).newest() ?? known ?? this.load(key);
  }
}
