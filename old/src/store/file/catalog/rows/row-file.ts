// Rows of a list, written down beside the catalogue: whoever prints thousands of runs makes the text of those that are
// settled once. What the text is, is for who keeps it to say; it goes when the catalogue is tidied.

import path from 'node:path';
import { loadBytes, removeFile, replaceFile, writeNewFile } from '../../../../disk/files.js';
import { tempName } from '../../../../disk/temp-name.js';

/** The file that holds the rows. Without it, a list is only slower. */
export class RowFile {
  readonly #file: string;
  readonly #tempFolder: string;

  constructor(file: string, tempFolder: string) {
    this.#file = file;
    this.#tempFolder = tempFolder;
  }

  /**
   * Loads the rows.
   * @returns the bytes as they were kept; null when there are none
   */
  load(): Buffer | null {
    try {
      return loadBytes(this.#file);
    } catch {
      return null;
    }
  }

  /**
   * Keeps rows.
   * @param bytes the rows
   * @param isCurrent whether the catalogue that they were made from is still the one that counts; asked when they are kept,
   * so that nothing of a run that was purged meanwhile stays
   */
  keep(bytes: Buffer, isCurrent: () => boolean): void {
    try {
      const temp = path.join(this.#tempFolder, tempName());
      writeNewFile(temp, bytes, { mode: 0o600, sync: false });
      replaceFile(temp, this.#file);
      if (!isCurrent()) this.remove();
    } catch {
      // The next one makes them again.
    }
  }

  /** Removes the rows. */
  remove(): void {
    removeFile(this.#file);
  }
}
