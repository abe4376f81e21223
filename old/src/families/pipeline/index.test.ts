import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { deepFreeze } from '../../rules/json/json.js';
import { checkPipeline } from './check.js';
import { completeExample, initExample, prd009, run } from './fixtures.js';
import { pipelineFamily } from './index.js';

const family = pipelineFamily;

describe('recognises', () => {
  const cases: readonly (readonly [string, unknown, boolean])[] = [
    ['a pipeline', initExample, true],
    ['a drifted id', { prd_id: 'PRD-1', status: 'COMPLETE' }, true],
    ['a map of workstreams', { id: 'EXEC-1', workstreams: { WS1: { status: 'done' } } }, true],
    ['lists without an id', { status: 'paused', pending_workstreams: ['WS1'] }, true],
    ['a command checkpoint', { command: 'implement', status: 'paused', prd: 'PRD-001', phases: {} }, false],
    ['a workflow', { checkpoint_id: 'x', workflow_type: 'y', id: 'z', status: 'in_progress', workstreams: [] }, false],
    ['a package file', { id: 'x', status: 'ok', name: 'pawl' }, false],
    ['a hallmark alone', { workstreams: [] }, false],
    ['a list', [initExample], false],
    ['null', null, false],
  ];
  for (const [name, value, expected] of cases) {
    test(`${expected ? 'takes' : 'leaves'} ${name}`, () => assert.equal(family.recognises(value), expected));
  }
});

describe('settle', () => {
  test('returns the same object when nothing is to do', () => {
    for (const doc of [initExample, completeExample, run(null, prd009)]) assert.equal(family.settle(doc), doc);
  });

  test('keeps each workstream once: complete before in progress before pending', () => {
    const doc = deepFreeze({
      ...initExample,
      completed_workstreams: ['WS1', 'WS1'],
      in_progress_workstreams: ['WS2', 'WS1'],
      pending_workstreams: ['WS3', 'WS2', 'WS1', 'WS3'],
      gates_pending: ['lint', 'lint'],
    });
    const settled = family.settle(doc);
    assert.deepEqual(settled.completed_workstreams, ['WS1']);
    assert.deepEqual(settled.in_progress_workstreams, ['WS2']);
    assert.deepEqual(settled.pending_workstreams, ['WS3']);
    assert.deepEqual(settled.gates_pending, ['lint']);
    assert.equal(settled.status, 'initialized', 'the status of a document without spec is as found');
  });

  test('makes status, phase and pending gates follow when two runs of one plan were merged', () => {
    const both = run(
      null,
      { ...prd009, workstreams: { A: { gate: 'lint' }, B: { gate: 'test' } } },
      { type: 'start', workstreams: ['A', 'B'] },
    );
    const doneTwice = { ...both, completed_workstreams: ['A', 'B'], in_progress_workstreams: [] };
    assert.equal(family.settle(doneTwice).status, 'paused');
    const passed = family.settle({ ...doneTwice, gates_passed: ['lint (A)', 'test (B)'] });
    assert.deepEqual([passed.status, passed.current_phase, passed.gates_pending], ['complete', 1, []]);
    assert.deepEqual(checkPipeline(passed), []);
  });

  test('takes a failure into history when something runs again', () => {
    const running = run(null, prd009, { type: 'start', workstreams: ['WS1'] });
    const merged = family.settle({ ...running, status: 'failed', error: { workstream: 'WS1', message: 'no' } });
    assert.equal(merged.status, 'in_progress');
    assert.equal(merged.pawl?.errors?.length, 1);
    assert.deepEqual(checkPipeline(merged), []);
  });

  test('leaves a claim of completion to the check', () => {
    const claimed = { ...run(null, prd009), status: 'complete' } as const;
    assert.equal(family.settle(claimed).status, 'complete');
    assert.notDeepEqual(checkPipeline(family.settle(claimed)), []);
  });
});

test('the change time of a pipeline is its timestamp', () => {
  const doc = family.stamp(initExample, '2026-01-01T00:00:00Z');
  assert.equal(family.stampOf(doc), '2026-01-01T00:00:00Z');
  assert.deepEqual(Object.keys(doc), Object.keys(initExample));
  assert.notEqual(initExample.timestamp, doc.timestamp);
});
