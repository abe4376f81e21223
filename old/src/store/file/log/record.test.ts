import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import { flipped } from '../../../../test/support/fast-folder.js';
import { seed, sized, tellSeed } from '../../../../test/support/sizes.js';
import { encodeRecord, parseRecord, readLines, recordVersion, type PublishRecord } from './record.js';

function record(r: number, b = 'bytes'): PublishRecord {
  return { k: 'pub', v: recordVersion, r, p: '0123456789abcdef', b, pl: 'live' };
}

describe('a record', () => {
  test('is a line of JSON that ends with its checksum, after a newline', () => {
    const { bytes, hash } = encodeRecord(record(7));
    const text = bytes.toString();
    assert.equal(text[0], '\n');
    assert.deepEqual(JSON.parse(text), { ...record(7), h: hash });
    assert.ok(text.endsWith(`,"h":"${hash}"}`));
  });

  test('reads back as it was written, whatever text it holds', (t) => {
    tellSeed(t);
    const text = fc.string({ unit: 'binary', maxLength: 40 });
    fc.assert(
      fc.property(text, fc.nat(), (b, r) => {
        // Half a character cannot be stored; the way in refuses it.
        fc.pre(b.isWellFormed());
        const { bytes, hash } = encodeRecord(record(r, b));
        assert.deepEqual(parseRecord(bytes, 1, bytes.length), { ...record(r, b), h: hash });
        assert.equal(bytes.indexOf('\n', 1), -1, 'a newline inside');
      }),
      { seed, numRuns: sized(500, 20_000) },
    );
  });

  test('with any bit flipped, or cut anywhere, is no record', () => {
    const { bytes } = encodeRecord(record(1, 'some text, ünïcode 🦀'));
    for (let bit = 8; bit < bytes.length * 8; bit++) {
      const spoilt = readLines(flipped(bytes, bit));
      assert.ok(
        spoilt.every((line) => line.record === null),
        `bit ${bit}`,
      );
    }
    for (let length = 0; length < bytes.length; length++) {
      assert.ok(readLines(bytes.subarray(0, length)).every((line) => line.record === null));
    }
  });

  test('stands between torn, empty and foreign lines unharmed', () => {
    const [one, two] = [encodeRecord(record(1)), encodeRecord(record(2))];
    const foreign = Buffer.from('\nhello\n\n{"k":"pub"}\n<<<<<<< HEAD');
    const bytes = Buffer.concat([foreign, one.bytes, two.bytes.subarray(0, 30), two.bytes, foreign]);
    const found = readLines(bytes).flatMap((line) => (line.record === null ? [] : [line.record.r]));
    assert.deepEqual(found, [1, 2]);
  });

  test('is found again when the newline before or after it was damaged', () => {
    const bytes = Buffer.concat([1, 2, 3].map((r) => encodeRecord(record(r)).bytes));
    for (const newline of [1, 2].map((nth) => encodeRecord(record(1)).bytes.length * nth)) {
      for (let bit = 0; bit < 8; bit++) {
        const found = readLines(flipped(bytes, 8 * newline + bit)).map((line) => line.record?.r);
        assert.deepEqual(found, [1, 2, 3], `bit ${bit} of byte ${newline}`);
      }
    }
  });

  test('whose beginning is missing is left out of a stretch, and those after it are read', () => {
    const bytes = Buffer.concat([1, 2, 3].map((r) => encodeRecord(record(r)).bytes));
    for (let from = 1; from < bytes.length; from++) {
      const found = readLines(bytes.subarray(from), 0, true).flatMap((line) =>
        line.record === null ? [] : [line.record.r],
      );
      assert.deepEqual(found, [2, 3].slice(2 - found.length));
    }
  });
});
