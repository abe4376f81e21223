// What cannot be read of a drifted pipeline is asked.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isJsonObject, type JsonObject } from '../../../rules/json/json.js';
import { head, valid } from '../../../../test/golden/drift/pipelines.js';
import { repair } from '../index.js';

describe('pipelines that cannot be read', () => {
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
});
