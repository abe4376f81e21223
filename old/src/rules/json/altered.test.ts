import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import { alteredParts } from './altered.js';
import { toPlain } from './plain.js';

function problemsOf(value: unknown): readonly string[] {
  const plain = toPlain(value);
  assert.ok(plain.ok);
  return alteredParts(value, plain.value).map(({ path, message }) => `${path} ${message}`);
}

describe('what JSON gives back', () => {
  test('is what was given, for any JSON value', () => {
    // A member named __proto__ is refused before.
    const storable = fc.jsonValue({ maxDepth: 5 }).filter((value) => toPlain(value).ok);
    fc.assert(fc.property(storable, (value) => assert.deepEqual(problemsOf(value), [])));
  });

  test('is what was given when members that are undefined count as absent', () => {
    assert.deepEqual(problemsOf({ a: undefined, b: [null], c: { d: undefined } }), []);
    assert.deepEqual(problemsOf(Object.assign(Object.create(null), { a: 1 })), []);
  });

  const others: readonly (readonly [string, unknown, string])[] = [
    ['a date', { at: new Date(0) }, '/at is a Date, which JSON cannot give back'],
    ['a function', { f: () => 1 }, '/f is a function, which JSON cannot give back'],
    ['a hole', [undefined], '/0 is undefined, which JSON cannot give back'],
    ['an object of a class', new (class Plan {})(), ' is a Plan, which JSON cannot give back'],
    ['an object that says otherwise', { toJSON: () => ({ a: 1 }) }, ' is a Object, which JSON cannot give back'],
    ['a boxed number', { n: Object(1) }, '/n is a Number, which JSON cannot give back'],
  ];
  for (const [name, value, problem] of others) {
    test(`is something else for ${name}`, () => assert.deepEqual(problemsOf(value), [problem]));
  }
});
