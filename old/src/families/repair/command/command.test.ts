import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { at, base, lists } from '../../../../test/golden/drift/commands.js';
import { assertSound, facts } from '../../../../test/golden/drift/sound.js';
import type { Json, JsonObject } from '../../../rules/json/json.js';
import { repair } from '../index.js';

const run = {
  ...base,
  state: lists(['a'], 'b', []),
  phases: { a: { status: 'complete' }, b: { status: 'in_progress' } },
};
const over = { a: { status: 'complete' }, b: { status: 'skipped' } };

/** Files in which units stand that cannot be read, and where. */
const unread: Readonly<Record<string, readonly [JsonObject, string]>> = {
  'a sentence': [{ ...base, phases: 'the tables are done and the routes are left for tomorrow' }, '/phases'],
  'nested lists': [{ ...base, phases: [[['a']], { name: 'b', status: 'done' }] }, '/phases/0'],
  'more phases than are named': [{ ...base, completed_phases: ['a', 'b'], progress: '2/5' }, '/progress'],
  'a bare number': [{ ...base, completed_phases: 2, total_phases: 5 }, '/completed_phases'],
  'flags without names': [{ ...base, steps: [true, false] }, '/steps'],
};

/** Runs that are over, and from where the time of that comes. */
const finished: Readonly<Record<string, readonly [JsonObject, string | undefined]>> = {
  'completed_at in words': [{ completed_at: 'today' }, base.updated_at],
  'completed_at as a flag': [{ completed: true, completed_at: true }, base.updated_at],
  'a status and another time': [{ status: 'completed', finished_at: at }, at],
  'a status alone': [{ status: '✅ done' }, base.updated_at],
  'a stale current phase': [{ state: lists(['a'], 'a', []), completed_at: at, version: '1' }, at],
  'a status in doubt': [{ status: 'done?' }, undefined],
  'completed_at in doubt': [{ completed_at: 'not yet' }, undefined],
  'an open phase that only the state knows': [{ state: lists(['a'], null, ['c']), completed_at: 'today' }, undefined],
};

describe('drifted command checkpoints', () => {
  for (const [name, [file, path]] of Object.entries(unread)) {
    test(`${name}: a person decides`, () => {
      const { document, undecided } = repair('command', null, file, facts);
      assert.equal(document, file);
      assert.deepEqual(
        undecided.map((one) => [one.code, one.path]),
        [['unresolved', path]],
      );
    });
  }

  for (const version of ['2.0', 3.1, 'v2-extended'])
    test(`${version} is the version of no pawl`, () => {
      const file = { ...base, state: lists(['a'], null, []), phases: over, version };
      const { document, undecided } = repair('command', null, file, facts);
      assert.deepEqual([(document as JsonObject)['version'], undecided], [1, []]);
      assertSound('command', file);
      assert.equal(repair('command', null, { ...file, version: 2 }, facts).undecided[0]?.code, 'newer-version');
    });

  for (const [name, [members, time]] of Object.entries(finished)) {
    test(`${name} ${time === undefined ? 'ends no run' : 'ends a run'}`, () => {
      const file = { ...base, state: lists(['a'], null, []), phases: over, ...members };
      const { document } = repair('command', null, file, facts);
      assert.equal((document as JsonObject)['completed_at'], time);
      assertSound('command', file);
    });
  }

  test('why a phase is blocked or failed is told where resume looks for it', () => {
    const said = {
      a: 'blocked - waiting for a key',
      b: 'FAILED: 3 tests',
      c: 'failed',
      d: { status: 'blocked', error: 'no key' },
    };
    const { phases } = repair('command', null, { ...base, phases: said }, facts).document as Record<string, JsonObject>;
    const errors = Object.values(phases ?? {}).map((phase) => (phase as JsonObject)['error'] ?? null);
    assert.deepEqual(errors, ['blocked - waiting for a key', 'FAILED: 3 tests', null, 'no key']);
    assertSound('command', { ...base, phases: said });
  });

  test('the reason that is given is true', () => {
    const file = { ...base, state: lists(['a'], null, []), phases: { a: { status: 'kruxed' }, b: { status: 'krux' } } };
    const { items } = repair('command', null, file, facts);
    assert.deepEqual(
      items.filter(({ path }) => path.startsWith('/phases')).map(({ became, why }) => [became, why]),
      [
        ['complete', '"kruxed" is no status that is known; the state says complete'],
        ['pending', '"krux" is no status that is known; nothing else says that it has begun'],
      ],
    );
  });

  test('a gate that says no says why', () => {
    const gates: readonly (readonly [Json, Json])[] = [
      ['BLOCKED: 2 tests fail', { ship_allowed: false, blockers: ['BLOCKED: 2 tests fail'] }],
      ['no', { ship_allowed: false, blockers: [] }],
      ['yes', { ship_allowed: true, blockers: [] }],
      ['yes?', { ship_allowed: false, blockers: ['yes?'] }],
      [
        { ship_allowed: 'true?', blockers: [] },
        { ship_allowed: false, blockers: [] },
      ],
      [
        { allowed: true, blockers: { lint: '2 errors', tests: 'ok' } },
        { ship_allowed: false, blockers: ['lint: 2 errors'] },
      ],
    ];
    for (const [gate, became] of gates) {
      const { document } = repair('command', null, { ...run, gate }, facts);
      assert.deepEqual((document as JsonObject)['gate'], became, JSON.stringify(gate));
    }
  });

  test('a map of statuses is the phases, and a map of files names those that are there', () => {
    const files = { 'a.ts': 'new', 'b.ts': false, 'c.ts': 'failed' };
    const status_map = { schema: { status: 'complete', files_created: files }, api: 'in_progress' };
    const { document, undecided } = repair('command', null, { command: 'implement', feature: 'x', status_map }, facts);
    assert.deepEqual(undecided, []);
    assert.deepEqual((document as JsonObject)['phases'], {
      schema: { status: 'complete', files_created: ['a.ts'] },
      api: { status: 'in_progress' },
    });
  });
});
