import assert from 'node:assert/strict';
import test from 'node:test';
import * as fc from 'fast-check';
import type { Json } from './json.js';
import { copyMutable } from './mutable.js';
import { toPlain } from './plain.js';

const jsonValue = fc.jsonValue({ noUnicodeString: false }).filter((value) => toPlain(value).ok);

test('a mutable copy equals its source and shares nothing with it', () => {
  fc.assert(
    fc.property(jsonValue, (value) => {
      const plain = toPlain(value);
      assert.ok(plain.ok);
      const source: Json = plain.value;
      const before = JSON.stringify(source);
      const copy = copyMutable(source);
      assert.equal(JSON.stringify(copy), before);
      spoil(copy);
      assert.equal(JSON.stringify(source), before);
    }),
  );
  const copy = copyMutable({ list: [{ a: 1 }] });
  copy['more'] = 2;
  assert.deepEqual(copy, { list: [{ a: 1 }], more: 2 });
});

function spoil(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  for (const member of Object.values(value)) spoil(member);
  if (Array.isArray(value)) value.push('spoiled');
  else Object.assign(value, { spoiled: true });
}
