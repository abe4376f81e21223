import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isPawlError } from '../../../rules/errors.js';
import { checkPipeline } from '../check.js';
import { run } from '../fixtures.js';
import type { PipelineCheckpoint, PlannedWorkstream } from '../types.js';
import type { PipelineEvent } from './events.js';

const phases = [
  { workstreams: ['A', 'B'], gates: ['lint'] },
  { workstreams: ['C'], gates: ['test'] },
];
const workstreams: Record<string, PlannedWorkstream> = { A: {}, B: {}, C: {} };
const begun = run(null, { type: 'init', prd: 'PRD-009', prd_title: 'T', workstreams, phases });
const done = (doc: PipelineCheckpoint, id: string): PipelineCheckpoint =>
  run(doc, { type: 'start', workstreams: [id] }, { type: 'done', workstream: id, artifacts: [`${id}.ts`] });
const firstPhase = run(done(done(begun, 'A'), 'B'), { type: 'pass_gate', gate: 'lint' });

function replanned(
  doc: PipelineCheckpoint,
  change: Partial<Extract<PipelineEvent, { type: 'replan' }>>,
): PipelineCheckpoint {
  const next = run(doc, { type: 'replan', prd_title: 'T', workstreams, phases, ...change });
  assert.deepEqual(checkPipeline(next), []);
  return next;
}

describe('a spec that changed while its run was under way', () => {
  test('keeps what is done, and adds what is new as pending', () => {
    const doc = replanned(firstPhase, {
      workstreams: { ...workstreams, D: { depends_on: ['C'] } },
      phases: [...phases, { workstreams: ['D'] }],
    });
    assert.deepEqual(doc.completed_workstreams, ['A', 'B']);
    assert.deepEqual(doc.pending_workstreams, ['C', 'D']);
    assert.deepEqual([doc.gates_passed, doc.gates_pending], [['lint (Phase 1)'], ['test']]);
    assert.deepEqual([doc.status, doc.current_phase], ['paused', 1]);
    assert.deepEqual(doc.artifacts, firstPhase.artifacts);
  });

  test('drops what is gone, with its artifacts', () => {
    const doc = replanned(firstPhase, {
      workstreams: { A: {}, C: {} },
      phases: [{ workstreams: ['A'], gates: ['lint'] }, { workstreams: ['C'] }],
    });
    assert.deepEqual([doc.completed_workstreams, Object.keys(doc.artifacts)], [['A'], ['A']]);
    assert.deepEqual(doc.gates_pending, []);
  });

  test('lets a gate pass again when it covers work that is not done', () => {
    const doc = replanned(firstPhase, {
      workstreams: { ...workstreams, D: {} },
      phases: [{ workstreams: ['A', 'B', 'D'], gates: ['lint'] }, phases[1] ?? assert.fail()],
    });
    assert.deepEqual([doc.gates_passed, doc.gates_pending, doc.current_phase], [[], ['lint', 'test'], 0]);
  });

  test('leaves an untouched run initialized, and a failure where it is', () => {
    assert.equal(replanned(begun, { prd_title: 'Other' }).status, 'initialized');
    const failed = run(begun, { type: 'start', workstreams: ['A'] }, { type: 'fail', workstream: 'A', message: 'no' });
    assert.equal(replanned(failed, {}).error?.message, 'no');
  });

  test('is refused while something runs, and when the new plan does not hold together', () => {
    const running = run(begun, { type: 'start', workstreams: ['A'] });
    assert.throws(
      () => replanned(running, {}),
      (error) => isPawlError(error, 'not-allowed'),
    );
    assert.throws(
      () => replanned(begun, { workstreams: { A: { depends_on: ['X'] }, B: {}, C: {} } }),
      (error) => isPawlError(error, 'bad-input') && /A depends on X/.test(error.message),
    );
  });
});
