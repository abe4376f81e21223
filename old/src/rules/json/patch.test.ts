import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import { seed, sized, tellSeed } from '../../../test/support/sizes.js';
import { isPawlError } from '../errors.js';
import { deepFreeze, type JsonObject } from './json.js';
import { applyPatch, diffDocuments, differenceOf, type Patch } from './patch.js';

/** Few names and values, so that two random documents have much in common; the names are awkward on purpose. */
const name = fc.constantFrom('a', 'b', '', '/', '~', '~1', '0', '1', 'constructor', 'toString', 'ü 🦀', '-');
const { doc } = fc.letrec<{ doc: JsonObject; value: JsonObject }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom(null, true, false, 0, 1, '', 'x', 'y'),
    fc.array(tie('value'), { maxLength: 4 }),
    tie('doc'),
  ) as fc.Arbitrary<JsonObject>,
  doc: fc.dictionary(name, tie('value'), { maxKeys: 4, noNullPrototype: true }),
}));

describe('patch', () => {
  test('the change from one document to another, applied to the first, gives the second', (t) => {
    tellSeed(t);
    fc.assert(
      fc.property(doc, doc, (from, to) => {
        const patch = JSON.parse(JSON.stringify(diffDocuments(from, to))) as Patch;
        assert.deepEqual(applyPatch(from, patch), to);
      }),
      { seed, numRuns: sized(3_000, 100_000) },
    );
  });

  test('a change that is said to be exact gives the second document to the last byte', (t) => {
    tellSeed(t);
    let exact = 0;
    fc.assert(
      fc.property(doc, doc, fc.boolean(), (from, other, isExtended) => {
        const to = isExtended ? { ...from, ...other } : other;
        const { patch, isExact } = differenceOf(from, to);
        if (!isExact) return;
        exact += 1;
        const stored = JSON.parse(JSON.stringify(patch)) as Patch;
        assert.equal(JSON.stringify(applyPatch(from, stored)), JSON.stringify(to));
      }),
      { seed, numRuns: sized(3_000, 100_000) },
    );
    assert.ok(exact > 500, `only ${exact} of them`);
  });

  test('what keeps its members in their order is exact; other orders and what JSON leaves out are not', () => {
    const [one, two] = [{ a: 1 }, { b: 2 }];
    const from = { one, two, list: [one] };
    const isExact = (to: object): boolean => differenceOf(from, to as JsonObject).isExact;
    assert.equal(isExact({ ...from, two: { b: 3 }, three: 3 }), true);
    assert.equal(isExact({ ...from, list: [one, two] }), true);
    assert.equal(isExact({ two, one, list: [one] }), false);
    assert.equal(isExact({ one, list: [one], more: 1 }), true);
    assert.equal(isExact({ more: 1, one, list: [one] }), false);
    assert.equal(isExact({ ...from, list: [{ ...one }, two] }), false);
    assert.equal(isExact({ ...from, one: { ...one, gone: undefined } }), false);
  });

  test('neither document is changed by comparing or applying', (t) => {
    tellSeed(t);
    fc.assert(
      fc.property(doc, doc, (from, to) => {
        const [before, after] = [JSON.stringify(from), JSON.stringify(to)];
        deepFreeze(from);
        deepFreeze(to);
        applyPatch(from, diffDocuments(from, to));
        assert.deepEqual([JSON.stringify(from), JSON.stringify(to)], [before, after]);
      }),
      { seed },
    );
  });

  test('documents with the same content have an empty change', (t) => {
    tellSeed(t);
    fc.assert(
      fc.property(doc, (from) => {
        assert.deepEqual(diffDocuments(from, structuredClone(from)), {});
      }),
      { seed },
    );
  });

  test('shared parts are skipped by identity: they are not even looked into', () => {
    const untouchable = new Proxy(
      {},
      {
        ownKeys: () => assert.fail('looked into'),
        get: () => assert.fail('looked into'),
      },
    );
    const from: JsonObject = { big: untouchable, n: 1 };
    assert.deepEqual(diffDocuments(from, { ...from, n: 2 }), { '=': { '/n': 2 } });
    const after = applyPatch({ big: untouchable, n: 1 }, { '=': { '/n': 2 } });
    assert.equal(after['big'], untouchable);
  });

  test('an item appended to a long list is stored alone', () => {
    const files = Array.from({ length: 1_000 }, (_, n) => `src/${n}.ts`);
    assert.deepEqual(diffDocuments({ files }, { files: [...files, 'new.ts'] }), {
      '~': [['/files', 1_000, 0, ['new.ts']]],
    });
  });

  test('a change that does not fit its document is refused as damage', () => {
    const misfits: Patch[] = [
      { '=': { '/a/b/c': 1 } },
      { '~': [['/a', 0, 1, []]] },
      { '-': ['/x/y'] },
      { '=': { '': 1 } },
      { '=': { '/__proto__': { polluted: true } } },
      { '=': { '/__proto__/polluted': true } },
      { '=': { '/constructor/prototype/polluted': true } },
    ];
    for (const patch of misfits) {
      assert.throws(
        () => applyPatch({ a: 1 }, patch),
        (error) => isPawlError(error, 'damaged'),
        JSON.stringify(patch),
      );
    }
    assert.equal(Reflect.get({}, 'polluted'), undefined);
  });
});
