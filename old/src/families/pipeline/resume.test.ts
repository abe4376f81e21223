import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import { completeExample, initExample, prd009, run } from './fixtures.js';
import { displayState, dueGates, pipelineFamily } from './index.js';
import type { PipelineCheckpoint } from './types.js';

const ws1Done = run(
  null,
  prd009,
  { type: 'start', workstreams: ['WS1'] },
  { type: 'done', workstream: 'WS1', artifacts: ['a.sql', 'b.ts'] },
);
const phase2 = run(ws1Done, { type: 'pass_gate', gate: 'schema-validation' });
const both = run(phase2, { type: 'start', workstreams: ['WS2', 'WS3'] });

/** A document with members of the wrong type, as files in the wild have them. */
function drifted(members: object): PipelineCheckpoint {
  return Object.assign({ ...initExample }, members);
}

describe('overview', () => {
  test('tells title, progress, what runs and what comes next', () => {
    assert.deepEqual(pipelineFamily.overview(both), {
      title: 'PRD-009: Cashier Workflows',
      status: 'in_progress',
      finished: false,
      progress: { done: 1, total: 5 },
      current: 'WS2, WS3',
      next: 'WS4',
      error: null,
      updated_at: both.timestamp,
    });
    const { finished, next, progress } = pipelineFamily.overview(completeExample);
    assert.deepEqual([finished, next, progress], [true, null, { done: 5, total: 5 }]);
  });

  test('takes the next workstream from the first open phase, not from the head of the list', () => {
    const doc = run(null, { ...prd009, workstreams: { A: { depends_on: ['B'] }, B: {} } });
    assert.equal(pipelineFamily.overview(doc).next, 'B');
    const inside = run(null, {
      ...prd009,
      workstreams: { A: { depends_on: ['B'] }, B: {} },
      phases: [{ workstreams: ['A', 'B'] }],
    });
    assert.equal(pipelineFamily.overview(inside).next, 'B', 'A waits for B');
  });

  test('says what stands in the way: the failure with its place, or a review that forbids the start', () => {
    const error = { workstream: 'WS3', message: 'no such type', file: 'a.ts', line: 45 };
    const failed = { ...initExample, status: 'failed' as const, error };
    assert.equal(pipelineFamily.overview(failed).error, 'WS3: no such type (a.ts:45)');
    const review = { verdict: 'do_not_ship' as const, p0_count: 1, p1_count: 0, attempt: 1 };
    const reviewed = { ...initExample, adversarial_review: review };
    assert.equal(pipelineFamily.overview(reviewed).error, 'the review says: do not ship');
  });

  test('says which gate a person declined, until it passes', () => {
    const about = { by: 'pawl' as const, files: [], seq: 1, at: '2026-01-05T09:00:00Z' };
    const entry = { ...about, verdict: 'declined' as const, reason: 'bo said no: the colours' };
    const pawl = { evidence: { gates: { 'sign-off (Phase 2)': entry } } };
    const declined = { ...initExample, status: 'paused' as const, pawl };
    assert.equal(
      pipelineFamily.overview(declined).error,
      'gate sign-off (Phase 2) was declined: bo said no: the colours',
    );
    const passed = { ...declined, gates_passed: ['sign-off (Phase 2)'] };
    assert.equal(pipelineFamily.overview(passed).error, null);
  });

  test('says which gate is next when all work is done', () => {
    const doc = {
      ...initExample,
      completed_workstreams: ['WS1'],
      pending_workstreams: [],
      gates_pending: ['lint (WS1)'],
    };
    assert.equal(pipelineFamily.overview(doc).next, 'gate lint');
  });

  test('says stalled when work is said to be in progress and nothing runs', () => {
    assert.equal(pipelineFamily.overview({ ...initExample, status: 'in_progress' }).status, 'stalled');
  });

  test('reads drifted documents', () => {
    const doc = drifted({
      prd: undefined,
      prd_id: 'PRD-7',
      prd_title: 5,
      status: 'COMPLETED',
      completed_workstreams: [{ id: 'WS1' }, 'WS2', 3],
      pending_workstreams: null,
      gates_pending: null,
      timestamp: undefined,
      last_updated: '2025-01-01',
    });
    const { title, finished, progress, updated_at: time } = pipelineFamily.overview(doc);
    assert.deepEqual([title, finished, progress, time], ['PRD-7', true, { done: 2, total: 2 }, '2025-01-01']);
  });

  test('a run that says complete is not finished while a workstream or a gate is open', () => {
    const complete = { status: 'complete', in_progress_workstreams: [], pending_workstreams: [], gates_pending: [] };
    assert.equal(pipelineFamily.overview(drifted(complete)).finished, true);
    for (const open of ['in_progress_workstreams', 'pending_workstreams', 'gates_pending']) {
      const { finished, status } = pipelineFamily.overview(drifted({ ...complete, [open]: ['WS9'] }));
      const shown = open === 'in_progress_workstreams' ? 'in_progress' : 'paused';
      assert.deepEqual([finished, status], [false, shown], open);
    }
  });

  test('never throws, and neither do the resume point and the display', () => {
    const members = fc.dictionary(fc.constantFrom(...Object.keys(initExample), 'error', 'pawl'), fc.anything());
    fc.assert(
      fc.property(members, (extra) => {
        const doc = drifted(extra);
        pipelineFamily.overview(doc);
        pipelineFamily.resumePoint(doc);
        pipelineFamily.settle(doc);
        pipelineFamily.stampOf(doc);
        displayState(doc);
        dueGates(doc);
      }),
    );
  });
});

describe('resume point', () => {
  test('is the first phase with unfinished workstreams, and tells what the last one left', () => {
    const point = { unit: 'Phase 2: WS2, WS3', summary: 'WS1 complete: a.sql, b.ts', error: null };
    assert.deepEqual(pipelineFamily.resumePoint(phase2), point);
    assert.deepEqual(pipelineFamily.resumePoint(both), point);
    const ws3 = run(both, { type: 'done', workstream: 'WS2' });
    assert.equal(pipelineFamily.resumePoint(ws3).unit, 'Phase 2: WS3');
  });

  test('tells the failure', () => {
    const failed = run(both, { type: 'fail', workstream: 'WS3', message: 'no', stop_running: true });
    assert.equal(pipelineFamily.resumePoint(failed).error, 'WS3: no');
  });

  test('is the gate of a phase before anything of the next one', () => {
    assert.equal(pipelineFamily.resumePoint(ws1Done).unit, 'Phase 1: gate schema-validation');
    assert.match(displayState(ws1Done), /^Resuming PRD-009 from Phase 1\n/);
  });

  test('names the gate that failed, before what else is open in its phase', () => {
    const failed = run(ws1Done, { type: 'fail_gate', gate: 'schema-validation', message: 'no column id' });
    assert.deepEqual(pipelineFamily.resumePoint(failed), {
      unit: 'Phase 1: gate schema-validation',
      summary: 'WS1 complete: a.sql, b.ts',
      error: 'WS1: gate schema-validation failed: no column id',
    });
    const beside = run(
      both,
      { type: 'done', workstream: 'WS2' },
      { type: 'fail_gate', gate: 'type-check', message: 'no', stop_running: true },
    );
    assert.equal(pipelineFamily.resumePoint(beside).unit, 'Phase 2: gate type-check, WS3');
    const again = run(beside, { type: 'pause' });
    assert.equal(pipelineFamily.resumePoint(again).unit, 'Phase 2: WS3', 'dealt with');
    const error = { workstream: 'WS1', message: 'gate lint failed: no' };
    const unplanned = { ...initExample, status: 'failed', error } as const;
    assert.equal(pipelineFamily.resumePoint(unplanned).unit, 'gate lint');
  });

  test('is the gates when only they are left, and nothing when all is complete', () => {
    const doc = run(null, { ...prd009, workstreams: ['A'], gates: ['lint', 'test'] });
    const done = run(doc, { type: 'start', workstreams: ['A'] }, { type: 'done', workstream: 'A' });
    assert.equal(pipelineFamily.resumePoint(done).unit, 'Phase 1: gate lint, gate test');
    assert.equal(pipelineFamily.resumePoint(completeExample).unit, null);
  });

  test('is the first running or pending workstream when the spec is not known', () => {
    assert.equal(pipelineFamily.resumePoint(initExample).unit, 'WS1');
    assert.equal(pipelineFamily.resumePoint({ ...initExample, in_progress_workstreams: ['WS4'] }).unit, 'WS4');
    const gates = { ...completeExample, status: 'paused', gates_pending: ['lint (WS2)'] } as const;
    assert.equal(pipelineFamily.resumePoint(gates).unit, 'gate lint');
  });

  test('goes with the gates that can be run now', () => {
    assert.deepEqual(
      dueGates(ws1Done).map((use) => use.label),
      ['schema-validation (WS1)'],
    );
    assert.deepEqual(dueGates(both), []);
    const shared = run(
      null,
      { ...prd009, workstreams: { A: { gate: 'lint' }, B: { gate: 'lint' } } },
      { type: 'done', workstream: 'A' },
    );
    assert.deepEqual(dueGates(shared), [], 'one run covers A and B');
  });
});

describe('display', () => {
  test('is the text of seed 003', () => {
    assert.equal(
      displayState(phase2),
      `Resuming PRD-009 from Phase 2

Completed:
  WS1: Database Layer ✅

Pending:
  WS2: Service Layer
  WS3: Route Handlers
  WS4: Hooks
  WS5: Tests`,
    );
  });

  test('shows what runs, bare ids where names are not known, and gates when only they are left', () => {
    assert.match(
      displayState(both),
      /✅\n\nIn progress:\n {2}WS2: Service Layer\n {2}WS3: Route Handlers\n\nPending:\n {2}WS4: Hooks\n/,
    );
    assert.equal(
      displayState({ ...initExample, pending_workstreams: ['WS1'] }),
      'Resuming PRD-009 from Phase 1\n\nPending:\n  WS1',
    );
    const gates = {
      ...completeExample,
      status: 'paused',
      completed_workstreams: ['WS1'],
      gates_pending: ['lint'],
    } as const;
    assert.equal(
      displayState(gates),
      'Resuming PRD-009 from Phase 6\n\nCompleted:\n  WS1 ✅\n\nGates pending:\n  lint',
    );
    const fake = displayState({ ...initExample, pending_workstreams: ['WS1\n\nOptions:\n  (x)', 'WS2\u2028y'] });
    assert.match(fake, /\nPending:\n {2}WS1 Options: \(x\)\n {2}WS2 y$/, 'an id draws no line of its own');
    assert.equal(displayState(completeExample), 'PRD-009 already complete');
    const redone = displayState(phase2, ['WS1', 'gate schema-validation (WS1)']);
    assert.match(redone, /^Resuming PRD-009 from Phase 1\n\nPending:\n {2}WS1/, 'what is done again is not done');
  });
});
