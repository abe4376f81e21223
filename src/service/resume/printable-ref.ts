// How a run is named in what is printed.

import { type Key, keysOfRef, keyText, refOf } from '../../rules/names.js';

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
