import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import { type Mutation, mutate } from '../../../test/golden/drift/mutate.js';
import { assertSound, facts } from '../../../test/golden/drift/sound.js';
import { goldens } from '../../../test/support/golden.js';
import { hostile } from '../../../test/support/hostile-values.js';
import { seed, sized, tellSeed } from '../../../test/support/sizes.js';
import type { Json } from '../../rules/json/json.js';
import { copyMutable } from '../../rules/json/plain.js';
import { completeExample, prd009, run } from '../pipeline/fixtures.js';
import type { FamilyName } from '../family.js';
import { repair } from './index.js';

const planned = JSON.parse(
  JSON.stringify(run(null, prd009, { type: 'start', workstreams: ['WS1'] }, { type: 'done', workstream: 'WS1' })),
) as Json;
const valid: readonly (readonly [FamilyName, Json])[] = [
  ...goldens.map(({ key, doc }) => [key.family, doc] as const),
  ['pipeline', JSON.parse(JSON.stringify(completeExample)) as Json],
  ['pipeline', planned],
];

const mutation: fc.Arbitrary<Mutation> = fc.record({
  place: fc.nat(10_000),
  kind: fc.constantFrom('rewrite', 'rewrite', 'rename', 'drop', 'word', 'add', 'wrap'),
  choice: fc.nat(1000),
});

describe('repair', () => {
  test('a valid document stays the same object, and nothing is reported', () => {
    for (const [family, document] of valid) {
      const result = repair(family, null, document, facts);
      assert.equal(result.document, document);
      assert.deepEqual([result.items, result.undecided], [[], []]);
    }
  });

  test('whatever happens to a valid document, it becomes valid without a loss, or a person is asked', (t) => {
    tellSeed(t);
    const counts = { valid: 0, undecided: 0 };
    fc.assert(
      fc.property(
        fc.constantFrom(...valid),
        fc.array(mutation, { minLength: 1, maxLength: 6 }),
        ([family, document], mutations) => {
          const mutated = mutations.reduce(mutate, copyMutable(document));
          counts[assertSound(family, mutated)] += 1;
        },
      ),
      { numRuns: sized(600, 20_000), seed },
    );
    t.diagnostic(`valid ${counts.valid}, undecided ${counts.undecided}`);
    assert.ok(counts.valid > counts.undecided, JSON.stringify(counts));
  });

  test('any JSON is repaired without a loss, or a person is asked', (t) => {
    tellSeed(t);
    fc.assert(
      fc.property(fc.constantFrom<FamilyName>('command', 'pipeline', 'workflow'), fc.jsonValue(), (family, value) => {
        assertSound(family, JSON.parse(JSON.stringify(value)) as Json);
      }),
      { numRuns: sized(300, 5_000), seed },
    );
  });

  test('values that break naive programs break nothing', () => {
    for (const make of hostile) {
      for (const family of ['command', 'pipeline', 'workflow'] as const) {
        assert.doesNotThrow(() => repair(family, null, make() as Json, facts));
      }
    }
    assert.equal(({} as Record<string, unknown>)['polluted'], undefined);
  });

  test('a document that is too deep or too large is left to a person', () => {
    let deep: Json = 'end';
    for (let n = 0; n < 100_000; n++) deep = [deep];
    const [one] = repair('pipeline', null, { prd: 'PRD-001', deep }, facts).undecided;
    assert.equal(one?.code, 'too-large');
    const large = repair(
      'pipeline',
      null,
      { prd: 'PRD-001', status: 'done', text: 'x'.repeat(17 * 1024 * 1024) },
      facts,
    );
    assert.equal(large.undecided[0]?.code, 'too-large');
  });

  test('ten thousand wrong entries take no longer than they should', () => {
    const list = Array.from({ length: 900 }, (_, n) => ({ id: `WS${n}`, status: n % 2 === 0 ? 'done' : 'todo' }));
    const files = Object.fromEntries(
      Array.from({ length: 900 }, (_, n) => [`WS${n}`, { files: Array.from({ length: 20 }, (_x, m) => `f${m}`) }]),
    );
    const start = performance.now();
    const result = repair(
      'pipeline',
      null,
      { prd: 'PRD-001', workstreams: list, artifacts: files, updated_at: facts.modifiedAt },
      facts,
    );
    assert.deepEqual(result.undecided, []);
    assert.ok(performance.now() - start < 3000, `${performance.now() - start} ms`);
  });
});
