import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listed } from './listed.js';

test('names are listed up to a limit, and what is left out is counted', () => {
  assert.equal(listed(['a', 'b'], 2), 'a, b');
  assert.equal(listed(['a', 'b', 'c'], 2), 'a, b and 1 more');
  assert.equal(listed(['a', 'b'], 3, 5), 'a, b and 3 more');
  assert.equal(listed([], 3), '');
});
