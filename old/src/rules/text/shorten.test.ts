import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shorten } from './shorten.js';

test('a text that does not fit is cut, and never inside of a character', () => {
  assert.equal(shorten('abcd', 4), 'abcd');
  assert.equal(shorten('abcde', 4), 'abc…');
  assert.equal(shorten('ab cde', 4), 'ab…');
  assert.ok(shorten('ab😀de', 4).isWellFormed());
});
