// How a run is named in what is printed.

import fs from 'node:fs';
import path from 'node:path';
import { logFile, publishedFolders } from '../../disk/layout.js';
import { type Key, keysOfRef, keyText, refOf, stemsOf } from '../../rules/names.js';

/**
 * Writes a ref that leads back to its run, whatever the name looks like.
 * @param key the run
 * @returns the ref, with its family where the name alone would mean another one
 */
export function printableRef(key: Key): string {
  const ref = refOf(key);
  const [meant] = keysOfRef(ref);
  return meant !== undefined && keyText(meant) === keyText(key) && !ref.startsWith('-') ? ref : keyText(key);
}

/**
 * Writes a ref that leads to its run, and to no other that is there.
 * @param root the project's root
 * @param key the run
 * @returns the ref, with its family where a run of another one has the same name
 */
export function clearRef(root: string, key: Key): string {
  const ref = printableRef(key);
  const others = keysOfRef(ref).filter((other) => keyText(other) !== keyText(key));
  return others.some((other) => isThere(root, other)) ? keyText(key) : ref;
}

function isThere(root: string, key: Key): boolean {
  const { family } = key;
  const [stem = ''] = stemsOf(key);
  const files = [path.join(publishedFolders[family], `${stem}.json`), logFile(key)];
  return files.some((file) => fs.existsSync(path.join(root, file)));
}
