// The checkpoints that a file store has open: each key once, and not more descriptors than a process should hold.

import { PawlError } from '../../rules/errors.js';
import { type Key, keyText } from '../../rules/names.js';
import { FileCheckpoint } from './file-checkpoint.js';
import { ensureFolder } from '../../disk/folders.js';
import { asideFolder, failedFolder, familyNames, logFolder, publishedFolders, tempFolder } from '../../disk/layout.js';
import type { FileSpace } from './space.js';

const maxOpen = 64;

/** Open checkpoints, least recently used first. */
export class OpenCheckpoints {
  readonly #space: FileSpace;
  readonly #isBusy: (checkpoint: FileCheckpoint) => boolean;
  readonly #open = new Map<string, FileCheckpoint>();
  #checkedFolders = false;
  #closed = false;

  /**
   * @param space the store's space
   * @param isBusy tells which checkpoints have something to do and must stay open
   */
  constructor(space: FileSpace, isBusy: (checkpoint: FileCheckpoint) => boolean) {
    this.#space = space;
    this.#isBusy = isBusy;
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
    const checkpoint = new FileCheckpoint(this.#space, key);
    this.#open.set(text, checkpoint);
    this.#closeOldest();
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

  #closeOldest(): void {
    for (const [text, oldest] of this.#open) {
      if (this.#open.size <= maxOpen) return;
      if (this.#isBusy(oldest)) continue;
      oldest.close();
      this.#open.delete(text);
    }
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
