import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import type { Json } from './json.js';
import { findRepeatedKeys } from './repeated-keys.js';
import { lostWords } from './says-more.js';

const lost = (text: string): string => {
  const value: Json = JSON.parse(text);
  return lostWords(text, value).join(', and ');
};

test('a key that stands twice, and a number with too many digits, are told', () => {
  for (const text of ['{"a":1,"a":1}', '[{"b":{"a:":"x","a:":[]}}]', '{"a":1,"\\u0061":2}', '{"a\\":":1,"a\\":":2}']) {
    assert.equal(lost(text), 'has a key more than once in one object, of which the last counts', text);
  }
  assert.match(lost('{"a":12345678901234567890,"a":1}'), /^holds 12345678901234567890, a number .+, and has a key /);
});

test('what a parser keeps whole loses nothing, colons and quotes in texts included', () => {
  for (const text of ['{"a":"b:c","d":["e: \\"f\\":"]}', '[{"a":1},{"a":1}]', '"a:b"', '{"__proto__":{"x:":1}}']) {
    assert.equal(lost(text), '', text);
  }
  fc.assert(
    fc.property(fc.json(), (text) => {
      assert.equal(lost(text).includes('has a key'), findRepeatedKeys(text).length > 0);
    }),
  );
});
