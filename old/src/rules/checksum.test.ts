import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import { seed, sized, tellSeed } from '../../test/support/sizes.js';
import { checksum, checksumText } from './checksum.js';

describe('checksum', () => {
  test('every flipped bit of random bytes changes it', (t) => {
    tellSeed(t);
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 200 }), (bytes) => {
        const before = checksum(bytes);
        for (let bit = 0; bit < bytes.length * 8; bit++) {
          bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7));
          assert.notEqual(checksum(bytes), before, `bit ${bit} of ${bytes.length} bytes`);
          bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7));
        }
      }),
      { seed, numRuns: sized(100, 2_000) },
    );
  });

  test('every length of the same byte has another one', () => {
    for (const byte of [0, 1, 0x20, 0xff]) {
      const seen = new Set(Array.from({ length: 300 }, (_, length) => checksum(new Uint8Array(length).fill(byte))));
      assert.equal(seen.size, 300);
    }
  });

  test('is 16 hexadecimal digits, the same for the same bytes wherever they stand', (t) => {
    tellSeed(t);
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 50 }), fc.uint8Array({ maxLength: 9 }), (bytes, around) => {
        const sum = checksum(bytes);
        assert.match(sum, /^[0-9a-f]{16}$/);
        assert.equal(
          checksum(Buffer.concat([around, bytes, around]), around.length, around.length + bytes.length),
          sum,
        );
      }),
      { seed },
    );
  });

  test('values that files on disk carry stay as they are', () => {
    assert.deepEqual(
      ['', 'a', 'pawl', 'checkpoint', '日本語'].map((text) => [checksum(Buffer.from(text)), checksumText(text)]),
      [
        ['1388a0fb43da5543', '1388a0fb43da5543'],
        ['20a8e0d656a51876', '78e1b2ff848e0e1d'],
        ['6eba711d57a7740a', '46007912d695c425'],
        ['e0ff0017e3a3bfb0', '116c2d4709e80bb0'],
        ['9c679a31758a9176', '1a5ff37787ea6928'],
      ],
    );
  });

  test('random texts do not share one', (t) => {
    tellSeed(t);
    const texts = new Set(
      fc.sample(fc.string({ unit: 'binary', maxLength: 12 }), { seed, numRuns: sized(20_000, 300_000) }),
    );
    assert.equal(new Set([...texts].map(checksumText)).size, texts.size);
  });
});
