// Compression of large states and old segments. zlib is loaded only when it is needed: it costs start-up.

import type * as Zlib from 'node:zlib';
import type { JsonObject } from '../../../rules/json/json.js';

function zlib(): typeof Zlib {
  return process.getBuiltinModule('node:zlib');
}

/** Quality 4: a tenth of the time of the default, for a few percent of size. */
const quality = 4;

/**
 * Compresses bytes.
 * @param bytes the bytes
 * @returns them in brotli
 */
export function pack(bytes: Uint8Array): Buffer {
  const { brotliCompressSync, constants } = zlib();
  return brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } });
}

/**
 * Restores what `pack` compressed.
 * @param bytes brotli
 * @returns the bytes
 */
export function unpack(bytes: Uint8Array): Buffer {
  return zlib().brotliDecompressSync(bytes);
}

/**
 * Reads the compressed state of a full record.
 * @param text base64 of brotli of JSON
 * @returns the state
 */
export function unpackState(text: string): JsonObject {
  const state: JsonObject = JSON.parse(unpack(Buffer.from(text, 'base64')).toString('utf8'));
  return state;
}
