import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { isJsonObject, type Json } from '../../../rules/json/json.js';
import { readCount, readTotal } from './numbers.js';
import { readStatus } from './status.js';
import { readTime } from './times.js';
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
  pending: ['todo', 'Not Started', '[ ]', false, 'not yet started', 'draft', 'deferred'],
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

/** Statuses as people and models wrote them: what any person reads as done, and what leaves it in doubt. */
function written(list: 'done' | 'open'): readonly Json[] {
  const lists: Json = JSON.parse(readFileSync('test/golden/statuses.json', 'utf8'));
  const values = isJsonObject(lists) ? lists[list] : [];
  assert.ok(Array.isArray(values) && values.length > 50);
  return values;
}

const times: readonly (readonly [Json, string | null])[] = [
  ['11 Dec 2025', '2025-12-11T00:00:00Z'],
  ['1st December, 2025 09:30', '2025-12-01T09:30:00Z'],
  ['Thu, 11 Dec 2025 09:30:15 GMT', '2025-12-11T09:30:15Z'],
  ['11 Dez 2025', '2025-12-11T00:00:00Z'],
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
  ['29/01/2026', '2026-01-29T00:00:00Z'],
  ['01/29/2026 10:30', '2026-01-29T10:30:00Z'],
  ['03/04/2026', null],
  ['29.01.2026 10:30', '2026-01-29T10:30:00Z'],
  ['03.04.2026', '2026-04-03T00:00:00Z'],
  ['2026-1-9 8:05', '2026-01-09T08:05:00Z'],
  ['2026/01/29 10:30', '2026-01-29T10:30:00Z'],
  ['2026年1月29日', '2026-01-29T00:00:00Z'],
  ['11. Dezember 2025 09:30', '2025-12-11T09:30:00Z'],
  ['11 de diciembre 2025', '2025-12-11T00:00:00Z'],
  ['11 décembre 2025', '2025-12-11T00:00:00Z'],
  ['Sun Jan 11 08:00:00 UTC 2026', '2026-01-11T08:00:00Z'],
  ['Sun Jan 11 08:00:00 CET 2026', '2026-01-11T08:00:00+01:00'],
  ['Sun Jan 11 08:00:00 2026', '2026-01-11T08:00:00Z'],
  ['Sun Jan  4 08:00:00 PST 2026', '2026-01-04T08:00:00-08:00'],
  ['Sun 11 Jan 2026 08:00:00 PM CET', '2026-01-11T20:00:00+01:00'],
  ['Sun Jan 11 2026 08:00:00 GMT+0100 (CET)', '2026-01-11T08:00:00+01:00'],
  ['Sunday, January 11, 2026 at 8:00 AM', '2026-01-11T08:00:00Z'],
  ['January 11th, 2026 8am', '2026-01-11T08:00:00Z'],
  ['2026-01-11 8:00 PM', '2026-01-11T20:00:00Z'],
  ['2026-01-11 12:15 a.m.', '2026-01-11T00:15:00Z'],
  ['1/29/2026, 12:15:00 PM', '2026-01-29T12:15:00Z'],
  ['2026-01-11 08:00:00 CET', '2026-01-11T08:00:00+01:00'],
  ['2026-01-11 08:00:00 CST', null],
  ['2026-01-11 08:00:00 +0100', '2026-01-11T08:00:00+01:00'],
  ['2026-01-11 08:00 UTC+2', '2026-01-11T08:00:00+02:00'],
  ['2026-01-11T08:00:00.000+00:00[UTC]', '2026-01-11T08:00:00.000+00:00'],
  ['20260111T080000Z', '2026-01-11T08:00:00Z'],
  ['20260111', '2026-01-11T00:00:00Z'],
  ['~2026-01-11T08:00:00Z', '2026-01-11T08:00:00Z'],
  ['1768118400.123', '2026-01-11T08:00:00.123Z'],
  [{ $date: '2026-01-11T08:00:00Z' }, '2026-01-11T08:00:00Z'],
  ['2026-01-11T08:00:00-25:00', null],
  ['2026-01-11T24:00:00Z', null],
  ['2026-01-11 25:00', null],
  ['2026-W02-7', null],
  ['2026-011', null],
  ['2026-01', null],
  ['2026', null],
  ['May the 4th', null],
  ['Phase 3 2026', null],
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

  test('what any person reads as done is done', () => {
    assert.deepEqual(
      written('done').filter((value) => readStatus(value) !== 'complete'),
      [],
    );
  });

  test('what is said with a reservation is not done', () => {
    assert.deepEqual(
      written('open').filter((value) => readStatus(value) === 'complete'),
      [],
    );
  });

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
});
