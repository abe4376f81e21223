import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import { seed, sized, tellSeed } from '../../../test/support/sizes.js';
import type { Json } from '../../rules/json/json.js';
import { findRepeatedKeys } from '../../rules/json/repeated-keys.js';
import { parseDrifted, repair } from './index.js';

const table: readonly (readonly [text: string, found: readonly (readonly [string, readonly Json[]])[]])[] = [
  ['{"a":1,"a":2}', [['/a', [1, 2]]]],
  ['{"a":1,"b":{"c":[{"d":1,"d":{"x":[]}, "d" : null}]}}', [['/b/c/0/d', [1, { x: [] }, null]]]],
  ['{"a":1,"\\u0061":2}', [['/a', [1, 2]]]],
  ['{"":1,"":2}', [['/', [1, 2]]]],
  ['{"a/b":1,"a/b":2}', [['/a~1b', [1, 2]]]],
  ['[{"a":1},{"a":2}]', []],
  ['[{},{"x":"a,b}]\\""},{"k":"\\\\","k":"{"}]', [['/2/k', ['\\', '{']]]],
  [
    '{"a":{"x":1,"x":2},"a":{"y":1}}',
    [
      ['/a/x', [1, 2]],
      ['/a', [{ x: 2 }, { y: 1 }]],
    ],
  ],
  ['\ufeff{"a":1,"a":2}', [['/a', [1, 2]]]],
  ['{"__proto__":1,"__proto__":2}', [['/__proto__', [1, 2]]]],
  ['"a text"', []],
  ['{"a":1,', []],
  ['', []],
];

describe('findRepeatedKeys', () => {
  for (const [text, found] of table) {
    test(`finds ${found.length} in ${text}`, () => {
      assert.deepEqual(
        findRepeatedKeys(text).map(({ path, values }) => [path, values]),
        found,
      );
    });
  }

  test('finds nothing in what a program wrote', (t) => {
    tellSeed(t);
    fc.assert(
      fc.property(fc.json(), (text) => assert.deepEqual(findRepeatedKeys(text), [])),
      { numRuns: sized(300, 5000), seed },
    );
  });

  test('takes time in proportion to the text', () => {
    const keys = `{${Array.from({ length: 200_000 }, () => '"k":1').join(',')}}`;
    assert.equal(findRepeatedKeys(keys)[0]?.values.length, 200_000);
    assert.deepEqual(findRepeatedKeys('['.repeat(1_000_000)), []);
    assert.deepEqual(findRepeatedKeys(`${'['.repeat(100_000)}${']'.repeat(100_000)}`), []);
    assert.deepEqual(findRepeatedKeys(`{"a":"${'\\\\'.repeat(1_000_000)}"}`), []);
  });

  test('a repair keeps every value of a repeated key, and tells each', () => {
    const text = '{"prd":"PRD-001","prd":"PRD-002","status":"done","x":{"y":1,"y":"two"}}';
    const facts = { repeated: findRepeatedKeys(text), modifiedAt: '2026-02-01T00:00:00.000Z' };
    const { document, items, undecided } = repair('pipeline', null, JSON.parse(text) as Json, facts);
    assert.deepEqual(undecided, []);
    assert.deepEqual(
      items.filter(({ kind }) => kind === 'repeated').map(({ path, was }) => [path, was]),
      [
        ['/x/y', 1],
        ['/prd', 'PRD-001'],
      ],
    );
    assert.match(JSON.stringify(document), /\{"path":"\/x\/y","was":1\}/);
  });
});

describe('parseDrifted', () => {
  test('lets through what a repair can deal with, and says what is wrong with the rest', () => {
    const odd = parseDrifted('\ufeff{"a":1,"a":2,"__proto__":{"x":1}}');
    assert.ok(odd.ok);
    assert.deepEqual(odd.repeated, [{ path: '/a', values: [1, 2] }]);
    assert.deepEqual(Object.keys(odd.value ?? {}), ['a', '__proto__']);
    const torn = parseDrifted('{"prd": "PRD-001",\n "status": ');
    assert.ok(!torn.ok);
    assert.match(torn.message, /is not JSON/);
    assert.equal(parseDrifted('').ok, false);
    assert.equal(parseDrifted(`"${'x'.repeat(17 * 1024 * 1024)}"`).ok, false);
  });
});
