// Seed 003's examples and fragments, as they stand there.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { checkPipeline } from './check.js';
import { completeExample, initExample, prd009 } from './fixtures.js';
import type { PipelineEvent } from './steps/events.js';
import { applyPipeline } from './transitions.js';
import type { PipelineCheckpoint } from './types.js';

const artifacts = ['supabase/migrations/xxx.sql', 'services/domain/dtos.ts', 'services/domain/schemas.ts'];

/** Fragments 2 to 6: the events that lead there, and the members that the seed shows. */
const fragments: readonly {
  readonly name: string;
  readonly events: readonly PipelineEvent[];
  readonly shows: Partial<PipelineCheckpoint>;
}[] = [
  {
    name: '2, start workstream',
    events: [{ type: 'start', workstreams: ['WS1'] }],
    shows: {
      status: 'in_progress',
      in_progress_workstreams: ['WS1'],
      pending_workstreams: ['WS2', 'WS3', 'WS4', 'WS5'],
      timestamp: '2025-12-11T10:05:00Z',
    },
  },
  {
    name: '3, complete workstream',
    events: [{ type: 'done', workstream: 'WS1', artifacts }],
    shows: {
      completed_workstreams: ['WS1'],
      in_progress_workstreams: [],
      artifacts: { WS1: artifacts },
      timestamp: '2025-12-11T10:15:00Z',
    },
  },
  {
    name: '4, pass gate',
    events: [{ type: 'pass_gate', gate: 'schema-validation', workstream: 'WS1' }],
    shows: {
      current_phase: 1,
      gates_passed: ['schema-validation (WS1)'],
      gates_pending: ['type-check', 'lint', 'test-pass'],
      status: 'paused',
      timestamp: '2025-12-11T10:16:00Z',
    },
  },
  {
    name: '5, parallel workstreams in progress',
    events: [{ type: 'start', workstreams: ['WS2', 'WS3'] }],
    shows: {
      status: 'in_progress',
      in_progress_workstreams: ['WS2', 'WS3'],
      pending_workstreams: ['WS4', 'WS5'],
      timestamp: '2025-12-11T10:20:00Z',
    },
  },
  {
    name: '6, failure state',
    events: [
      { type: 'done', workstream: 'WS2' },
      {
        type: 'fail',
        workstream: 'WS3',
        message: "Property 'player_id' does not exist on type 'PlayerDTO'",
        file: 'services/player/index.ts',
        line: 45,
      },
    ],
    shows: {
      status: 'failed',
      in_progress_workstreams: [],
      error: {
        workstream: 'WS3',
        message: "Property 'player_id' does not exist on type 'PlayerDTO'",
        file: 'services/player/index.ts',
        line: 45,
      },
      timestamp: '2025-12-11T10:25:00Z',
    },
  },
];

/** Five phases of one workstream each, as example 7 has them. */
const fivePhases = ['WS1', 'WS2', 'WS3', 'WS4', 'WS5'].map((id) => ({ workstreams: [id] }));

describe('seed 003', () => {
  test('examples 1 and 7 are valid as they stand', () => {
    assert.deepEqual(checkPipeline(initExample), []);
    assert.deepEqual(checkPipeline(completeExample), []);
  });

  test('init makes example 1, in its order of members, and remembers the spec', () => {
    const { pawl, ...shown } = applyPipeline(null, prd009, '2025-12-11T10:00:00Z');
    assert.equal(JSON.stringify(shown), JSON.stringify(initExample));
    assert.deepEqual(
      pawl?.spec?.phases?.map((phase) => phase.workstreams),
      [['WS1'], ['WS2', 'WS3'], ['WS4'], ['WS5']],
    );
  });

  for (const [kind, begin] of [
    ['with', applyPipeline(null, prd009, '2025-12-11T10:00:00Z')],
    ['without', initExample],
  ] as const) {
    test(`fragments 2 to 6 are what the operations make, ${kind} a known spec`, () => {
      let doc = begin;
      for (const { name, events, shows } of fragments) {
        for (const event of events) doc = applyPipeline(doc, event, shows.timestamp ?? '');
        for (const [member, value] of Object.entries(shows)) {
          assert.deepEqual(
            Object.entries(doc).find(([key]) => key === member)?.[1],
            value,
            `fragment ${name}: ${member}`,
          );
        }
        assert.deepEqual(checkPipeline(doc), [], name);
      }
      assert.deepEqual(doc.pending_workstreams, ['WS3', 'WS4', 'WS5'], 'the failed workstream is pending again');
    });

    test(`a whole run ends in example 7, ${kind} a known spec`, () => {
      let doc = kind === 'with' ? applyPipeline(null, { ...prd009, phases: fivePhases }, begin.timestamp) : begin;
      for (const label of completeExample.gates_passed) {
        const [gate = '', workstream = ''] = label.slice(0, -1).split(' (');
        const steps: readonly PipelineEvent[] = [
          { type: 'start', workstreams: [workstream] },
          { type: 'done', workstream, artifacts: completeExample.artifacts[workstream] },
          { type: 'pass_gate', gate, workstream },
        ];
        for (const step of steps) {
          assert.notEqual(doc.status, 'complete');
          doc = applyPipeline(doc, step, '2025-12-11T11:00:00Z');
        }
      }
      const { pawl: _, ...shown } = doc;
      assert.deepEqual(shown, completeExample);
    });
  }
});
