import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import { type Mutation, mutate } from '../../../test/golden/drift/mutate.js';
import { assertSound, facts } from '../../../test/golden/drift/sound.js';
import { goldens } from '../../../test/support/golden.js';
import { hostile } from '../../../test/support/hostile-values.js';
import { seed, sized, tellSeed } from '../../../test/support/sizes.js';
import { isJsonObject, type Json } from '../../rules/json/json.js';
import { copyMutable } from '../../rules/json/mutable.js';
import { completeExample, prd009, run } from '../pipeline/fixtures.js';
import { pipelineKey } from '../../rules/names.js';
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

  test('a gate that is said to have passed and to be pending has not passed', () => {
    const drifted = { ...completeExample, status: 'DONE?', gates_passed: ['lint', 'build'], gates_pending: ['lint'] };
    const { document } = repair('pipeline', null, JSON.parse(JSON.stringify(drifted)) as Json, facts);
    assert.ok(isJsonObject(document));
    assert.deepEqual([document['gates_passed'], document['gates_pending']], [['build'], ['lint']]);
  });

  test('an id that is written otherwise is not said to stand there', () => {
    const told = (prd: string): string | undefined =>
      repair('pipeline', null, JSON.parse(JSON.stringify({ ...completeExample, prd })) as Json, facts).items.find(
        ({ path }) => path === '/prd',
      )?.why;
    assert.match(told('PRD-9') ?? '', /what prd begins with is written PRD-009$/);
    assert.match(told('PRD-009 Cashier') ?? '', /prd begins with PRD-009$/);
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

  test('a checkpoint that stands alone inside a map is taken out of it', () => {
    const inner = { prd: 'PRD-002', status: 'complete', completed_workstreams: ['WS1'] };
    const { document, items } = repair('pipeline', pipelineKey('PRD-002'), { 'PRD-002': inner }, facts);
    const { status, completed_workstreams } = { ...(document as Record<string, Json>) };
    assert.deepEqual([status, completed_workstreams], ['complete', ['WS1']]);
    assert.ok(items.some(({ why }) => why === 'the checkpoint stood inside PRD-002'));
  });

  test('what is kept is the value of the original, also when several steps changed it', () => {
    const drifted = {
      command: 'review',
      version: 1,
      started_at: '2026-01-02T00:00:00Z',
      updated_at: '2026-01-02T00:00:00Z',
      state: { current_phase: 'b', completed_phases: { a: true, b: false }, pending_phases: 'c' },
      phases: { a: 'complete', b: 'in_progress', c: 'pending' },
    };
    const { document } = repair('command', null, drifted, facts);
    const { repaired } = (document as { pawl: { repaired: readonly { path: string; was: Json }[] } }).pawl;
    const kept = new Map(repaired.map(({ path, was }) => [path, was]));
    assert.ok(
      !kept.has('/state/pending_phases') || kept.get('/state/pending_phases') === 'c',
      JSON.stringify(repaired),
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

  test('tens of thousands of wrong entries cost time in proportion', () => {
    const documentsOf = (count: number): readonly (readonly [FamilyName, Json])[] => {
      const many = Array.from({ length: count }, (_, n) => ({ id: `WS${n}`, status: n % 2 === 0 ? 'done' : 'todo' }));
      const map = Object.fromEntries(many.map(({ id, status }) => [id, status]));
      return [
        ['pipeline', { prd: 'PRD-001', workstreams: many, artifacts: map, gates_passed: map, updated_at: 'now' }],
        [
          'pipeline',
          { prd: 'PRD-001', completed_workstreams: many, pending_workstreams: map, phases: many, key_fixes: map },
        ],
        ['command', { command: 'x', phases: many, completed_phases: map, pending_phases: many, gate: map }],
        ['command', { command: 'x', phases: map, state: { completed: many, current: 'WS7', done: map } }],
        [
          'workflow',
          { checkpoint_id: 'x', phases: many, completed_phases: many, current_phase: 'WS9', last_error: many },
        ],
      ];
    };
    const timeOf = (family: FamilyName, document: Json): number => {
      const began = process.cpuUsage();
      repair(family, null, document, facts);
      const { user, system } = process.cpuUsage(began);
      return user + system;
    };
    // Eight times as many: in proportion it is 8 times the work, in pairs 64 times. The least of three, on a machine with
    // other things to do.
    const few = documentsOf(sized(1_250, 12_500));
    for (const [index, [family, document]] of documentsOf(sized(10_000, 100_000)).entries()) {
      const [, small = null] = few[index] ?? [];
      const least = (one: Json): number => Math.min(...[1, 2, 3].map(() => timeOf(family, one)));
      const ratio = least(document) / Math.max(least(small), 1_000);
      assert.ok(ratio < 32, `${family}: ${ratio.toFixed(1)} times the work for 8 times as many entries`);
    }
  });

  test('an id is taken from the file’s name when it is missing, and accepted when the project accepts it', () => {
    const document: Json = { status: 'completed', completed_workstreams: ['WS1'], updated_at: '2026-01-05' };
    const named = repair('pipeline', pipelineKey('PRD-007'), document, facts);
    assert.deepEqual([named.undecided, (named.document as { prd?: string }).prd], [[], 'PRD-007']);
    const other: Json = { ...document, prd: 'EXEC-013' };
    assert.deepEqual(
      repair('pipeline', null, other, facts).undecided.map(({ code, path }) => [code, path]),
      [['id', '/prd']],
    );
    const wide = repair('pipeline', pipelineKey('PRD-007'), other, { ...facts, context: { idPattern: /EXEC-\d+/ } });
    assert.deepEqual([wide.undecided, (wide.document as { prd?: string }).prd], [[], 'EXEC-013']);
  });

  test('what a person must decide comes with a proposal for the rest', () => {
    const document: Json = { prd: 'GAP-007', status: 'COMPLETE', last_updated: '2026-01-19T10:00:00Z' };
    const { proposal, undecided } = repair('pipeline', null, document, facts);
    assert.equal(undecided.length, 1);
    assert.ok(proposal !== undefined);
    assert.equal((proposal.document as { status?: string }).status, 'complete');
    assert.ok(proposal.items.some(({ kind, path }) => kind === 'alias' && path === '/last_updated'));
  });
});
