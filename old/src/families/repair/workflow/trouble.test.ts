import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isJsonObject, type Json } from '../../../rules/json/json.js';
import { workflowKey } from '../../../rules/names.js';
import { workflowResumePoint } from '../../workflow/resume.js';
import { notedDoubt } from '../doubt.js';
import { repair } from '../repair.js';

type Members = Readonly<Record<string, Json>>;

const id = 'implement_x_20251203_184530';
const key = workflowKey(id);
const facts = { modifiedAt: '2026-01-01T00:00:00.000Z' };
const valid: Members = {
  checkpoint_id: id,
  workflow_type: 'implement',
  workflow_description: 'x',
  created_at: '2025-12-03T18:45:30Z',
  updated_at: '2025-12-03T18:52:15Z',
  status: 'in_progress',
  current_phase: 3,
  total_phases: 3,
  completed_phases: [1, 2],
  workflow_state: {},
  last_error: null,
};
const done: Members = { completed_phases: [1, 2, 3] };

/** The status, and what resume will ask about: an error, or in brackets what is none. */
function answers(said: Members, more = {}): readonly [status: unknown, error: string | null] {
  const { document, undecided } = repair('workflow', key, { ...valid, ...said }, { ...facts, ...more });
  assert.deepEqual(undecided, []);
  assert.ok(isJsonObject(document));
  const again = repair('workflow', key, document, { ...facts, ...more });
  assert.deepEqual([again.items, again.undecided], [[], []]);
  const error = document['last_error'];
  const doubt = notedDoubt(document);
  if (doubt !== undefined) return [document['status'], `(${String(doubt)})`];
  return [
    document['status'],
    isJsonObject(error) ? String(error['message']) : workflowResumePoint({ ...document, status: 'failed' }).error,
  ];
}

const asked: readonly (readonly [Members, status: string, error: string])[] = [
  [{ status: 'blocked', blocked_on: 'API quota' }, 'in_progress', '(its status was "blocked" (blocked_on: API quota))'],
  [{ status: 'halted: rate limit' }, 'in_progress', '(its status was "halted: rate limit")'],
  [{ status: 'waiting_for_user' }, 'in_progress', '(its status was "waiting_for_user")'],
  [{ status: 'awaiting approval' }, 'in_progress', '(its status was "awaiting approval")'],
  [{ status: 'on hold until legal approves' }, 'in_progress', '(its status was "on hold until legal approves")'],
  [{ status: 'deferred' }, 'in_progress', '(its status was "deferred")'],
  [{ ...done, status: 'awaiting_review' }, 'in_progress', '(its status was "awaiting_review")'],
  [{ ...done, status: 'completed with errors' }, 'failed', 'its status was "completed with errors"'],
  [
    { ...done, status: 'COMPLETE - but E2E tests still failing' },
    'failed',
    'its status was "COMPLETE - but E2E tests still failing"',
  ],
  [{ ...done, status: 'rolled_back' }, 'in_progress', '(its status was "rolled_back")'],
  [{ phases: ['a', 'b', { status: 'failed', error: 'tests' }] }, 'in_progress', 'Phase 3 failed: tests'],
  [{ phases: ['a', 'b', { name: 'docs', status: 'blocked' }] }, 'in_progress', 'Phase 3 (docs) is blocked'],
  [{ error_state: { last_error: 'tests fail', retry_count: 2 } }, 'in_progress', 'tests fail'],
  [
    {
      errors: [
        { phase: 1, error: 'old' },
        { phase: 3, error: 'tests fail' },
      ],
    },
    'in_progress',
    'tests fail',
  ],
  [{ blockers: ['no key for the API'] }, 'in_progress', 'no key for the API'],
  [
    { status: 'paused', pause_reason: 'waiting for review' },
    'in_progress',
    '(its status was "paused" (pause_reason: waiting for review))',
  ],
  [{ phases: { a: 'done', b: 'done', c: 'blocked: no key' } }, 'in_progress', 'Phase 3 (c): blocked: no key'],
  [{ blocked_phases: ['c'] }, 'in_progress', 'blocked_phases: c'],
  [
    { ...done, final_review: 'pending' },
    'failed',
    'all its phases are done, but /final_review says that something is open',
  ],
  [
    { ...done, status: 'complete', completed_tasks: 20, total_tasks: 22 },
    'failed',
    'it is called complete, but /completed_tasks says that something is open',
  ],
  [{ ...done, status: 'complete', phases: ['a', 'b', { status: 'failed' }] }, 'failed', 'Phase 3 failed'],
  [
    { ...done, status: 'complete', tests: { passed: 8, failed: 3 } },
    'failed',
    'it is called complete, but /tests/failed says that something is open',
  ],
  [
    { ...done, status: 'done', workflow_state: { tests_passing: false } },
    'failed',
    'it is called complete, but /workflow_state/tests_passing says that something is open',
  ],
  [
    { ...done, status: 'complete', remaining_work: ['wire it up'] },
    'failed',
    'it is called complete, but /remaining_work says that something is open',
  ],
];

const calm: readonly (readonly [Members, status: string])[] = [
  [{ status: 'paused' }, 'in_progress'],
  [{ status: 'interrupted' }, 'in_progress'],
  [{ status: 'paused at phase 3', pause_reason: 'end of day' }, 'in_progress'],
  [{ last_error: { error: 'x', resolved: true } }, 'in_progress'],
  [{ last_error: 'No errors so far' }, 'in_progress'],
  [{ tasks: [{ id: 'T1', status: 'pending', blockedBy: ['T0'] }] }, 'in_progress'],
  [{ status: 'implementing phase 3' }, 'in_progress'],
  [{ error_state: { last_error: null, retry_count: 0, failed_state: null } }, 'in_progress'],
  [{ errors: [] }, 'in_progress'],
  [{ errors: [{ phase: 1, error: 'old' }] }, 'in_progress'],
  [{ errors: [{ error: 'old', resolved: true }] }, 'in_progress'],
  [{ error_history: [{ error: 'old' }] }, 'in_progress'],
  [{ blockers: 'none' }, 'in_progress'],
  [{ workflow_state: { errors: ['what agents keep'] } }, 'in_progress'],
  [{ ...done, status: 'complete', phases: ['research', 'implementation', 'testing'] }, 'complete'],
  [{ ...done, status: 'complete', notes: 'the first try failed', next_steps: ['announce it'] }, 'complete'],
  [
    { ...done, status: 'done', tests: { passed: 8, failed: 0 }, tasks: [{ phase: 'testing', status: 'done' }] },
    'complete',
  ],
  [
    {
      ...done,
      status: 'complete',
      state_machine: { current_state: 'complete', transition_table: { test: 'debug,document,complete' } },
    },
    'complete',
  ],
];

describe('what speaks against going on with a drifted workflow', () => {
  for (const [said, status, error] of asked) {
    test(`${JSON.stringify(said)} is ${status}, and resume asks`, () => {
      assert.deepEqual(answers(said), [status, error]);
    });
  }
  for (const [said, status] of calm) {
    test(`${JSON.stringify(said)} is ${status}, and nothing is asked`, () => {
      assert.deepEqual(answers(said), [status, null]);
    });
  }
  test('a failed phase in a valid file is not done', () => {
    const phases = [{ status: 'completed' }, { status: 'failed' }, { status: 'in_progress' }];
    const { document } = repair('workflow', key, { ...valid, phases }, facts);
    assert.ok(isJsonObject(document));
    assert.deepEqual(document['completed_phases'], [1]);
  });
  test('a phase that is listed as failed is not done, and what only has a name takes nothing back', () => {
    const counters = (said: Members): unknown => {
      const { document } = repair('workflow', key, { ...valid, ...said }, facts);
      return isJsonObject(document) ? document['completed_phases'] : null;
    };
    assert.deepEqual(counters({ failed_phases: [2] }), [1]);
    assert.deepEqual(counters({ completed_phases: ['a', 'b'], failed_phases: ['b'] }), [1]);
    assert.deepEqual(counters({ error_state: { last_error: 'red', failed_state: 'test' } }), [1, 2]);
    assert.deepEqual(counters({ failed_phase: 3 }), [1, 2]);
    assert.deepEqual(counters({ phases: ['a', 'b', 'c'].map((name) => ({ name, status: 'pending' })) }), [1, 2]);
  });
  test('what pawl itself wrote is newer than what it carries along', () => {
    assert.deepEqual(answers({ errors: ['tests fail'] }, { isOwn: true }), ['in_progress', null]);
    assert.deepEqual(answers({ errors: ['x'], pawl: { errors: [{ error: 'x', at: '2025-12-03T18:52:15Z' }] } }), [
      'in_progress',
      null,
    ]);
  });
  test('a run that was dropped stays dropped', () => {
    for (const status of ['cancelled', 'superseded by y', 'abandoned', "won't do"]) {
      assert.deepEqual(answers({ status, errors: ['x'] })[0], 'abandoned', status);
    }
  });
});
