// What is remarked of workstreams, or said of them twice: what is in doubt is not done.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { lacks } from '../../../../test/golden/drift/changes.js';
import { head, lists, type Row, testRepairs, valid } from '../../../../test/golden/drift/pipelines.js';
import { repair } from '../index.js';

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
    name: 'a completed workstream that is open elsewhere',
    members: { ...valid, workstreams: { WS1: { status: 'in_progress' } } },
    becomes: lists([], ['WS1', 'WS2'], ['WS3']),
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
    name: 'a blocked workstream in a file without another fault',
    members: {
      ...valid,
      status: 'paused',
      in_progress_workstreams: [],
      blocked_workstreams: ['WS3'],
      blocked_by: 'keys',
    },
    becomes: { status: 'paused', error: null, pawl: { blocked: { WS3: 'keys' } } },
  },
];

describe('workstreams of which more than one thing is said', () => {
  testRepairs(rows);

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
