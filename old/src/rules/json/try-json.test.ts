import assert from 'node:assert/strict';
import test from 'node:test';
import { tryJson } from './try-json.js';

test('what is JSON has a value, past a byte order mark; anything else has none', () => {
  assert.deepEqual(tryJson('\u{feff}{"a":[1]}'), { a: [1] });
  assert.equal(tryJson('null'), null);
  for (const text of ['', '{', "{'a':1}", '{} {}']) assert.equal(tryJson(text), undefined, text);
});
