import assert from 'node:assert/strict';
import { test } from 'node:test';
import { applyPipeline, type PipelineCheckpoint, type PipelineEvent, pipelineFamily } from './index.js';
import { readyWorkstreams } from './ready.js';

const now = '2026-01-05T09:00:00.000Z';

function after(...events: readonly PipelineEvent[]): PipelineCheckpoint {
  const init: PipelineEvent = {
    type: 'init',
    prd: 'PRD-009',
    prd_title: 'Shop',
    workstreams: {
      WS1: { gate: 'lint' },
      WS2: { depends_on: ['WS1'] },
      WS3: { depends_on: ['WS1'] },
      WS4: { depends_on: ['WS3'] },
    },
    phases: [{ workstreams: ['WS1'] }, { workstreams: ['WS2', 'WS3', 'WS4'] }],
  };
  return events.reduce((doc, event) => applyPipeline(doc, event, now), applyPipeline(null, init, now));
}

const startOne: PipelineEvent = { type: 'start', workstreams: ['WS1'] };
const doneOne: PipelineEvent = { type: 'done', workstream: 'WS1' };
const passed: PipelineEvent = { type: 'pass_gate', gate: 'lint' };

test('what may start is what a start accepts: phase by phase, behind gates and dependencies', () => {
  const steps: readonly (readonly [doc: PipelineCheckpoint, ready: readonly string[]])[] = [
    [after(), ['WS1']],
    [after(startOne), []],
    [after(startOne, doneOne), []],
    [after(startOne, doneOne, passed), ['WS2', 'WS3']],
    [after(startOne, doneOne, passed, { type: 'start', workstreams: ['WS3'] }), ['WS2']],
    [after(startOne, doneOne, passed, { type: 'done', workstream: 'WS3' }), ['WS2', 'WS4']],
  ];
  for (const [doc, ready] of steps) {
    assert.deepEqual(readyWorkstreams(doc), ready);
    for (const id of ['WS1', 'WS2', 'WS3', 'WS4']) {
      const start = (): unknown => applyPipeline(doc, { type: 'start', workstreams: [id] }, now);
      if (ready.includes(id)) start();
      else assert.throws(start, { code: 'not-allowed' });
    }
  }
});

test('the overview names the gate that stands before the next phase', () => {
  assert.equal(pipelineFamily.overview(after(startOne, doneOne)).next, 'gate lint');
});

test('a review that says do_not_ship lets nothing start, and nothing is next', () => {
  const doc = after({ type: 'review', verdict: 'do_not_ship', p0_count: 1, p1_count: 0 });
  assert.deepEqual(readyWorkstreams(doc), []);
  assert.equal(pipelineFamily.overview(doc).next, null);
});

test('without a spec all that is pending may start; a drifted document does not trip it up', () => {
  const { pawl: _, ...bare } = after();
  assert.deepEqual(readyWorkstreams(bare), ['WS1', 'WS2', 'WS3', 'WS4']);
  for (const doc of [{}, { pending_workstreams: 'WS1' }, { ...after(), gates_passed: { lint: true } }]) {
    assert.ok(Array.isArray(readyWorkstreams(doc)));
  }
});
