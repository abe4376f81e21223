// The beginning of a file that holds no checkpoint, for a person to look at.

import fs from 'node:fs';

const maxBytes = 16 * 1024;

/**
 * Reads the beginning of a file, without following a link.
 * @param file the file
 * @returns its text; null when it cannot be read
 */
export function rawText(file: string | null): string | null {
  if (file === null) return null;
  try {
    const fd = fs.openSync(file, fs.constants.O_RDONLY | (fs.constants.O_NOFOLLOW ?? 0));
    try {
      const bytes = Buffer.alloc(maxBytes);
      return bytes.subarray(0, fs.readSync(fd, bytes)).toString('utf8');
    } finally {
      fs.closeSync(fd);
    }
  } catch {
    return null;
  }
}
