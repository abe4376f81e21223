// The checkpoints that a file store has open: each key once, and not more descriptors than a process should hold.

import { PawlError } from '../../rules/errors.js';
import { type Key, keyText } from '../../rules/names.js';
import { FileCheckpoint } from './file-checkpoint.js';
import { ensureFolder } from '../../disk/folders.js';
import { asideFolder, failedFolder, familyNames, logFolder, publishedFolders, tempFolder } from '../../disk/layout.js';
import type { FileSpace } from './space.js';

/** So many stay open for the next call. */
const maxOpen = 64;
/** So many may be waiting for a sync or a publication that they share with other calls; some systems allow 256 open files. */
const maxBusy = 160;

/** What a checkpoint still has to do. */
export interface Duties {
  /** Tells whether there is anything. */
  isBusy(checkpoint: FileCheckpoint): boolean;
  /** Does it now, as the checkpoint is about to be closed. */
  settle(checkpoint: FileCheckpoint): void;
}

/** Open checkpoints, least recently used first. */
export class OpenCheckpoints {
  readonly #space: FileSpace;
  readonly #duties: Duties;
  readonly #open = new Map<string, FileCheckpoint>();
  #checkedFolders = false;
  #closed = false;

  /**
   * @param space the store's space
   * @param duties tells which checkpoints have something to do, and lets them do it
   */
  constructor(space: FileSpace, duties: Duties) {
    this.#space = space;
    this.#duties = duties;
  }

  get isClosed(): boolean {
    return this.#closed;
  }

  /** Throws when the store was closed. */
  refuseClosed(): void {
    if (this.#closed) throw new PawlError('closed', 'this store was closed');
  }

  /** Throws when the store was closed, or where a link stands in the way. */
  checkUsable(): void {
    this.refuseClosed();
    if (!this.#checkedFolders) this.#checkFolders();
  }

  /**
   * Gives a checkpoint, open.
   * @param key which one
   * @returns the same for the same key, as long as it is in use
   */
  of(key: Key): FileCheckpoint {
    this.checkUsable();
    const text = keyText(key);
    const known = this.#open.get(text);
    if (known !== undefined) {
      if (this.#open.size > 1) {
        this.#open.delete(text);
        this.#open.set(text, known);
      }
      return known;
    }
    // Room is made before: who is about to use a checkpoint must find it here again.
    this.#makeRoom();
    const checkpoint = new FileCheckpoint(this.#space, key);
    this.#open.set(text, checkpoint);
    return checkpoint;
  }

  /** Takes a checkpoint off the list; it is about to go away. */
  forget(key: Key): void {
    this.#open.delete(keyText(key));
  }

  /** Closes all of them, for good. */
  close(): void {
    this.#closed = true;
    for (const checkpoint of this.#open.values()) checkpoint.close();
    this.#open.clear();
  }

  #makeRoom(): void {
    if (this.#open.size < maxOpen) return;
    for (const [text, oldest] of this.#open) {
      if (!this.#duties.isBusy(oldest)) this.#close(text, oldest);
      if (this.#open.size < maxOpen) return;
    }
    for (const [text, oldest] of this.#open) {
      if (this.#open.size < maxBusy) return;
      this.#duties.settle(oldest);
      this.#close(text, oldest);
    }
  }

  #close(text: string, checkpoint: FileCheckpoint): void {
    this.#open.delete(text);
    checkpoint.close();
  }

  /** Links planted in a cloned repository are refused before anything is read or written through them. */
  #checkFolders(): void {
    const own = [...familyNames.map(logFolder), tempFolder, asideFolder];
    const folders = [...Object.values(publishedFolders), failedFolder, ...own];
    const looked = new Map<string, boolean>();
    for (const folder of folders) ensureFolder(this.#space.root, folder, null, looked);
    this.#checkedFolders = true;
  }
}
