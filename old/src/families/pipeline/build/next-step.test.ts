import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import { checkPipeline } from '../check.js';
import { run } from '../fixtures.js';
import { planOf } from '../plan.js';
import type { PipelineEvent } from '../steps/events.js';
import type { PipelineCheckpoint, PlannedWorkstream } from '../types.js';
import { type BuildLimits, type BuildStep, nextStep } from './next-step.js';

const init = { type: 'init', prd: 'PRD-009', prd_title: 'T' } as const;
const begun = run(null, {
  ...init,
  workstreams: { A: {}, B: { gate: 'lint' }, C: { depends_on: ['A'] }, D: {} },
  phases: [{ workstreams: ['A', 'B', 'C'], gates: ['build'] }, { workstreams: ['D'] }],
});

function step(doc: PipelineCheckpoint, running: readonly string[] = [], limits: Partial<BuildLimits> = {}): BuildStep {
  const plan = planOf(doc) ?? assert.fail('no plan');
  return nextStep(doc, plan, new Set(running), { parallel: 4, sequential: new Set(), approvals: false, ...limits });
}

const did = (doc: PipelineCheckpoint, ...ids: readonly string[]): PipelineCheckpoint =>
  ids.reduce((at, id) => run(at, { type: 'start', workstreams: [id] }, { type: 'done', workstream: id }), doc);
const passed = (doc: PipelineCheckpoint, ...gates: readonly string[]): PipelineCheckpoint =>
  gates.reduce((at, gate) => run(at, { type: 'pass_gate', gate }), doc);

describe('the next step of a build', () => {
  test('starts what its dependencies allow, as many as may run at once', () => {
    assert.deepEqual(step(begun), { is: 'start', phase: 1, workstreams: ['A', 'B'] });
    assert.deepEqual(step(begun, [], { parallel: 1 }), { is: 'start', phase: 1, workstreams: ['A'] });
    assert.deepEqual(step(begun, ['A', 'B']), { is: 'wait' });
    assert.deepEqual(step(did(begun, 'A'), ['B']), { is: 'start', phase: 1, workstreams: ['C'] });
    assert.deepEqual(step(did(begun, 'A'), ['B'], { parallel: 1 }), { is: 'wait' });
  });

  test('waits for what runs, also when it is on record as done', () => {
    assert.deepEqual(step(did(begun, 'A', 'B'), ['A', 'B']), { is: 'wait' });
    assert.deepEqual(step(did(begun, 'A', 'B'), ['B']), { is: 'start', phase: 1, workstreams: ['C'] });
    const last = did(passed(did(begun, 'A', 'B', 'C'), 'build', 'lint'), 'D');
    assert.deepEqual(step(last, ['D']), { is: 'wait' });
  });

  test('runs the workstreams of a sequential phase one after the other', () => {
    const limits = { sequential: new Set([1]) };
    assert.deepEqual(step(begun, [], limits), { is: 'start', phase: 1, workstreams: ['A'] });
    assert.deepEqual(step(begun, ['A'], limits), { is: 'wait' });
  });

  test('runs the gates of a phase when all its work is done, and only then goes on', () => {
    const work = did(begun, 'A', 'B', 'C');
    assert.deepEqual(step(did(begun, 'A', 'B')), { is: 'start', phase: 1, workstreams: ['C'] });
    assert.deepEqual(step(work), { is: 'gate', phase: 1, gate: 'build' });
    assert.deepEqual(step(passed(work, 'build')), { is: 'gate', phase: 1, gate: 'lint' });
    assert.deepEqual(step(passed(work, 'build', 'lint')), { is: 'start', phase: 2, workstreams: ['D'] });
    assert.deepEqual(step(did(passed(work, 'build', 'lint'), 'D')), { is: 'over' });
  });

  test('asks a person after the spec, after each phase and before completion, each once', () => {
    const ask = { approvals: true };
    const yes = (doc: PipelineCheckpoint, about: string): PipelineCheckpoint =>
      run(doc, { type: 'approve', about, answer: 'yes', by: 'ana' });
    assert.deepEqual(step(begun, [], ask), { is: 'approve', about: 'spec', phase: null });
    const approved = yes(begun, 'spec');
    assert.deepEqual(step(approved, [], ask), { is: 'start', phase: 1, workstreams: ['A', 'B'] });
    const held = run(approved, { type: 'start', workstreams: ['A'], hold_completion: true });
    const first = passed(did(run(held, { type: 'done', workstream: 'A' }), 'B', 'C'), 'build', 'lint');
    assert.deepEqual(step(first, [], ask), { is: 'approve', about: 'Phase 1', phase: 1 });
    assert.deepEqual(step(run(first, { type: 'approve', about: 'Phase 1', answer: 'no', by: 'ana' }), [], ask), {
      is: 'approve',
      about: 'Phase 1',
      phase: 1,
    });
    const all = did(yes(first, 'Phase 1'), 'D');
    assert.deepEqual([all.status, all.pending_workstreams], ['paused', []]);
    assert.deepEqual(checkPipeline(all), []);
    assert.deepEqual(step(all, [], ask), { is: 'approve', about: 'completion', phase: null });
    assert.deepEqual(step(all), { is: 'approve', about: 'completion', phase: null }, 'also when nobody is asked');
    const over = yes(all, 'completion');
    assert.deepEqual([over.status, over.pawl?.awaits], ['complete', undefined]);
    assert.equal(run(all, { type: 'approve', about: 'completion', answer: 'no', by: 'ana' }).status, 'paused');
  });

  test('does not ask about a phase whose next one has begun', () => {
    const going = did(passed(did(begun, 'A', 'B', 'C'), 'build', 'lint'));
    assert.deepEqual(step(going, ['D'], { approvals: true }), { is: 'wait' });
  });

  test('brings every plan to its end, never with more at once than allowed, whatever ends first', () => {
    const plans = fc.array(fc.record({ on: fc.array(fc.nat(20), { maxLength: 3 }), gate: fc.boolean() }), {
      minLength: 1,
      maxLength: 15,
    });
    fc.assert(
      fc.property(plans, fc.integer({ min: 1, max: 4 }), fc.infiniteStream(fc.nat(100)), (units, parallel, picks) => {
        const workstreams: Record<string, PlannedWorkstream> = {};
        units.forEach(({ on, gate }, at) => {
          const depends_on = [...new Set(on.filter((other) => other < at).map((other) => `W${other}`))];
          workstreams[`W${at}`] = { depends_on, ...(gate ? { gate: 'g' } : {}) };
        });
        let doc = run(null, { ...init, workstreams });
        const running: string[] = [];
        const apply = (event: PipelineEvent): void => void (doc = run(doc, event));
        for (let round = 0; ; round++) {
          assert.ok(round < 200, 'it does not end');
          const next = step(doc, running, { parallel });
          if (next.is === 'over') break;
          if (next.is === 'start') {
            apply({ type: 'start', workstreams: next.workstreams });
            running.push(...next.workstreams);
            assert.ok(running.length <= parallel);
          } else if (next.is === 'gate') apply({ type: 'pass_gate', gate: next.gate });
          else {
            const [pick] = picks.take(1);
            const [id = assert.fail('waits for nothing')] = running.splice((pick ?? 0) % running.length, 1);
            apply({ type: 'done', workstream: id });
          }
        }
        assert.equal(doc.status, 'complete');
      }),
    );
  });
});
