// Gates that have to pass again because work was done after them; and what results remember of files that moved on.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { checkPipeline } from '../check.js';
import { heldOpen } from '../derive.js';
import { run } from '../fixtures.js';
import type { InitEvent, PipelineEvent } from '../steps/events.js';

const plan: InitEvent = {
  type: 'init',
  prd: 'PRD-001',
  prd_title: 'Two phases',
  workstreams: { A: { gate: 'named' }, B: {}, C: { depends_on: ['A', 'B'] } },
  phases: [{ workstreams: ['A', 'B'] }, { workstreams: ['C'], gates: ['all'] }],
};
const done = (workstream: string, ...files: string[]): PipelineEvent => ({
  type: 'done',
  workstream,
  evidence: { by: 'ana', files },
});
const pass = (gate: string, label: string, files: string[], covers?: string[]): PipelineEvent => ({
  type: 'pass_gate',
  gate,
  evidence: { [label]: { by: 'ana', files, ...(covers === undefined ? {} : { covers }) } },
});
const midway = run(null, plan, done('A', 'h1 src/a.ts'), pass('named', 'named (A)', ['h1 src/a.ts']));

describe('a gate that has passed', () => {
  test('is due again when its own work is reported with other files, and not for the work beside it', () => {
    assert.deepEqual(run(midway, done('B', 'h1 src/b.ts')).gates_passed, ['named (A)']);
    const again = run(midway, done('A', 'h2 src/a.ts'));
    assert.deepEqual([again.gates_passed, again.gates_pending], [[], ['named', 'all']]);
    assert.deepEqual(again.pawl?.evidence?.gates, {});
    assert.deepEqual(checkPipeline(again), []);
    assert.deepEqual(run(midway, done('A', 'h1 src/a.ts')).gates_passed, ['named (A)']);
  });

  test('is due again for work of its own and of earlier phases that its patterns cover, and for no later work', () => {
    const files = ['h1 src/a.ts'];
    const all = run(midway, done('B'), done('C'), pass('all', 'all (Phase 2)', files, ['src/**']));
    assert.equal(all.status, 'complete');
    const open = heldOpen(all);
    assert.deepEqual(run(open, done('B', 'h1 docs/b.md')).gates_passed, ['named (A)', 'all (Phase 2)']);
    assert.deepEqual(run(open, done('B', 'h1 src/b.ts')).gates_passed, ['named (A)']);
    assert.deepEqual(run(open, done('C', 'h2 src/a.ts')).gates_passed, ['named (A)'], 'named is of the phase before');
  });
});

describe('a file that moved on', () => {
  test('by a gate counts for all results in its new state, and only other gates are told', () => {
    const files = ['h1 h2 src/a.ts'];
    const { workstreams, gates } =
      run(midway, { type: 'moved', files, with_gates: true, by_gate: 'all' }).pawl?.evidence ?? {};
    assert.deepEqual([workstreams?.['A']?.files, workstreams?.['A']?.changed_later], [['h2 src/a.ts'], undefined]);
    const gate = gates?.['named (A)'];
    assert.deepEqual([gate?.files, gate?.changed_later], [['h2 src/a.ts'], ['src/a.ts']]);
  });

  test('in the time of work that does not name it is remembered with who made it and who saw it', () => {
    const evidence = { by: 'ana', files: ['h2 src/a.ts'], touched: ['src/a.ts'] };
    const { workstreams, gates } = run(midway, { type: 'done', workstream: 'B', evidence }).pawl?.evidence ?? {};
    assert.deepEqual(workstreams?.['A']?.changed_later, ['src/a.ts']);
    assert.equal(workstreams?.['B']?.changed_later, undefined);
    assert.equal(gates?.['named (A)'], undefined, 'of its own phase: the gate is due again');
  });
});

test('a run that is held open is paused and valid, and every step has it looked at again', () => {
  const held = heldOpen(
    run(
      null,
      { ...plan, phases: [{ workstreams: ['A', 'B', 'C'] }], workstreams: { A: {}, B: {}, C: {} } },
      done('A'),
      done('B'),
      done('C'),
    ),
  );
  assert.deepEqual([held.status, held.pawl?.awaits, checkPipeline(held)], ['paused', 'evidence', []]);
  const after = run(held, { type: 'pause' });
  assert.deepEqual([after.status, after.pawl?.awaits], ['complete', undefined]);
  assert.equal(run(held, { type: 'accept', by: 'ana', reason: 'fine', workstreams: {} }).status, 'complete');
});
