import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { type Json, type JsonObject, deepFreeze, sameJson } from './json.js';
import { mergeDocuments } from './merge.js';
import { applyPatch, diffDocuments } from './patch.js';

/** Few names and values, so that documents have much in common. Frozen: changing one throws. */
const name = fc.constantFrom('a', 'b', 'c', 'a/b', '~1', '', 'toString');
const { value } = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom<Json[]>(null, true, 0, 1.5, '', 'a', 'b', 'c'),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(name, tie('value'), { maxKeys: 4, noNullPrototype: true }),
  ),
}));
const document: fc.Arbitrary<JsonObject> = fc.dictionary(name, value, { noNullPrototype: true }).map(deepFreeze);
const forPairs = (check: (a: JsonObject, b: JsonObject) => void): void =>
  fc.assert(fc.property(document, document, check), { numRuns: 1_000 });

test('a change applies to what it was made from, and shares what stayed', () =>
  forPairs((from, to) => {
    const result = applyPatch(from, JSON.parse(JSON.stringify(diffDocuments(from, to))));
    assert.deepEqual(result, to);
    for (const one of Object.keys(to)) if (sameJson(from[one], to[one])) assert.equal(result[one], from[one]);
  }));

test('a change is as small as what changed', () => {
  const doc: JsonObject = { p: { a: { s: 1, f: [] }, b: { s: 1 } }, list: ['a', 'b', 'd'], gone: { x: 1 }, same: [{}] };
  const next = { p: { a: { s: 2, f: [] }, b: { s: 1 } }, list: ['a', 'b', 'c', 'd'], same: [{}] };
  const patch = { '-': ['/gone'], '=': { '/p/a/s': 2 }, '~': [['/list', 2, 0, ['c']]] };
  assert.deepEqual(diffDocuments(doc, next), patch);
});

test('a change that does not fit is damage, and reaches no prototype', () => {
  const paths = ['', '/x/y', '/a/b/c', '/__proto__', '/__proto__/polluted', '/constructor/prototype/polluted'];
  for (const path of paths)
    assert.throws(() => applyPatch({ a: { b: 1 } }, { '=': { [path]: 1 } }), { code: 'damaged' });
  assert.throws(() => applyPatch({ a: 1 }, { '~': [['/a', 0, 0, []]] }), { code: 'damaged' });
  assert.equal(Reflect.get({}, 'polluted'), undefined);
});

test('three documents become one', () => {
  const [one, two, three] = [{ n: 1 }, { n: 2 }, { n: 3 }];
  const rows: [what: string, base: Json, ours: Json, theirs: Json, merged: Json, ...conflicts: string[]][] = [
    ['both add', {}, { m: { a: 1 }, x: 1 }, { m: { b: 2 }, y: 2 }, { m: { b: 2, a: 1 }, y: 2, x: 1 }],
    ['both remove', { a: 1, m: { b: 2, c: 3 } }, { m: { b: 2, c: 3 } }, { a: 1, m: { b: 2 } }, { m: { b: 2 } }],
    ['we remove what they change', { a: 1 }, {}, { a: 2 }, { a: 2 }, '/a'],
    ['we change what they remove', { m: one }, { m: two }, {}, { m: two }, '/m'],
    ['both change', { 'a/b': { c: 1 } }, { 'a/b': { c: 2 } }, { 'a/b': { c: 3 } }, { 'a/b': { c: 2 } }, '/a~1b/c'],
    ['we change to null', { a: 1 }, { a: null }, { a: 2 }, { a: null }, '/a'],
    ['texts are a set', { l: ['a', 'b'] }, { l: ['a', 'c'] }, { l: ['d', 'a', 'b'] }, { l: ['d', 'a', 'c'] }],
    ['a strange item stays', { l: ['a'] }, { l: ['b'] }, { l: [one, 'a'] }, { l: [one, 'b'] }],
    ['objects are appended', { l: [one] }, { l: [one, two] }, { l: [one, three] }, { l: [one, three, two] }],
    ['both append the same', { l: [one] }, { l: [one, two] }, { l: [one, two, three] }, { l: [one, two, three] }],
    ['objects change', { l: [one] }, { l: [two] }, { l: [one, three] }, { l: [two] }, '/l'],
    ['base unknown', {}, { a: 1, l: ['x'] }, { a: 2, b: 3, l: ['y'] }, { a: 1, b: 3, l: ['y', 'x'] }, '/a'],
    ['base unknown, objects', {}, { l: [one, three] }, { l: [one, two] }, { l: [one, two, three] }],
  ];
  for (const [what, base, ours, theirs, merged, ...conflicts] of rows) {
    const [b = {}, o = {}, t = {}] = [base, ours, theirs].map((side) => deepFreeze(side) as JsonObject);
    assert.deepEqual(mergeDocuments(b, o, t), { value: merged, conflicts }, what);
  }
});

test('where only one side changed, its document is the result', () =>
  forPairs((base, changed) => {
    assert.deepEqual(mergeDocuments(base, base, changed), { value: changed, conflicts: [] });
    assert.deepEqual(mergeDocuments(base, changed, base), { value: changed, conflicts: [] });
  }));
