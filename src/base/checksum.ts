// Checksums and random ids.

import { createHash, randomBytes } from 'node:crypto';

/** The first 16 hex digits of the SHA-256 of a text or bytes. */
export function checksum(data: string | Buffer): string {
  return createHash('sha256').update(data).digest('hex').slice(0, 16);
}

/** A short random text: 12 hex digits. */
export function randomId(): string {
  return randomBytes(6).toString('hex');
}
