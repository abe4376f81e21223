// Workstreams of drifted pipelines: what is plainly said is read, what is in doubt is not done, what cannot be read is asked.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Json, JsonObject } from '../../rules/json/json.js';
import { isJsonObject } from '../../rules/json/json.js';
import { lacks } from '../../../test/golden/drift/changes.js';
import { assertSound } from '../../../test/golden/drift/sound.js';
import { repair } from './index.js';

const head = { prd: 'PRD-009', prd_title: 'Cashier', timestamp: '2026-01-11T08:00:00Z' };
const valid = {
  ...head,
  current_phase: 2,
  status: 'in_progress',
  completed_workstreams: ['WS1'],
  in_progress_workstreams: ['WS2'],
  pending_workstreams: ['WS3'],
  artifacts: {},
  gates_passed: [],
  gates_pending: [],
};

interface Row {
  readonly name: string;
  readonly members: JsonObject;
  /** What the result has. */
  readonly becomes: JsonObject;
}

const lists = (done: Json, running: Json, open: Json): JsonObject => ({
  completed_workstreams: done,
  in_progress_workstreams: running,
  pending_workstreams: open,
});

const rows: readonly Row[] = [
  {
    name: 'labels with their status',
    members: {
      ...head,
      status: 'in_progress',
      workstreams: ['WS1: Database - done', 'WS2: API - in progress', 'WS3: UI - pending'],
    },
    becomes: lists(['WS1'], ['WS2'], ['WS3']),
  },
  {
    name: 'check marks, a line each',
    members: { ...head, status: 'paused', workstreams: '- [x] WS1: Database layer and more\n- [ ] WS2: API\n' },
    becomes: lists(['WS1'], [], ['WS2']),
  },
  {
    name: 'rows of id and title, and a map with remarks',
    members: {
      ...valid,
      completed_workstreams: [
        ['WS1', 'Database'],
        ['WS2', 'API'],
      ],
      in_progress_workstreams: { WS3: 'half of the hooks' },
      pending_workstreams: { WS4: { name: 'Tests' }, WS5: {} },
    },
    becomes: lists(['WS1', 'WS2'], ['WS3'], ['WS4', 'WS5']),
  },
  {
    name: 'progress in percent',
    members: { ...head, status: '75%', progress: { WS1: 100, WS2: 100, WS3: 40, WS4: 0 } },
    becomes: lists(['WS1', 'WS2'], ['WS3'], ['WS4']),
  },
  {
    name: 'progress of each, and the time of its end',
    members: {
      ...head,
      status: 'wip',
      workstreams: [
        { id: 'WS1', completed_at: '2026-01-10T08:00:00Z' },
        { id: 'WS2', progress: 100 },
        { id: 'WS3', started_at: '2026-01-10T09:00:00Z' },
        { id: 'WS4' },
      ],
    },
    becomes: lists(['WS1', 'WS2'], ['WS3'], ['WS4']),
  },
  {
    name: 'done, but not wholly',
    members: {
      ...head,
      status: 'paused',
      workstreams: [
        { id: 'WS1', status: 'done', progress: 60 },
        { id: 'WS2', status: 'done' },
      ],
    },
    becomes: lists(['WS2'], [], ['WS1']),
  },
  {
    name: 'only a history: the last word counts',
    members: {
      ...head,
      history: [
        { workstream: 'WS1', status: 'in_progress' },
        { workstream: 'WS1', status: 'complete' },
        'WS3 failed',
        { workstream: 'WS2', status: 'in_progress' },
      ],
    },
    becomes: lists(['WS1'], ['WS2'], ['WS3']),
  },
  {
    name: 'workstreams without ids',
    members: {
      ...head,
      status: 'wip',
      workstreams: [
        { description: 'Database', status: 'done' },
        { content: 'API', status: 'in_progress' },
        { step: 3, title: 'UI', status: 'todo' },
      ],
    },
    becomes: lists(['Database'], ['API'], ['UI']),
  },
  {
    name: 'tasks in place of workstreams',
    members: {
      ...head,
      status: 'wip',
      tasks: [
        { id: 'T1', status: 'done' },
        { id: 'T2', status: 'doing' },
      ],
    },
    becomes: lists(['T1'], ['T2'], []),
  },
  {
    name: 'groups with a total',
    members: {
      ...head,
      status: 'wip',
      workstreams: { total: 3, completed: ['WS1'], in_progress: 'WS2', pending: ['WS3'] },
    },
    becomes: lists(['WS1'], ['WS2'], ['WS3']),
  },
  {
    name: 'German members',
    members: {
      prd: 'PRD-039',
      titel: 'Kassenbericht',
      status: 'paused',
      fertige_arbeitspakete: ['WS1'],
      offene_arbeitspakete: ['WS2'],
      zeitstempel: '2026-01-11T08:00:00Z',
    },
    becomes: { prd_title: 'Kassenbericht', timestamp: '2026-01-11T08:00:00Z', ...lists(['WS1'], [], ['WS2']) },
  },
  {
    name: 'labels in a file without another fault',
    members: { ...valid, ...lists(['WS1 - Database Layer'], ['WS2 (Service)'], ['WS3: Routes', 'WS4 Tests']) },
    becomes: lists(['WS1'], ['WS2'], ['WS3', 'WS4']),
  },
  {
    name: 'doubt in a file without another fault; what was begun comes first',
    members: {
      ...valid,
      status: 'paused',
      ...lists(['WS1 ✅', 'WS2 (partial)', 'WS3 - except tests', 'WS5 (60%)', 'WS6?'], [], ['WS4']),
    },
    becomes: { status: 'paused', ...lists(['WS1'], [], ['WS2', 'WS5', 'WS3', 'WS4', 'WS6']) },
  },
  {
    name: 'titles with such words in them',
    members: {
      ...valid,
      ...lists(
        ['WS1: Review page', 'WS4: Retry failed payments', 'WS5 - Open orders API', 'WS6: Testing'],
        ['WS2'],
        [],
      ),
    },
    becomes: lists(['WS1', 'WS4', 'WS5', 'WS6'], ['WS2'], []),
  },
  {
    name: 'two parts of one workstream stay two',
    members: { ...valid, ...lists(['WS1', 'WS4 part one ✅'], ['WS2'], ['WS4 part two']) },
    becomes: lists(['WS1', 'WS4 part one'], ['WS2'], ['WS4 part two']),
  },
  {
    name: 'none is no workstream, and no gate',
    members: {
      ...valid,
      status: 'paused',
      ...lists(['WS1'], ['none'], ['N/A']),
      gates_passed: ['lint'],
      gates_pending: ['none'],
    },
    becomes: { ...lists(['WS1'], [], []), gates_passed: ['lint'], gates_pending: [] },
  },
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
    becomes: { status: 'paused', gates_passed: ['lint'], gates_pending: ['build', 'e2e'] },
  },
  {
    name: 'a completed workstream that is open elsewhere',
    members: { ...valid, workstreams: { WS1: { status: 'in_progress' } } },
    becomes: lists([], ['WS1', 'WS2'], ['WS3']),
  },
  {
    name: 'workstreams beside empty lists',
    members: { ...valid, ...lists([], [], []), status: 'paused', workstreams: { WS1: 'done', WS2: 'todo' } },
    becomes: lists(['WS1'], [], ['WS2']),
  },
  {
    name: 'failed ones in their order; the run asks',
    members: {
      ...valid,
      status: 'blocked',
      ...lists(['WS1'], [], ['WS3', 'WS10']),
      failed_workstreams: ['WS2'],
      blocked_by: 'stack is down',
    },
    becomes: {
      status: 'failed',
      ...lists(['WS1'], [], ['WS2', 'WS3', 'WS10']),
      error: { workstream: 'WS2', message: 'stack is down' },
    },
  },
  {
    name: 'a failure among the completed ones',
    members: {
      ...valid,
      status: 'paused',
      ...lists(
        [{ id: 'WS1', status: 'complete' }, { id: 'WS2', status: 'failed' }, { ws: 'WS3' }],
        [],
        [{ workstream: 'WS4' }],
      ),
    },
    becomes: { status: 'failed', ...lists(['WS1', 'WS3'], [], ['WS2', 'WS4']), error: { workstream: 'WS2' } },
  },
  {
    name: 'a list under another name beside its own',
    members: { ...valid, remaining_workstreams: ['WS3', 'WS4'], current_workstream: 'WS5', done: ['WS6'] },
    becomes: lists(['WS1'], ['WS2', 'WS5'], ['WS3', 'WS4', 'WS6']),
  },
  {
    name: 'done and remaining at once',
    members: { ...valid, remaining_workstreams: ['WS1'] },
    becomes: lists([], ['WS2'], ['WS1', 'WS3']),
  },
  {
    name: 'lists by phase, and a list with its count',
    members: {
      ...head,
      status: 'paused',
      completed_workstreams: { count: 2, ids: ['WS1', 'WS2'] },
      workstreams: { phase_1: ['WS1', 'WS2'], phase_2: ['WS3'] },
    },
    becomes: lists(['WS1', 'WS2'], [], ['WS3']),
  },
  {
    name: 'two in one entry',
    members: { ...valid, completed_workstreams: ['WS1, WS4'] },
    becomes: lists(['WS1', 'WS4'], ['WS2'], ['WS3']),
  },
  {
    name: 'a sentence about a gate',
    members: { ...valid, gates_passed: ['lint', 'build failed on CI', 'e2e not run'] },
    becomes: { gates_passed: ['lint'], gates_pending: ['build', 'e2e'] },
  },
  {
    name: 'what is current and what is next, by their ids',
    members: { ...head, status: 'in_progress', completed: ['WS1'], current: 'WS2', next: ['WS3'] },
    becomes: lists(['WS1'], ['WS2'], ['WS3']),
  },
  {
    name: 'a blocked workstream in a file without another fault',
    members: {
      ...valid,
      status: 'paused',
      in_progress_workstreams: [],
      blocked_workstreams: ['WS3'],
      blocked_by: 'keys',
    },
    becomes: { status: 'failed', error: { workstream: 'WS3', message: 'keys' } },
  },
  {
    name: 'gates by phase, with an empty one, and a pass with a reservation',
    members: { ...valid, gates_passed: { phase_1: ['lint', 'build: pass with warnings'], phase_2: [] } },
    becomes: { gates_passed: ['lint (Phase 1)'], gates_pending: ['build (Phase 1)'] },
  },
  {
    name: 'sections',
    members: {
      pipeline: { prd: 'PRD-119', title: 'N' },
      execution: { current_phase: 2, status: 'in_progress' },
      workstreams: { completed: ['WS1'], in_progress: ['WS2'], pending: ['WS3'] },
      meta: { timestamp: '2026-01-11T08:00:00Z' },
    },
    becomes: {
      prd: 'PRD-119',
      prd_title: 'N',
      current_phase: 2,
      timestamp: '2026-01-11T08:00:00Z',
      ...lists(['WS1'], ['WS2'], ['WS3']),
    },
  },
  {
    name: 'an object for the id',
    members: { ...valid, prd: { id: 'PRD-118', title: 'Cash drop', path: 'docs/118.md' }, prd_title: null },
    becomes: { prd: 'PRD-118', prd_title: 'Cash drop' },
  },
  {
    name: 'files in one text',
    members: { ...valid, artifacts: { WS1: 'db/a.sql, db/b.sql' } },
    becomes: { artifacts: { WS1: ['db/a.sql', 'db/b.sql'] } },
  },
];

describe('workstreams of drifted pipelines', () => {
  for (const { name, members, becomes } of rows) {
    test(`${name}: read, told, and repaired once and for all`, () => {
      const { document, undecided, items } = repair('pipeline', null, members);
      assert.deepEqual(undecided, []);
      assert.ok(items.length > 0);
      assert.deepEqual(lacks(document, becomes), []);
      assert.equal(assertSound('pipeline', members), 'valid');
    });
  }

  const unread: readonly (readonly [string, JsonObject, string])[] = [
    ['several PRDs', { 'PRD-047': { status: 'complete' }, 'PRD-048': { status: 'wip' } }, '/PRD-047'],
    [
      'only counts',
      { ...head, status: 'in_progress', workstreams_completed: 3, workstreams_total: 5 },
      '/workstreams_completed',
    ],
    [
      'counts by status',
      { ...head, status: 'wip', workstreams: { total: 5, completed: 3, remaining: 2 } },
      '/workstreams',
    ],
    ['how much is done, and no more', { ...head, status: 'wip', progress: '3/5' }, '/progress'],
    [
      'a count beside fewer names',
      { ...head, status: 'paused', completed_workstreams: 3, workstreams: ['WS1', 'WS2', 'WS3', 'WS4'] },
      '/completed_workstreams',
    ],
    [
      'an item without a name',
      {
        ...head,
        status: 'paused',
        completed_workstreams: [{ at: '2026-01-11', by: 'bo' }],
        pending_workstreams: ['WS2'],
      },
      '/completed_workstreams/0',
    ],
    ['all of them', { ...valid, completed_workstreams: ['WS1', 'all'] }, '/completed_workstreams/1'],
    [
      'workstreams without names',
      { ...head, status: 'paused', workstreams: [{ status: 'done' }, { status: 'todo' }] },
      '/workstreams',
    ],
    [
      'a sentence',
      { ...head, status: 'paused', completed_workstreams: 'the database and most of the other things' },
      '/completed_workstreams',
    ],
    [
      'phases without workstreams',
      {
        ...head,
        status: 'wip',
        phases: [
          { name: 'Data', status: 'done' },
          { name: 'UI', status: 'todo' },
        ],
      },
      '/phases',
    ],
    ['a member nobody knows', { ...head, status: 'paused', klaar: ['WS1', 'WS2'], bezig: ['WS3'] }, '/klaar'],
    ['gates that are only counted', { ...valid, gates_pending: 2 }, '/gates_pending'],
  ];
  for (const [name, members, path] of unread) {
    test(`${name}: a person decides, and the file stays as it is`, () => {
      const { document, undecided } = repair('pipeline', null, { prd: 'PRD-047', ...members });
      assert.ok(
        undecided.some((one) => one.path === path && one.code === 'unresolved'),
        JSON.stringify(undecided),
      );
      assert.ok(isJsonObject(document) && !('pawl' in document));
    });
  }

  const verdicts: readonly (readonly [string, string | null])[] = [
    ['ship? no', null],
    ['ship?', null],
    ['ship it not', null],
    ['ship never', null],
    ['ship, maybe', null],
    ['do not ship', 'do_not_ship'],
    ['ship, no blockers', 'ship_with_gates'],
    ['Ship w/ gates (P1 fixed)', 'ship_with_gates'],
    ['ship it', 'ship'],
  ];
  for (const [said, verdict] of verdicts) {
    test(`the verdict ${said} is ${verdict ?? 'left to a person'}`, () => {
      const review = { verdict: said, p0_count: 0, p1_count: 0, attempt: 1 };
      const { document, undecided } = repair('pipeline', null, { ...valid, adversarial_review: review });
      if (verdict === null)
        assert.deepEqual(
          undecided.map(({ code }) => code),
          ['verdict'],
        );
      else assert.deepEqual(lacks(document, { adversarial_review: { verdict } }), []);
    });
  }

  test('a workstream that only an earlier value of a repeated list names is pending', () => {
    const repeated = [{ path: '/completed_workstreams', values: [['WS1', 'WS2'], ['WS1']] }];
    const members = { ...valid, status: 'paused', ...lists(['WS1'], [], ['WS3']) };
    assert.deepEqual(
      lacks(repair('pipeline', null, members, { repeated }).document, lists(['WS1'], [], ['WS2', 'WS3'])),
      [],
    );
  });

  test('what a plan calls a workstream has no remark', () => {
    const spec = {
      path: 'spec.md',
      workstreams: { 'WS1 (partial)': { name: 'A' }, 'none yet': { name: 'B' } },
      phases: [{ name: 'P', workstreams: ['WS1 (partial)', 'none yet'], gates: ['lint'] }],
    };
    const planned = {
      ...valid,
      current_phase: 0,
      status: 'paused',
      ...lists(['WS1 (partial)'], [], ['none yet']),
      gates_pending: ['lint'],
      pawl: { spec },
    };
    assert.deepEqual(repair('pipeline', null, planned), { document: planned, items: [], undecided: [] });
  });
});
