import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { isPawlError } from '../errors.js';
import { deepFreeze } from './json.js';
import type { Fields } from '../fields.js';
import { mergePatch } from './merge-patch.js';

const cases: readonly (readonly [string, Fields, Fields, Fields])[] = [
  ['a value replaces', { a: 1 }, { a: 2 }, { a: 2 }],
  ['maps merge in depth', { a: { b: { c: 1 } } }, { a: { b: { d: 2 } } }, { a: { b: { c: 1, d: 2 } } }],
  ['null deletes in depth', { a: { b: 1, c: 2 } }, { a: { b: null } }, { a: { c: 2 } }],
  ['null in a new map stores nothing', {}, { a: { b: null } }, { a: {} }],
  ['lists replace, and their nulls stay', { a: [1, 2] }, { a: [null] }, { a: [null] }],
  ['a map replaces a value', { a: 1 }, { a: { b: 1 } }, { a: { b: 1 } }],
  ['undefined changes nothing', { a: 1 }, { a: undefined, b: undefined }, { a: 1 }],
];

for (const [name, base, patch, expected] of cases) {
  test(`in a patch, ${name}`, () => {
    assert.deepEqual(mergePatch(deepFreeze(base), deepFreeze(patch)), expected);
  });
}

test('a patch that changes nothing gives back the same object', () => {
  const base = { a: { b: [1, { c: 2 }] } };
  assert.equal(mergePatch(base, { a: { b: [1, { c: 2 }] }, x: null }), base);
});

test('parts that a patch does not touch are shared', () => {
  const base = { a: { x: 1 }, b: { y: 1 } };
  assert.equal(mergePatch(base, { b: { y: 2 } })['a'], base.a);
});

test('a patch cannot reach a prototype', () => {
  const merged = mergePatch({}, JSON.parse('{"__proto__": {"polluted": 1}, "constructor": {"prototype": {"x": 1}}}'));
  assert.equal('polluted' in {}, false);
  assert.equal('polluted' in merged, false);
  assert.deepEqual(Object.keys(merged), ['__proto__', 'constructor']);
});

test('a patch without an end is refused', () => {
  const cyclic: Record<string, unknown> = {};
  cyclic['self'] = cyclic;
  const list: unknown[] = [];
  list.push(list);
  assert.throws(
    () => mergePatch({}, cyclic),
    (error) => isPawlError(error, 'bad-input'),
  );
  assert.throws(
    () => mergePatch({}, { list }),
    (error) => isPawlError(error, 'bad-input'),
  );
});

test('the same patch twice is the same as once', () => {
  const map = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 4 }));
  fc.assert(
    fc.property(map, map, (base, patch) => {
      const once = mergePatch(base, patch);
      assert.equal(mergePatch(once, patch), once);
    }),
  );
});
