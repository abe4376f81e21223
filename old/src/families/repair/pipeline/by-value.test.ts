// What a pipeline says is heard by its value and its shape, whatever the member is called; what is neutral stays so.
import { describe } from 'node:test';
import { head, lists, type Row, testRepairs } from '../../../../test/golden/drift/pipelines.js';
import type { JsonObject } from '../../../rules/json/json.js';

const two = { ...head, status: 'complete', completed_workstreams: ['WS1', 'WS2'] };
const rows = (becomes: JsonObject, members: readonly JsonObject[]): readonly Row[] =>
  members.map((one) => ({ name: JSON.stringify(one), members: { ...two, ...one }, becomes }));
const begun = (becomes: JsonObject, members: readonly JsonObject[]): readonly Row[] =>
  members.map((one) => ({ name: JSON.stringify(one), members: { ...head, status: 'in_progress', ...one }, becomes }));

describe('a workstream that no list names', () => {
  testRepairs(
    rows({ status: 'paused', ...lists(['WS1', 'WS2'], [], ['WS3']) }, [
      { workstreams: { WS1: { name: 'DB' }, WS2: { name: 'API' }, WS3: { name: 'UI' } } },
      { workstreams: ['WS1', 'WS2', 'WS3'], pending_workstreams: [] },
      {
        execution_phases: [
          { name: 'A', parallel: ['WS1', 'WS2'] },
          { name: 'B', parallel: ['WS3'] },
        ],
      },
      { WS3: 'pending' },
      { ws3: { status: 'not started' } },
      { WS3_status: 'todo' },
    ]),
  );
  testRepairs(
    rows({ status: 'complete', ...lists(['WS1', 'WS2'], [], []) }, [
      { completed_workstreams: [], workstreams: ['WS1', 'WS2'] },
    ]),
  );
  testRepairs(
    rows({ status: 'complete', pending_workstreams: [] }, [
      { completed_workstreams: ['Database', 'api'], workstreams: { WS1: { name: 'Database' }, WS2: { title: 'API' } } },
      { completed_workstreams: ['WS1_database', 'WS2-api'], workstreams: ['WS1', 'WS2'] },
      { workstreams: { WS1_database: { executor: 'rls' }, WS2_api: {} } },
    ]),
  );
});

describe('titles are no statuses', () => {
  testRepairs(
    rows({ status: 'complete', ...lists(['WS1', 'WS2'], [], []), error: null }, [
      { workstreams: { WS1: 'Database layer', WS2: 'UI components' } },
      { workstreams: { WS1: 'Database', WS2: 'Failed payouts UI' } },
      { workstreams: { WS1: 'db', WS2: 'ui' } },
      { completed_workstreams: ['WS1: Database', 'WS2: Pending list'] },
      { completed_workstreams: ['WS1', 'WS2 - Failed payouts UI'] },
      { completed_workstreams: ['WS1', 'WS2 (Pending list)'] },
      { completed_workstreams: ['WS1: pending-state UI', 'WS2: blocked list'] },
    ]),
  );
  testRepairs(
    begun({ status: 'in_progress', ...lists(['WS1'], ['WS2'], ['WS3']), error: null }, [
      {
        completed_workstreams: ['WS1'],
        in_progress_workstreams: ['WS2: failed jobs view'],
        pending_workstreams: ['WS3: Complete docs'],
        workstreams: { WS1: 'Database', WS2: 'Failed jobs view', WS3: 'Done button' },
      },
    ]),
  );
  testRepairs(
    rows({ status: 'paused', ...lists(['WS1'], [], ['WS2']) }, [
      { completed_workstreams: ['WS1', 'WS2: pending approval'] },
      { completed_workstreams: ['WS1', 'WS2 (Pending: keys)'] },
      { completed_workstreams: ['WS1', 'WS2 - blocked by ops'] },
    ]),
  );
});

describe('dates and sentences are no workstreams', () => {
  testRepairs(
    rows({ status: 'complete', ...lists(['WS1', 'WS2'], [], []) }, [
      { completed: '2026-01-12T10:00:00Z' },
      { completed: 'all workstreams', completed_workstreams: null, workstreams: { WS1: 'done', WS2: 'done' } },
      { completed: '2026-01-12', completed_workstreams: null, workstreams: { WS1: 'done', WS2: 'done' } },
      { workstreams: '2/2 complete' },
    ]),
  );
});

describe('a workstream that failed beside one that runs', () => {
  testRepairs(
    begun({ status: 'failed', ...lists(['WS1'], [], ['WS3', 'WS2']), error: { workstream: 'WS2', message: 'boom' } }, [
      {
        workstreams: {
          WS1: { status: 'complete' },
          WS2: { status: 'failed', error: 'boom' },
          WS3: { status: 'in_progress' },
        },
      },
    ]),
  );
});

describe('an error without content', () => {
  testRepairs(
    rows({ status: 'complete', error: null }, [
      { error: { workstream: null, message: null } },
      { error: { workstream: '', message: '' } },
      { error: [{ message: null }] },
    ]),
  );
});

describe('gates in other shapes', () => {
  testRepairs([
    ...rows({ status: 'complete', gates_passed: ['test-pass'], gates_pending: [] }, [
      { gates: { 'test-pass': 'passed (1,204 tests)' } },
      { gates: { 'test-pass': '1,204 passed' } },
      { gates: { 'test-pass': 'passed (1,204/1,204)', e2e: { status: 'n/a', reason: 'no UI change' } } },
      { gates: { 'test-pass': 'ok', e2e: 'not applicable' } },
      { phase_results: [{ phase: 1, status: 'complete', gate: 'test-pass', gate_result: 'PASSED: 31 tests' }] },
      {
        gate_log: [
          { gate: 'test-pass', result: 'fail' },
          { gate: 'test-pass', result: 'pass' },
        ],
      },
      {
        workstreams: {
          WS1: { status: 'complete' },
          WS2: { status: 'complete', gate: { type: 'test-pass', result: 'passed', exit_code: 0 } },
        },
      },
    ]),
    ...rows({ status: 'paused', gates_passed: [], gates_pending: [] }, [{ gates: { passed: 3, total: 5, failed: 0 } }]),
    ...rows({ status: 'paused', gates_passed: [], gates_pending: ['e2e'] }, [
      { gates: { e2e: 'n/a — not executed yet' } },
    ]),
  ]);
});

describe('what speaks against a run that says complete', () => {
  testRepairs([
    ...rows({ status: 'failed', ...lists(['WS1', 'WS2'], [], []) }, [
      { adversarial_review: { verdict: 'do_not_ship', p0_count: 2, p1_count: 3, attempt: 1 } },
      { adversarial_review: { verdict: 'do not ship', p0_count: 0, p1_count: 0, attempt: 2 } },
      { jest: '3 failed, 20 passed' },
    ]),
    ...rows({ status: 'paused', ...lists(['WS1', 'WS2'], [], []) }, [
      { components: { a: 'done', b: 'in progress' } },
      { completed_phases: 2, total_phases: 3 },
      { ui: 'partial', backend: 'complete' },
      { stats: { workstreams: '2/3' } },
      { phase: '3/4' },
    ]),
    ...rows({ status: 'complete', ...lists(['WS1', 'WS2'], [], []) }, [
      {
        adversarial_review: { verdict: 'DO NOT SHIP (round 1) → SHIP (round 2)', p0_count: 0, p1_count: 0, attempt: 2 },
      },
      { phase: '3/3', features: { failed_state: 'Shows a retry button' } },
    ]),
  ]);
});

describe('progress in other shapes', () => {
  testRepairs([
    ...begun({ status: 'in_progress', ...lists(['WS1'], ['WS2'], []) }, [
      {
        waves: [
          { wave: 1, workstreams: ['WS1'], status: 'complete' },
          { wave: 2, workstreams: ['WS2'], status: 'in_progress' },
        ],
      },
      { waves: { wave_1: { WS1: 'complete' }, wave_2: { WS2: 'in_progress' } } },
      {
        batches: [
          { items: ['WS1'], status: 'done' },
          { items: ['WS2'], status: 'running' },
        ],
      },
      {
        execution_plan: [
          { parallel: ['WS1'], status: 'done' },
          { parallel: ['WS2'], status: 'in_progress' },
        ],
      },
      { execution: { WS1: { status: 'complete' }, WS2: { status: 'in_progress' } } },
      {
        execution: {
          phase_1: { status: 'complete', workstreams: { WS1: 'complete' } },
          phase_2: { workstreams: { WS2: 'in_progress' } },
        },
      },
      { executor_map: { WS1: 'rls-expert' }, board: { done: ['WS1'], doing: ['WS2'], todo: [] } },
      { ws1: { status: 'complete' }, ws2: { status: 'in_progress' } },
    ]),
    ...begun({ status: 'paused', ...lists(['WS1'], [], ['WS2']) }, [
      {
        results: [
          { ws: 'WS1', ok: true },
          { ws: 'WS2', ok: false, error: 'tsc' },
        ],
      },
    ]),
    ...begun({ status: 'in_progress', ...lists(['DB'], ['API'], []), current_phase: 1 }, [
      {
        phases: [
          { phase: 1, name: 'DB', status: 'complete' },
          { phase: 2, name: 'API', status: 'in_progress' },
        ],
      },
      {
        execution_phases: [
          { name: 'DB', status: 'complete' },
          { name: 'API', status: 'in_progress' },
        ],
      },
      { phases: { DB: { status: 'complete' }, API: { status: 'in_progress' } } },
    ]),
  ]);
});

describe('remarks that leave a run complete', () => {
  testRepairs(
    rows({ status: 'complete', ...lists(['WS1', 'WS2'], [], []) }, [
      { workstreams: { WS1: 'complete', WS2: 'complete (no code change needed)' } },
      { status: 'Phase 3/3 complete' },
      { status: 'complete; follow-up in PRD-050' },
      { status: { overall: 'complete', db: 'complete' } },
    ]),
  );
  testRepairs(rows({ status: 'paused' }, [{ status: { overall: 'complete', ui: 'pending' } }]));
});

describe('smaller things', () => {
  testRepairs([
    ...begun({ status: 'in_progress', ...lists(['WS1'], ['WS2'], ['WS3']) }, [
      { completed_workstreams: ['WS1'], in_progress_workstreams: ['WS2'], not_started: ['WS3'] },
      { completed_workstreams: ['WS1'], pending_workstreams: ['WS3'], current: { ws: 'WS2' } },
      {
        phase_1: { status: 'complete', workstreams: ['WS1'] },
        phase_2: { status: 'in_progress', workstreams: ['WS1', 'WS2'], completed: ['WS1'] },
        pending_workstreams: ['WS3'],
      },
    ]),
    {
      name: 'a failure told in pieces',
      members: {
        ...head,
        status: 'failed',
        completed_workstreams: ['WS1'],
        failed_at: 'WS2',
        failure: { step: 'npm test', output: '3 failing' },
      },
      becomes: { error: { workstream: 'WS2', message: '3 failing' } },
    },
  ]);
});
