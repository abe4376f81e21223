import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Json } from '../../../rules/json/json.js';
import { readCount, readTotal } from './numbers.js';
import { readStatus } from './status.js';
import { readLabel } from './labels.js';
import { readTime } from './times.js';
import { saidOf } from './standing.js';
import { tidyName, unitsIn } from './units.js';

const statuses: Readonly<Record<string, readonly Json[]>> = {
  complete: [
    'done',
    'COMPLETE',
    'Completed',
    '✅ complete',
    '✅',
    '[x]',
    true,
    { status: 'done' },
    { completed: true },
    'COMPLETED - merged in #41',
    'all gates passed',
    '**Done**',
    'complete (100%)',
    'complete (3/3)',
    'verified',
    'Approved',
    'merged',
    'Verified by QA',
  ],
  in_progress: [
    'in-progress',
    'WIP',
    'In Progress',
    'executing',
    'complete except WS4',
    'done, but tests fail',
    'completed 3 of 5',
    'Phase 2 complete',
    '80% complete',
    'not complete',
    '🚧',
    'complete (80%)',
    'complete (2/3)',
    'done?',
    '✅?',
    'done (I think)',
    'probably done',
    'not verified',
    { started: true, completed: false },
  ],
  pending: ['todo', 'Not Started', '[ ]', false, 'not yet started', 'deferred'],
  failed: ['failed', 'FAILED: 3 tests', 'error', '❌'],
  blocked: ['blocked', 'Blocked by WS2'],
  paused: ['paused', 'on hold', 'awaiting approval', 'Paused at gate review'],
  skipped: ['skipped', 'N/A'],
  abandoned: ['cancelled', 'Abandoned by user'],
};
const unread: readonly Json[] = [
  '',
  'the quick brown fox',
  'approved to start',
  42,
  null,
  [],
  {},
  { name: 'done' },
  'new gates were added',
];

const times: readonly (readonly [Json, string | null])[] = [
  ['11 Dec 2025', '2025-12-11T00:00:00Z'],
  ['1st December, 2025 09:30', '2025-12-01T09:30:00Z'],
  ['Thu, 11 Dec 2025 09:30:15 GMT', '2025-12-11T09:30:15Z'],
  ['11 Dez 2025', null],
  ['31 Feb 2025', null],
  ['2026-01-29T10:30:00.000Z', '2026-01-29T10:30:00.000Z'],
  ['2026-01-29T10:30:00', '2026-01-29T10:30:00Z'],
  ['2026-01-29 10:30', '2026-01-29T10:30:00Z'],
  ['2026-01-29', '2026-01-29T00:00:00Z'],
  ['2026-01-29T10:30:00.5+01:00', '2026-01-29T10:30:00.5+01:00'],
  ['2026-01-29 10:30:00 UTC', '2026-01-29T10:30:00Z'],
  ['20260129_103000', '2026-01-29T10:30:00Z'],
  ['2026-01-29T10:30:00Z (approx.)', '2026-01-29T10:30:00Z'],
  ['Jan 9, 2026', '2026-01-09T00:00:00Z'],
  ['January 29th, 2026 10:30', '2026-01-29T10:30:00Z'],
  [1_769_682_600, '2026-01-29T10:30:00.000Z'],
  [1_769_682_600_000, '2026-01-29T10:30:00.000Z'],
  ['1769682600', '2026-01-29T10:30:00.000Z'],
  ['2026-02-30', null],
  ['29/01/2026', null],
  ['yesterday', null],
  [42, null],
  [null, null],
];

describe('what is read leniently', () => {
  for (const [concept, values] of Object.entries(statuses)) {
    test(`a status that means ${concept}`, () => {
      for (const value of values) assert.equal(readStatus(value), concept, JSON.stringify(value));
    });
  }

  test('what is no status is not taken for one', () => {
    for (const value of unread) assert.equal(readStatus(value), null, JSON.stringify(value));
  });

  test('times in many forms; without a zone, UTC', () => {
    for (const [value, time] of times) assert.equal(readTime(value), time, JSON.stringify(value));
  });

  test('numbers in texts', () => {
    assert.deepEqual(
      ['3', 'Phase 2', '2 of 5', 2.7, { phase: 4 }, '-1', -1, 'none', null].map((value) => readCount(value)),
      [3, 2, 2, 2, 4, null, null, null, null],
    );
    assert.deepEqual(
      ['2 of 5', '2/5', 'Phase 2', 5].map((value) => readTotal(value)),
      [5, 5, null, null],
    );
  });

  test('units in lists, maps and texts', () => {
    const names = (value: Json): string[] => unitsIn(value).map(({ name }) => name);
    assert.deepEqual(names(['WS1', { id: 'WS2' }, { WS3: 'done' }, 4, null, 'none']), ['WS1', 'WS2', 'WS3', '4']);
    assert.deepEqual(names({ WS1: 'done', WS2: { status: 'todo' } }), ['WS1', 'WS2']);
    assert.deepEqual(names({ phase_1: { WS1: { status: 'done' } } }), ['WS1']);
    assert.deepEqual(names('WS1, WS2 and WS3'), ['WS1', 'WS2', 'WS3']);
    assert.deepEqual(names('WS1-WS3'), ['WS1', 'WS2', 'WS3']);
    assert.deepEqual(names('everything is done already'), []);
    assert.deepEqual(['WS1: Database', 'ws2 ✅', 'WS4a (part)', 'WS_E2E', 'WS1 Database', 'Windows'].map(tidyName), [
      'WS1',
      'WS2',
      'WS4a',
      'WS_E2E',
      'WS1',
      'Windows',
    ]);
  });

  test('names before numbers, and whatever else a unit is called', () => {
    const names = (value: Json): string[] => unitsIn(value).map(({ name }) => name);
    assert.deepEqual(
      names([
        { id: 1, name: 'schema' },
        { number: 2, description: 'Write API' },
      ]),
      ['schema', 'Write API'],
    );
    assert.deepEqual(names([{ content: 'Add table' }, { step: 3, done: true }, { step: 'Docs' }]), [
      'Add table',
      '3',
      'Docs',
    ]);
    assert.deepEqual(names([{ id: 'T1', title: 'x' }, { id: '4', title: 'y' }, ['WS1', 'Database']]), [
      'T1',
      'y',
      'WS1',
    ]);
    assert.deepEqual(names([{ step: 1, description: 'long '.repeat(100) }]), ['1']);
    assert.deepEqual(names('- [x] schema\n- [ ] user interface of all the four tables\n'), [
      'schema',
      'user interface of all the four tables',
    ]);
    assert.deepEqual(names('- schema\n- api of the shop\n'), ['schema', 'api of the shop']);
  });

  test('what stands beside a name in a list', () => {
    const labels: readonly (readonly [string, string, string | undefined])[] = [
      ['[x] schema', 'schema', '[x]'],
      ['- [ ] ui', 'ui', '[ ]'],
      ['1. [X] api (partial)', 'api', 'partial'],
      ['* [~] docs', 'docs', 'in_progress'],
      ['a ✅', 'a', '✅'],
      ['✔️ b', 'b', '✔'],
      ['❌ build (done)', 'build', '❌'],
      ['b (60%)', 'b', '60%'],
      ['WS3 - except tests', 'WS3', 'except tests'],
      ['WS1: Database - done', 'WS1: Database', 'done'],
      ['test-pass: skipped', 'test-pass', 'skipped'],
      ['api -> not started', 'api', 'not started'],
      ['Phase 2: Testing', 'Phase 2: Testing', undefined],
      ['Part 1 (Draft)', 'Part 1 (Draft)', undefined],
      ['half-open states: partially ordered', 'half-open states: partially ordered', undefined],
      ['- plain', 'plain', undefined],
    ];
    for (const [text, name, said] of labels) assert.deepEqual(readLabel(text), { name, said }, text);
    assert.deepEqual(readLabel('b (Draft)', new Set(['b'])), { name: 'b', said: 'Draft' });
    assert.deepEqual(readLabel('b (done)', new Set(['b (done)'])), { name: 'b (done)', said: undefined });
  });

  test('times and progress say how a unit stands, where its status does not', () => {
    const at = '2026-02-05T10:30:00Z';
    const units: readonly (readonly [Record<string, Json>, Json | undefined])[] = [
      [{ completed_at: at }, 'complete'],
      [{ completed_at: at, error: 'red' }, 'in_progress'],
      [{ completed_at: null, started_at: at }, 'in_progress'],
      [{ completed_at: at, status: 'wip' }, 'wip'],
      [{ progress: 100 }, 'complete'],
      [{ progress: '40%' }, 'in_progress'],
      [{ progress: 0, started_at: at }, 'pending'],
      [{ progress: '3/3' }, 'complete'],
      [{ progress: 300 }, undefined],
      [{}, undefined],
    ];
    for (const [unit, said] of units) assert.equal(saidOf(unit), said, JSON.stringify(unit));
  });
});
