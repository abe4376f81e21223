import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { inexactNumbers, quoteInexact } from './exact-numbers.js';

test('numbers with more digits than are kept are found, and no others', () => {
  const json = `{"n": 12345678901234567890, "pi": 3.14159265358979323846264, "big": 1e400, "tiny": -1e-400,
    "ok": [1, -0, 0.1, 1.50, 1e21, 12345678901234567000, 100, 0.1e1, 9007199254740991], "text": "12345678901234567890", "q": "\\"1e400"}`;
  assert.deepEqual(inexactNumbers(json), ['12345678901234567890', '3.14159265358979323846264', '1e400', '-1e-400']);
});

test('whatever JSON.stringify writes is exact', () => {
  fc.assert(fc.property(fc.jsonValue(), (value) => inexactNumbers(JSON.stringify(value, null, 2)).length === 0));
});

test('texts as long as a document may be are passed over', () => {
  for (const long of ['x'.repeat(15e6), '\\n'.repeat(7e6), '\\"1'.repeat(5e6)]) {
    assert.deepEqual(inexactNumbers(`{"a": "${long}", "n": 1e400}`), ['1e400']);
  }
});

test('whole numbers that would change become texts, fractions and all others stay', () => {
  const json =
    '{"a\\"1e400": 1e400, "b": [12345678901234567890, 3.14159265358979323846264, "12345678901234567890", 7]}';
  const quoted =
    '{"a\\"1e400": "1e400", "b": ["12345678901234567890", 3.14159265358979323846264, "12345678901234567890", 7]}';
  assert.equal(quoteInexact(json), quoted);
  assert.equal(quoteInexact(quoted), quoted);
});
