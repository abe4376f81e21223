import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { timeText } from './time-text.js';

test('a time is written as a date writes it', () => {
  fc.assert(
    fc.property(fc.integer({ min: -8.64e15, max: 8.64e15 }), (ms) => {
      assert.equal(timeText(ms), new Date(ms).toISOString());
    }),
  );
  for (const ms of [0, -1, 1.5, Date.UTC(2024, 1, 29), Date.UTC(9999, 11, 31, 23, 59, 59, 999), -62_167_219_200_000]) {
    assert.equal(timeText(ms), new Date(ms).toISOString());
  }
  assert.throws(() => timeText(Number.NaN), RangeError);
});
