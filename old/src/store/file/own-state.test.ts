// What a writer holds after its own saves is what a reader of the log comes to, to the last byte.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { key, openStore, places, putOf, stateOf } from '../../../test/support/checkpoints.js';
import { fastFolder } from '../../../test/support/fast-folder.js';
import { seed, sized, tellSeed } from '../../../test/support/sizes.js';
import { deepFreeze, type JsonObject } from '../../rules/json/json.js';

const value = fc.constantFrom<JsonObject[string]>(
  1,
  -0,
  'text',
  null,
  ['a'],
  ['a', { b: 1 }],
  { b: 1, c: 2 },
  { c: 2, b: 1 },
);
const change = fc.oneof(
  fc.dictionary(fc.constantFrom('x', 'y', '1', 'a/b'), value, { noNullPrototype: true }).map((to) => ({ to })),
  fc.constantFrom({ turn: true }, { drop: 'x' }, { copy: true }),
);
type Change = typeof change extends fc.Arbitrary<infer One> ? One : never;

function changed(state: JsonObject, one: Change): JsonObject {
  if ('to' in one) return { ...state, ...one.to };
  if ('copy' in one) return structuredClone(state);
  const members = Object.entries(state);
  return Object.fromEntries('drop' in one ? members.filter(([name]) => name !== one.drop) : members.toReversed());
}

test('a writer and a reader have the same bytes, whatever order members come in', async (t) => {
  tellSeed(t);
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(change, fc.boolean()), { minLength: 1, maxLength: 12 }), async (changes) => {
      const root = fastFolder();
      const store = openStore(root, { publish: 'soon' });
      let state = stateOf(1);
      const seen: string[] = [];
      for (const [n, [one, isFrozen]] of changes.entries()) {
        state = { ...changed(state, one), updated_at: stateOf(n + 1)['updated_at'] ?? null };
        const put = putOf(n + 1, { state: isFrozen ? deepFreeze(state) : structuredClone(state) });
        const stored = await store.put(key, put);
        assert.ok(stored.ok);
        seen.push(JSON.stringify(stored.stored.state));
        const reader = openStore(root, { publish: 'soon' });
        assert.equal(JSON.stringify((await reader.get(key))?.state), seen.at(-1));
        await reader.close();
      }
      assert.deepEqual(
        (await store.replay(key)).map((one) => JSON.stringify(one.state)),
        seen,
      );
      await store.close();
      const published: unknown = JSON.parse(fs.readFileSync(path.join(root, places.published), 'utf8'));
      assert.equal(JSON.stringify(published), seen.at(-1));
    }),
    { seed, numRuns: sized(150, 5_000) },
  );
});
