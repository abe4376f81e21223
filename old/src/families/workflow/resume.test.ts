import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { deepFreeze } from '../../rules/json/json.js';
import {
  ageInWords,
  resumePrompt,
  settleWorkflow,
  workflowFamily,
  workflowOverview,
  workflowResumePoint,
} from './index.js';
import type { WorkflowCheckpoint } from './types.js';

function doc(changes: Partial<WorkflowCheckpoint> = {}): WorkflowCheckpoint {
  return deepFreeze({
    checkpoint_id: 'orchestrate_auth_system_20251003_184530',
    workflow_type: 'orchestrate',
    workflow_description: 'Implement authentication system',
    created_at: '2025-10-03T18:45:30Z',
    updated_at: '2025-10-03T18:52:15Z',
    status: 'in_progress',
    current_phase: 2,
    total_phases: 5,
    completed_phases: [1],
    workflow_state: {},
    last_error: null,
    ...changes,
  });
}

const points: readonly (readonly [string, Partial<WorkflowCheckpoint>, string | null])[] = [
  ['with phase 1 complete, phase 2 is next', {}, 'Phase 2'],
  ['a current phase that is ahead of the list does not hide an open one', { current_phase: 4 }, 'Phase 2'],
  ['a current phase that lags behind does not repeat a completed one', { current_phase: 1 }, 'Phase 2'],
  ['a gap comes first', { completed_phases: [1, 3, 4], current_phase: 5 }, 'Phase 2'],
  ['an unsorted list is understood', { completed_phases: [3, 2, 1] }, 'Phase 4'],
  ['nothing done starts at phase 1', { completed_phases: [], current_phase: 0 }, 'Phase 1'],
  ['a failed workflow goes on where it failed', { status: 'failed' }, 'Phase 2'],
  ['all phases done leaves none', { completed_phases: [1, 2, 3, 4, 5] }, null],
  ['a complete workflow has none', { status: 'complete' }, null],
  ['an abandoned workflow has none', { status: 'abandoned' }, null],
];

for (const [name, changes, unit] of points) {
  test(name, () => assert.equal(workflowResumePoint(doc(changes)).unit, unit));
}

test('the resume point carries the last error and the summary of the state', () => {
  const found = workflowResumePoint(
    doc({ last_error: { message: 'boom' }, workflow_state: { context_summary: 'so far' } }),
  );
  assert.deepEqual(found, { unit: 'Phase 2', summary: 'so far', error: 'boom' });
  assert.equal(workflowResumePoint(doc({ last_error: 'text' })).error, 'text');
  for (const none of ['', ' ', 'none', 'N/A']) {
    assert.equal(workflowResumePoint(doc({ last_error: none })).error, null);
    assert.equal(workflowOverview(doc({ last_error: none })).error, null);
  }
  assert.deepEqual(workflowResumePoint(null), { unit: null, summary: null, error: null });
});

test('the overview shows what runs and what comes next', () => {
  assert.deepEqual(workflowOverview(doc({ completed_phases: [1, 3] })), {
    title: 'Implement authentication system',
    status: 'in_progress',
    finished: false,
    progress: { done: 2, total: 5 },
    current: 'Phase 2',
    next: 'Phase 4',
    error: null,
    updated_at: '2025-10-03T18:52:15Z',
  });
  const failed = workflowOverview(doc({ status: 'failed', last_error: { message: 'no disk' } }));
  assert.equal(failed.error, 'no disk');
  assert.deepEqual([failed.current, failed.next, failed.finished], [null, 'Phase 2', false]);
  for (const status of ['complete', 'abandoned'] as const) {
    const overview = workflowOverview(doc({ status, workflow_description: '' }));
    assert.deepEqual([overview.current, overview.next, overview.finished], [null, null, true]);
    assert.equal(overview.title, 'orchestrate_auth_system_20251003_184530');
  }
});

const ages: readonly (readonly [string, string])[] = [
  ['2025-10-03T18:57:30Z', '12 minutes ago'],
  ['2025-10-03T18:46:30Z', '1 minute ago'],
  ['2025-10-03T18:46:29Z', 'just now'],
  ['2025-10-03T10:00:00Z', 'just now'],
  ['2025-10-03T19:45:30Z', '1 hour ago'],
  ['2025-10-04T18:45:29Z', '23 hours ago'],
  ['2025-10-04T18:45:30Z', '1 day ago'],
  ['2025-10-12T19:00:00Z', '9 days ago'],
  ['soon', 'at an unknown time'],
];

for (const [now, words] of ages) {
  test(`at ${now} it was ${words}`, () => assert.equal(ageInWords('2025-10-03T18:45:30Z', now), words));
}

test("the prompt is the seed's, with the phase that is really next", () => {
  assert.equal(
    resumePrompt(doc({ created_at: '2025-10-03T20:45:30+02:00' }), '2025-10-03T18:57:40Z'),
    `Found existing checkpoint for "Implement authentication system"
Created: 2025-10-03 18:45:30 (12 minutes ago)
Progress: Phase 1 of 5 completed

Options:
  (r)esume - Continue from Phase 2
  (s)tart fresh - Delete checkpoint and restart
  (v)iew details - Show checkpoint contents
  (d)elete - Remove checkpoint without starting

Choice [r/s/v/d]:`,
  );
});

function progress(completed_phases: readonly number[]): string | undefined {
  return resumePrompt(doc({ completed_phases }), '2025-10-03T18:57:40Z').split('\n')[2];
}

test('the prompt tells gaps and beginnings apart', () => {
  assert.equal(progress([]), 'Progress: no phase of 5 completed');
  assert.equal(progress([1, 2]), 'Progress: Phase 2 of 5 completed');
  assert.equal(progress([3]), 'Progress: only Phase 3 of 5 completed');
  assert.equal(progress([1, 3]), 'Progress: Phases 1, 3 of 5 completed');
});

test('a description cannot steer the terminal', () => {
  assert.equal(
    resumePrompt(doc({ workflow_description: 'a\u001b[2Jb\nc' }), 'x')
      .split('\n')[0]
      ?.includes('\u001b'),
    false,
  );
});

test('settling sorts the phases and lets the counter follow', () => {
  const settled = settleWorkflow(doc({ completed_phases: [3, 1, 3], current_phase: 5 }));
  assert.deepEqual([settled.completed_phases, settled.current_phase], [[1, 3], 2]);
  const same = doc();
  assert.equal(settleWorkflow(same), same);
});

test('settling leaves a drifted document alone', () => {
  for (const text of [
    '{}',
    '{"total_phases": 3, "completed_phases": ["1"]}',
    '{"total_phases": 1, "completed_phases": [2]}',
  ]) {
    const drifted: WorkflowCheckpoint = JSON.parse(text);
    assert.equal(settleWorkflow(drifted), drifted);
  }
});

test('only documents of the family are recognised', () => {
  const yes: readonly unknown[] = [
    doc(),
    { workflow_type: 'x', status: 'odd' },
    { checkpoint_id: 'x', current_phase: 1 },
  ];
  const no: readonly unknown[] = [
    null,
    [],
    {},
    { checkpoint_id: 'x' },
    { workflow_type: 5, status: 'x' },
    { status: 'in_progress', current_phase: 1 },
    { command: 'implement', state: { completed_phases: [], pending_phases: [] }, phases: {} },
    { prd: 'PRD-009', status: 'in_progress', current_phase: 1 },
  ];
  for (const value of yes) assert.equal(workflowFamily.recognises(value), true);
  for (const value of no) assert.equal(workflowFamily.recognises(value), false);
});

test('the stamp is updated_at', () => {
  assert.equal(workflowFamily.stampOf(workflowFamily.stamp(doc(), '2027-01-01T00:00:00Z')), '2027-01-01T00:00:00Z');
});

test('drifted documents never make the reader throw', () => {
  const fields = Object.keys(doc());
  const value = fc.oneof(fc.jsonValue(), fc.constantFrom(1e308, -1, 1.5, 'in_progress', [1, 2, 'x', null]));
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom(...fields), value), (drifted) => {
      const checkpoint: WorkflowCheckpoint = JSON.parse(JSON.stringify(drifted));
      workflowOverview(checkpoint);
      workflowResumePoint(checkpoint);
      settleWorkflow(checkpoint);
      resumePrompt(checkpoint, '2025-10-03T18:57:40Z');
      workflowFamily.stampOf(checkpoint);
    }),
  );
});

test('the prompt and the resume point tolerate what is no checkpoint', () => {
  for (const value of [null, undefined, 5, []]) {
    const odd = value as unknown as WorkflowCheckpoint;
    assert.match(resumePrompt(odd, '2025-10-03T18:45:30Z'), /^Found existing checkpoint for "workflow"/);
    assert.equal(workflowResumePoint(odd).unit, null);
  }
});
