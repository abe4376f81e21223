import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import { seed, sized, tellSeed } from '../../../test/support/sizes.js';
import { deepFreeze, type Json, type JsonObject } from './json.js';
import { mergeDocuments } from './merge.js';

const leaf = fc.constantFrom<Json>(null, true, 0, 1, 'x', 'y');
const doc: fc.Arbitrary<JsonObject> = fc.dictionary(
  fc.constantFrom('a', 'b', 'c'),
  fc.oneof(
    leaf,
    fc.array(leaf, { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('p', 'q'), leaf, { noNullPrototype: true }),
  ),
  { noNullPrototype: true },
) as fc.Arbitrary<JsonObject>;

/** Runs a property on random documents. */
function holds(
  t: { diagnostic(message: string): void },
  check: (base: JsonObject, ours: JsonObject, theirs: JsonObject) => void,
): void {
  tellSeed(t);
  fc.assert(fc.property(doc, doc, doc, check), { seed, numRuns: sized(1_000, 50_000) });
}

describe('merge', () => {
  test('when only one side changed, the result is that side, without a clash', (t) => {
    holds(t, (base, changed) => {
      assert.deepEqual(mergeDocuments(base, changed, base), { value: changed, conflicts: [] });
      assert.deepEqual(mergeDocuments(base, base, changed), { value: changed, conflicts: [] });
    });
  });

  test('when both made the same change, the result is that change, without a clash', (t) => {
    holds(t, (base, changed) => {
      assert.deepEqual(mergeDocuments(base, structuredClone(changed), changed), { value: changed, conflicts: [] });
    });
  });

  test('changes of different members are both there', (t) => {
    holds(t, (base, ours, theirs) => {
      const merged = mergeDocuments({ x: base, y: base }, { x: ours, y: base }, { x: base, y: theirs });
      assert.deepEqual(merged, { value: { x: ours, y: theirs }, conflicts: [] });
    });
  });

  test('no side is changed', (t) => {
    holds(t, (...docs) => {
      const before = JSON.stringify(docs);
      const [base, ours, theirs] = docs.map((one) => deepFreeze(one)) as [JsonObject, JsonObject, JsonObject];
      mergeDocuments(base, ours, theirs);
      assert.equal(JSON.stringify(docs), before);
    });
  });

  test('swapping the sides names the same clashes', (t) => {
    holds(t, (base, ours, theirs) => {
      const one = mergeDocuments(base, ours, theirs).conflicts;
      const other = mergeDocuments(base, theirs, ours).conflicts;
      assert.deepEqual([...one].sort(), [...other].sort());
    });
  });

  const table: readonly [string, JsonObject, JsonObject, JsonObject, JsonObject, string[]][] = [
    [
      'a value that both changed differently is named, and ours is taken',
      { a: 1 },
      { a: 2 },
      { a: 3 },
      { a: 2 },
      ['/a'],
    ],
    ['a change outlives a removal', { a: 1 }, {}, { a: 2 }, { a: 2 }, ['/a']],
    ['a change of ours outlives their removal', { a: 1 }, { a: 2 }, {}, { a: 2 }, ['/a']],
    ['a removal of what the other left alone is honoured', { a: 1, b: 1 }, { b: 1 }, { a: 1, b: 2 }, { b: 2 }, []],
    [
      'lists of texts are united, removals honoured',
      { a: ['x', 'y'] },
      { a: ['y', 'o'] },
      { a: ['x', 'y', 't'] },
      { a: ['y', 't', 'o'] },
      [],
    ],
    [
      'lists of objects that both appended to keep both',
      { a: [{ n: 1 }] },
      { a: [{ n: 1 }, { n: 2 }] },
      { a: [{ n: 1 }, { n: 3 }] },
      { a: [{ n: 1 }, { n: 3 }, { n: 2 }] },
      [],
    ],
    [
      'a list of objects that one rewrote is a clash',
      { a: [{ n: 1 }] },
      { a: [{ n: 9 }] },
      { a: [{ n: 1 }, { n: 3 }] },
      { a: [{ n: 9 }] },
      ['/a'],
    ],
    ['a member named like a path is escaped', { 'a/b': 1 }, { 'a/b': 2 }, { 'a/b': 3 }, { 'a/b': 2 }, ['/a~1b']],
    [
      'members of Object.prototype are members like others',
      {},
      { constructor: 1 },
      { toString: 2 },
      { toString: 2, constructor: 1 },
      [],
    ],
  ];
  for (const [name, base, ours, theirs, value, conflicts] of table) {
    test(name, () => {
      assert.deepEqual(mergeDocuments(base, ours, theirs), { value, conflicts });
    });
  }

  test('a member named __proto__ reaches no prototype', () => {
    const hostile = JSON.parse('{"__proto__":{"polluted":true},"a":1}') as JsonObject;
    const { value } = mergeDocuments({}, hostile, { b: 2 });
    assert.equal(Object.getPrototypeOf(value), Object.prototype);
    assert.equal(Reflect.get({}, 'polluted'), undefined);
    assert.equal(Reflect.get(value, 'polluted'), undefined);
  });
});
