// A cheap 64-bit checksum against accidental damage. Not cryptographic: node:crypto costs 3 ms of a hook's start.

const C1 = 0xcc9e2d51;
const C2 = 0x1b873593;

function mix(h: number): number {
  let x = h ^ (h >>> 16);
  x = Math.imul(x, 0x85ebca6b);
  x ^= x >>> 13;
  x = Math.imul(x, 0xc2b2ae35);
  return (x ^ (x >>> 16)) >>> 0;
}

const digits: string[] = [];
for (let byte = 0; byte < 256; byte++) digits.push(`${byte < 16 ? '0' : ''}${byte.toString(16)}`);

/** Eight digits from a table: above 2³¹ a number is a double, and `toString(16)` of one costs a microsecond. */
function hex(x: number): string {
  return `${digits[x >>> 24]}${digits[(x >>> 16) & 255]}${digits[(x >>> 8) & 255]}${digits[x & 255]}`;
}

function finish(a: number, b: number, length: number): string {
  const x = mix(a ^ length);
  const y = mix(b ^ x ^ 0x9e3779b9);
  return hex(x) + hex(y);
}

/**
 * Looks at bytes as words.
 * @param bytes the bytes
 * @returns a view of all of them
 */
export function wordsOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/**
 * Computes the checksum of bytes. Every step is a bijection of the running state and of the word that it takes in, so
 * a change within one word (any flipped bit) always changes the result.
 * @param bytes the bytes
 * @param start first byte that counts
 * @param end one past the last byte that counts
 * @param view all of the bytes; whoever checks the same piece of memory again and again keeps one
 * @returns 16 hexadecimal digits
 */
export function checksum(
  bytes: Uint8Array,
  start = 0,
  end: number = bytes.length,
  view: DataView = wordsOf(bytes),
): string {
  let a = 0x243f6a88;
  let b = 0x13198a2e;
  let i = start;
  for (; i + 4 <= end; i += 4) {
    const w = view.getInt32(i, true);
    a = Math.imul(a ^ w, C1);
    a = (a << 13) | (a >>> 19);
    b = Math.imul((b + w) | 0, C2);
    b = ((b << 17) | (b >>> 15)) ^ a;
  }
  for (; i < end; i++) {
    const w = view.getUint8(i) | 0x100;
    a = Math.imul(a ^ w, C1);
    a = (a << 13) | (a >>> 19);
    b = Math.imul((b + w) | 0, C2);
    b = ((b << 17) | (b >>> 15)) ^ a;
  }
  return finish(a, b, end - start);
}

/**
 * Computes the checksum of a text's UTF-16 code units.
 * @param text the text
 * @returns 16 hexadecimal digits
 */
export function checksumText(text: string): string {
  let a = 0x243f6a88;
  let b = 0x13198a2e;
  for (let i = 0; i < text.length; i++) {
    const w = text.charCodeAt(i) | 0x10000;
    a = Math.imul(a ^ w, C1);
    a = (a << 13) | (a >>> 19);
    b = Math.imul((b + w) | 0, C2);
    b = ((b << 17) | (b >>> 15)) ^ a;
  }
  return finish(a, b, text.length);
}
