// Where leases stand. Names only: whoever just looks whether there is one loads nothing else.

import { checksumText } from '../../rules/checksum.js';
import { type Key, keyText } from '../../rules/names.js';
import { ownFolder } from '../../disk/layout.js';

export const leaseFolder = `${ownFolder}/leases`;

/**
 * Gives the checkpoint's part of a lease's file name; the key inside tells whose it is.
 * @param key the run
 * @returns 16 hexadecimal digits
 */
export function leaseStem(key: Key): string {
  return checksumText(keyText(key));
}
