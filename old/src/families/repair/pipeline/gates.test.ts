// Gates of drifted pipelines: only a plain pass is one, wherever and however it is written.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isJsonObject, type Json } from '../../../rules/json/json.js';
import { lists, type Row, testRepairs, valid } from '../../../../test/golden/drift/pipelines.js';
import { pipelineDocument } from '../../../../test/support/documents.js';
import { repair } from '../index.js';

const base = pipelineDocument();

const rows: readonly Row[] = [
  {
    name: 'remarks about gates in a file without another fault',
    members: {
      ...valid,
      gates_passed: ['lint ✅', 'build ❌', 'type-check (WS1)', 'test-pass: skipped', 'e2e waived'],
      gates_pending: ['qa'],
    },
    becomes: { gates_passed: ['lint', 'type-check (WS1)'], gates_pending: ['build', 'test-pass', 'e2e', 'qa'] },
  },
  {
    name: 'gates that failed or were waived, beside the lists',
    members: {
      ...valid,
      ...lists(['WS1'], [], []),
      status: 'complete',
      gates_passed: ['lint'],
      gates_waived: ['e2e'],
      gates_failed: ['build'],
    },
    becomes: { status: 'paused', gates_passed: ['lint'], gates_pending: ['e2e', 'build'] },
  },
  {
    name: 'a sentence about a gate',
    members: { ...valid, gates_passed: ['lint', 'build failed on CI', 'e2e not run'] },
    becomes: { gates_passed: ['lint'], gates_pending: ['build', 'e2e'] },
  },
  {
    name: 'gates by phase, with an empty one, and a pass with a reservation',
    members: { ...valid, gates_passed: { phase_1: ['lint', 'build: pass with stubs'], phase_2: [] } },
    becomes: { gates_passed: ['lint (Phase 1)'], gates_pending: ['build (Phase 1)'] },
  },
];

function gatesOf(members: Record<string, Json>): readonly [Json | undefined, Json | undefined] {
  const { document, items, undecided } = repair('pipeline', null, { ...base, ...members });
  assert.deepEqual(undecided, []);
  assert.ok(isJsonObject(document) && items.length > 0);
  return [document['gates_passed'], document['gates_pending']];
}

describe('gates of drifted pipelines', () => {
  testRepairs(rows);

  const open: readonly Json[] = [
    'exit 1',
    'passed with 3 errors',
    'passed locally, CI red',
    'pass: no',
    'passed=false',
    'passed, then broke',
    'was passing',
    '✅ (1 ❌)',
    'ran',
    '0',
    'no',
    'done?',
    'waived',
    '12/14',
    1,
    null,
    false,
    [],
    ['passed'],
    {},
    { command: 'npm t' },
    { passed: 'no' },
    { result: 'pass', exit_code: 1 },
    { result: 'pass', exit_code: '2' },
    { status: 'passed', failures: 3 },
    { status: 'passed', errors: ['a'] },
    { status: 'passed', waived: true },
    { passed: 12, failed: 2 },
    { status: { passed: false } },
  ];
  for (const said of open) {
    test(`${JSON.stringify(said)} is no pass, in the map of passed gates and in gates`, () => {
      assert.deepEqual(gatesOf({ gates_passed: { lint: said } }), [[], ['lint']]);
      const { gates_passed: _, gates_pending: __, ...rest } = base;
      const { document } = repair('pipeline', null, { ...rest, gates: { lint: said } });
      assert.ok(isJsonObject(document));
      assert.deepEqual([document['gates_passed'], document['gates_pending']], [[], ['lint']]);
    });
  }

  const passed: readonly Json[] = [
    true,
    'passed',
    'PASS ✅',
    '✅',
    'green',
    '0 errors',
    'exit 0',
    'passed on 2026-01-11',
    'passed (14/14 tests)',
    'all tests passed',
    '2026-01-11T08:00:00Z',
    { status: 'passed', at: '2026-01-11T08:00:00Z' },
    { result: 'pass', exit_code: 0, failures: 0, errors: [] },
    { passed: true, warnings: 2 },
    { passed: 'yes' },
    { exit_code: 0 },
    { passed_at: '2026-01-11T08:00:00Z' },
    { at: '2026-01-11T08:00:00Z' },
  ];
  for (const said of passed) {
    test(`${JSON.stringify(said)} is a pass in the map of passed gates`, () => {
      assert.deepEqual(gatesOf({ gates_passed: { lint: said } }), [['lint'], []]);
    });
  }

  test('objects in the list of passed gates count as the list says, unless they say otherwise', () => {
    const list = [
      { gate: 'lint', workstream: 'WS1' },
      { gate: 'build', exit_code: 1 },
      { name: 'e2e', passed: 'no' },
    ];
    assert.deepEqual(gatesOf({ gates_passed: list }), [['lint (WS1)'], ['build', 'e2e']]);
  });

  test('a map from workstreams to their gates names gates, not workstreams', () => {
    const gates = {
      gates_passed: { WS1: ['lint', 'build'], WS2: 'type-check' },
      gates_pending: { WS3: ['test-pass'] },
    };
    assert.deepEqual(gatesOf(gates), [['lint (WS1)', 'build (WS1)', 'type-check (WS2)'], ['test-pass (WS3)']]);
  });

  test('a map from gates to workstreams names what each covers', () => {
    assert.deepEqual(gatesOf({ gates_passed: { lint: ['WS1', 'WS2'] } }), [['lint (WS1)', 'lint (WS2)'], []]);
  });

  test('gates count where both lists are empty', () => {
    const members = { status: 'completed', pending_workstreams: [], gates: { lint: 'passed', build: 'failed' } };
    assert.deepEqual(gatesOf(members), [['lint'], ['build']]);
  });

  test('results of gates are no list of passed ones', () => {
    const { gates_passed: _, ...rest } = base;
    const { document } = repair('pipeline', null, {
      ...rest,
      gate_results: [{ gate: 'lint', result: 'pass' }, { gate: 'e2e' }],
    });
    assert.ok(isJsonObject(document));
    assert.deepEqual([document['gates_passed'], document['gates_pending']], [['lint'], ['e2e']]);
  });

  test('the report names each gate that did not plainly pass', () => {
    const { items } = repair('pipeline', null, { ...base, gates_passed: { lint: 'exit 1', build: 'passed' } });
    const item = items.find(({ path }) => path === '/gates_passed');
    assert.match(item?.why ?? '', /^lint: not plainly passed/);
  });
});
