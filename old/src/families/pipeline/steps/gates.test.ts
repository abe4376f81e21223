import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isPawlError, type PawlError } from '../../../rules/errors.js';
import { checkPipeline } from '../check.js';
import { initExample, noon, prd009, run } from '../fixtures.js';
import type { PipelineCheckpoint } from '../types.js';
import type { PipelineEvent } from './events.js';

/** Two phases that both end with type-check; A and B name it, the second phase has it on its own, with build. */
const twice = run(null, {
  ...prd009,
  workstreams: { A: { gate: 'type-check' }, B: { gate: 'type-check' }, C: {} },
  phases: [{ workstreams: ['A', 'B'] }, { workstreams: ['C'], gates: ['type-check', 'build'] }],
});
const pass: PipelineEvent = { type: 'pass_gate', gate: 'type-check' };
const firstDone = run(twice, ...work('A'), ...work('B'));

function work(id: string): readonly PipelineEvent[] {
  return [
    { type: 'start', workstreams: [id] },
    { type: 'done', workstream: id },
  ];
}

function refusal(doc: PipelineCheckpoint, event: PipelineEvent): PawlError {
  try {
    run(doc, event);
  } catch (error) {
    if (isPawlError(error)) return error;
    throw error;
  }
  return assert.fail('accepted');
}

describe('pass_gate', () => {
  test('records one run of a gate for each workstream of the phase that names it', () => {
    const doc = run(firstDone, pass);
    assert.deepEqual(doc.gates_passed, ['type-check (A)', 'type-check (B)']);
    assert.equal(doc.current_phase, 1);
  });

  test('keeps the id pending until its last use passed, recorded for the phase when no workstream names it', () => {
    const first = run(firstDone, pass);
    assert.deepEqual(first.gates_pending, ['type-check', 'build']);
    const second = run(first, ...work('C'), pass);
    assert.deepEqual(second.gates_passed.at(-1), 'type-check (Phase 2)');
    assert.deepEqual([second.gates_pending, second.status, second.current_phase], [['build'], 'paused', 1]);
    const last = run(second, { type: 'pass_gate', gate: 'build', phase: 2 });
    assert.deepEqual([last.gates_pending, last.status, last.current_phase], [[], 'complete', 2]);
  });

  test('can be recorded for one workstream alone, which does not finish the phase', () => {
    const doc = run(firstDone, { ...pass, workstream: 'B' });
    assert.deepEqual([doc.gates_passed, doc.current_phase], [['type-check (B)'], 0]);
    assert.deepEqual(run(doc, pass).gates_passed, ['type-check (B)', 'type-check (A)']);
    assert.deepEqual(run(firstDone, { ...pass, gate: 'type-check (B)' }), doc);
  });

  test('needs what it covers to be complete', () => {
    const half = run(twice, ...work('A'));
    assert.deepEqual(refusal(half, pass).data, { missing: { workstreams: ['B'], gates: [] } });
    assert.equal(refusal(half, pass).code, 'not-allowed');
    assert.deepEqual(run(half, { ...pass, workstream: 'A' }).gates_passed, ['type-check (A)']);
    assert.match(
      refusal(run(firstDone, pass), pass).message,
      /type-check \(Phase 2\) cannot pass yet: C is not complete/,
    );
  });

  test('changes only the time when it is repeated', () => {
    const doc = run(firstDone, pass);
    assert.deepEqual(run(doc, { ...pass, phase: 1 }), doc);
    assert.deepEqual(run(doc, { ...pass, workstream: 'A' }), doc);
  });

  test('lists the known gates and uses', () => {
    assert.match(refusal(twice, { ...pass, gate: 'lint' }).message, /no gate lint \(known: type-check, build\)/);
    assert.match(
      refusal(twice, { ...pass, workstream: 'C' }).message,
      /its uses: type-check \(A\), type-check \(B\), type-check \(Phase 2\)/,
    );
    assert.match(refusal(twice, { ...pass, phase: 3 }).message, /not used there/);
    assert.match(refusal(twice, { ...pass, workstream: 'X' }).message, /no workstream X/);
  });

  test('of a phase without workstreams covers all the work before it', () => {
    const phases = [{ workstreams: ['A'] }, { workstreams: [], gates: ['audit'] }];
    const doc = run(null, { ...prd009, workstreams: ['A'], phases });
    const audit: PipelineEvent = { type: 'pass_gate', gate: 'audit' };
    assert.deepEqual(refusal(doc, audit).data, { missing: { workstreams: ['A'], gates: [] } });
    const done = run(doc, ...work('A'), audit);
    assert.deepEqual([done.status, done.current_phase, done.gates_passed], ['complete', 2, ['audit (Phase 2)']]);
  });

  test('leaves the failure of that gate behind, in the history', () => {
    const failed = run(firstDone, { type: 'fail_gate', gate: 'type-check', message: 'no' });
    const passed = run(failed, pass);
    assert.deepEqual([passed.status, passed.current_phase, passed.error], ['paused', 1, undefined]);
    assert.equal(passed.pawl?.errors?.at(-1)?.message, 'gate type-check failed: no');
  });
});

describe('pass_gate without a known spec', () => {
  const done = run(initExample, ...work('WS1'));

  test('records the given workstream, else the next phase, counts a phase, and lets the id go at once', () => {
    const named = run(done, { type: 'pass_gate', gate: 'lint', workstream: 'WS1' });
    assert.deepEqual([named.gates_passed, named.current_phase], [['lint (WS1)'], 1]);
    assert.deepEqual(named.gates_pending, ['schema-validation', 'type-check', 'test-pass']);
    const bare = run(named, { type: 'pass_gate', gate: 'type-check' });
    assert.deepEqual([bare.gates_passed, bare.current_phase], [['lint (WS1)', 'type-check (Phase 2)'], 2]);
    assert.deepEqual(run(bare, { type: 'pass_gate', gate: 'type-check' }), bare, 'a retry');
    const far = run(bare, { type: 'pass_gate', gate: 'test-pass', phase: 4 });
    assert.deepEqual([far.gates_passed.at(-1), far.current_phase], ['test-pass (Phase 4)', 4]);
  });

  test('understands pending gates that say what they cover', () => {
    const doc = { ...done, gates_pending: ['test-pass (WS1)', 'test-pass (WS2)'] };
    const passed = run(doc, { type: 'pass_gate', gate: 'test-pass' });
    assert.deepEqual([passed.gates_passed, passed.gates_pending], [['test-pass (WS1)'], ['test-pass (WS2)']]);
    assert.match(refusal(passed, { type: 'pass_gate', gate: 'test-pass' }).message, /WS2 is not complete/);
    assert.deepEqual(run(doc, { type: 'pass_gate', gate: 'test-pass (WS1)' }), passed);
  });

  test('needs the workstream complete, and a gate that is known', () => {
    assert.equal(refusal(done, { type: 'pass_gate', gate: 'lint', workstream: 'WS2' }).code, 'not-allowed');
    assert.match(
      refusal(done, { type: 'pass_gate', gate: 'x' }).message,
      /known: schema-validation, type-check, lint, test-pass/,
    );
  });
});

describe('fail_gate', () => {
  test('is refused where nothing that the gate judges was begun, and with a line that no file has', () => {
    const fail: PipelineEvent = { type: 'fail_gate', gate: 'lint', message: 'no', workstream: 'WS1' };
    assert.match(refusal(initExample, fail).message, /gate lint cannot fail yet: WS1 was not begun/);
    assert.equal(refusal(initExample, { ...fail, line: 0, file: 'a.ts' }).code, 'bad-input');
  });

  test('names the gate, its workstream and the place', () => {
    const doc = run(firstDone, { type: 'fail_gate', gate: 'type-check', message: 'TS2339', file: 'a.ts', line: 4 });
    assert.deepEqual(doc.error, { workstream: 'A', message: 'gate type-check failed: TS2339', file: 'a.ts', line: 4 });
    assert.deepEqual([doc.status, doc.gates_pending], ['failed', ['type-check', 'build']]);
    assert.deepEqual(checkPipeline(doc), []);
    const other = run(firstDone, { type: 'fail_gate', gate: 'type-check', message: 'no', workstream: 'B' });
    assert.equal(other.error?.workstream, 'B');
  });

  test('puts an earlier failure into history', () => {
    const fail: PipelineEvent = { type: 'fail_gate', gate: 'type-check', message: 'no' };
    const doc = run(firstDone, fail, { ...fail, message: 'still no' });
    assert.equal(doc.error?.message, 'gate type-check failed: still no');
    assert.deepEqual(doc.pawl?.errors, [{ workstream: 'A', message: 'gate type-check failed: no', time: noon }]);
  });

  test('is refused while something runs, unless it is stopped', () => {
    const running = run(twice, { type: 'start', workstreams: ['A'] });
    const fail: PipelineEvent = { type: 'fail_gate', gate: 'type-check', message: 'no' };
    assert.deepEqual(refusal(running, fail).data, { running: ['A'] });
    assert.deepEqual(run(running, { ...fail, stop_running: true }).pending_workstreams, ['A', 'B', 'C']);
  });

  test('works without a known spec', () => {
    const doc = run(initExample, ...work('WS1'), { type: 'fail_gate', gate: 'lint', message: 'no' });
    assert.equal(doc.error?.workstream, 'Phase 1');
    assert.equal(refusal(initExample, { type: 'fail_gate', gate: 'x', message: 'no' }).code, 'bad-input');
  });
});
