import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { seed, tellSeed } from '../../../../../test/support/sizes.js';
import { compareNewest } from '../entry.js';
import { mergeRows, type NewRow } from './merge-rows.js';

interface Row {
  readonly id: string;
  readonly updated_at: string | null;
  readonly title: string;
}

const row = fc.record<Row>({
  id: fc.oneof(
    fc.nat(40).map((n) => `command:x/${n}`),
    fc.string({ unit: 'binary' }),
  ),
  updated_at: fc.oneof(
    fc.constant(null),
    fc.nat(9).map((n) => `2026-01-0${n}`),
  ),
  title: fc.oneof(fc.constant('"id":"command:x/1",'), fc.string({ unit: 'binary' })),
});
const rows = fc.uniqueArray(row, { selector: ({ id }) => id, maxLength: 40 });

const print = (one: Row): string => `    ${JSON.stringify(one)},\n`;
const inOrder = (list: readonly Row[]): Row[] =>
  list.toSorted((a, b) => compareNewest(a.updated_at ?? '', a.id, b.updated_at ?? '', b.id));
const toNew = (one: Row): NewRow => ({
  entry: { k: one.id, o: { updated_at: one.updated_at } },
  text: Buffer.from(print(one)),
});

test('merged rows are those that a list without them would have, in its order', (t) => {
  tellSeed(t);
  fc.assert(
    fc.property(rows, rows, fc.boolean(), (before, changed, isFew) => {
      const added = isFew ? changed.slice(0, 2) : changed;
      const gone = new Set(added.map(({ id }) => id));
      const text = Buffer.from(inOrder(before).map(print).join(''));
      const merged = Buffer.concat(mergeRows(text, gone, inOrder(added).map(toNew))).toString('utf8');
      const kept = before.filter(({ id }) => !gone.has(id));
      assert.equal(
        merged,
        inOrder([...kept, ...added])
          .map(print)
          .join(''),
      );
    }),
    { seed, numRuns: 500 },
  );
});

test('a row that is gone and has no follower leaves no trace', () => {
  const all = inOrder(
    Array.from({ length: 20 }, (_, n) => ({ id: `k${n}`, updated_at: `${n}`, title: 'é "id":"k3",' })),
  );
  const text = Buffer.from(all.map(print).join(''));
  for (const gone of [['k3'], all.slice(2, 14).map(({ id }) => id), all.map(({ id }) => id), ['nobody']]) {
    const left = all.filter(({ id }) => !gone.includes(id));
    assert.equal(Buffer.concat(mergeRows(text, new Set(gone), [])).toString('utf8'), left.map(print).join(''));
  }
});
