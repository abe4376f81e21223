import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type ErrorCode, isPawlError, type PawlError } from '../../../rules/errors.js';
import { checkPipeline } from '../check.js';
import { completeExample, initExample, noon, prd009, run } from '../fixtures.js';
import { applyPipeline } from '../transitions.js';
import type { PipelineCheckpoint } from '../types.js';
import type { PipelineEvent } from './events.js';

const begun = run(null, prd009);
const startWs1: PipelineEvent = { type: 'start', workstreams: ['WS1'] };
const phase1: readonly PipelineEvent[] = [
  startWs1,
  { type: 'done', workstream: 'WS1' },
  { type: 'pass_gate', gate: 'schema-validation' },
];
const both = run(begun, ...phase1, { type: 'start', workstreams: ['WS2', 'WS3'] });
const failWs3: PipelineEvent = { type: 'fail', workstream: 'WS3', message: 'no' };

function refusal(doc: PipelineCheckpoint | null, event: PipelineEvent, code: ErrorCode): PawlError {
  try {
    run(doc, event);
  } catch (error) {
    if (isPawlError(error, code)) return error;
    throw error;
  }
  return assert.fail(`accepted: ${JSON.stringify(event)}`);
}

test('what was begun and stopped is known as such until it runs again, is done or leaves the plan', () => {
  const known = (doc: PipelineCheckpoint): unknown => doc.pawl?.begun;
  const evidence = { by: 'ana', files: ['h a'] };
  const second = run(begun, startWs1, { type: 'done', workstream: 'WS1', evidence }, ...phase1.slice(2), {
    type: 'start',
    workstreams: ['WS2', 'WS3'],
  });
  const failed = run(second, { ...failWs3, stop_running: true });
  assert.deepEqual(known(failed), { WS2: 1, WS3: 1 });
  assert.deepEqual(checkPipeline(failed), []);
  assert.deepEqual(known(run(failed, { type: 'start', workstreams: ['WS2'] })), { WS3: 1 });
  assert.deepEqual(known(run(failed, { type: 'done', workstream: 'WS2', evidence })), { WS3: 1 });
  assert.deepEqual(known(run(second, { type: 'pause', stop_running: true })), { WS2: 1, WS3: 1 });
  const replanned = run(failed, { type: 'replan', prd_title: 'Fewer', workstreams: { WS1: {}, WS2: {} } });
  assert.deepEqual(known(replanned), { WS2: 1 });
  const ended = run(failed, { type: 'done', workstream: 'WS2' }, { type: 'done', workstream: 'WS3' });
  assert.equal('begun' in (ended.pawl ?? {}), false);
  assert.equal(run(ended, { type: 'redo', workstreams: ['WS2'] }).pawl?.begun, undefined, 'what was done was no stop');
});

describe('start', () => {
  test('needs what earlier phases leave open, and lists exactly that', () => {
    const error = refusal(run(begun, startWs1), { type: 'start', workstreams: ['WS2'] }, 'not-allowed');
    assert.equal(error.message, 'WS2 cannot start yet; missing: WS1 (in progress), gate schema-validation (WS1)');
    assert.deepEqual(error.data, { missing: { workstreams: ['WS1'], gates: ['schema-validation (WS1)'] } });
    const ungated = run(begun, startWs1, { type: 'done', workstream: 'WS1' });
    const second = refusal(ungated, { type: 'start', workstreams: ['WS2'] }, 'not-allowed');
    assert.deepEqual(second.data, { missing: { workstreams: [], gates: ['schema-validation (WS1)'] } });
  });

  test('needs the dependencies of a workstream, also inside its phase', () => {
    const phases = [{ workstreams: ['A', 'B'] }];
    const doc = run(null, { ...prd009, workstreams: { A: {}, B: { depends_on: ['A'] } }, phases });
    const error = refusal(doc, { type: 'start', workstreams: ['A', 'B'] }, 'not-allowed');
    assert.deepEqual(error.data, { missing: { workstreams: ['A'], gates: [] } });
    const done = run(doc, { type: 'start', workstreams: ['A'] }, { type: 'done', workstream: 'A' });
    assert.equal(run(done, { type: 'start', workstreams: ['B'] }).status, 'in_progress');
  });

  test('needs earlier phases also where no dependency says so', () => {
    const phases = [{ workstreams: ['A'] }, { workstreams: ['B'] }];
    const doc = run(null, { ...prd009, workstreams: ['A', 'B'], phases });
    const error = refusal(doc, { type: 'start', workstreams: ['B'] }, 'not-allowed');
    assert.deepEqual(error.data, { missing: { workstreams: ['A'], gates: [] } });
  });

  test('takes pending workstreams only', () => {
    assert.match(
      refusal(both, { type: 'start', workstreams: ['WS2', 'WS1'] }, 'not-allowed').message,
      /WS2 is in progress, WS1 is complete/,
    );
  });

  test('lists the known workstreams when one is unknown', () => {
    for (const doc of [begun, initExample]) {
      const error = refusal(doc, { type: 'start', workstreams: ['WS1', 'WS9', 'toString'] }, 'bad-input');
      assert.deepEqual(
        error.problems.map((problem) => problem.path),
        ['/workstreams/1', '/workstreams/2'],
      );
      assert.match(error.message, /known: WS1, WS2, WS3, WS4, WS5/);
    }
  });

  test('leaves a failure behind, in history', () => {
    const failed = run(begun, startWs1, { type: 'fail', workstream: 'WS1', message: 'no', line: 3 });
    const again = applyPipeline(failed, startWs1, '2025-12-11T13:00:00Z');
    assert.equal(again.status, 'in_progress');
    assert.ok(!('error' in again));
    assert.deepEqual(again.pawl?.errors, [{ workstream: 'WS1', message: 'no', line: 3, time: '2025-12-11T13:00:00Z' }]);
    assert.equal(again.pawl?.spec, failed.pawl?.spec);
    const twice = run(again, { type: 'fail', workstream: 'WS1', message: 'again' }, startWs1);
    assert.deepEqual(
      twice.pawl?.errors?.map((error) => error.message),
      ['no', 'again'],
    );
  });
});

describe('done', () => {
  test('pauses when nothing runs any more, and not before', () => {
    const one = run(both, { type: 'done', workstream: 'WS3' });
    assert.equal(one.status, 'in_progress');
    const two = run(one, { type: 'done', workstream: 'WS2' });
    assert.equal(two.status, 'paused');
    assert.deepEqual(two.completed_workstreams, ['WS1', 'WS2', 'WS3'], 'in the order of the spec');
  });

  test('unites files when it is repeated, and leaves artifacts out when there are none', () => {
    const first = run(both, { type: 'done', workstream: 'WS2', artifacts: ['a', 'b'] });
    assert.deepEqual(run(first, { type: 'done', workstream: 'WS2', artifacts: ['b', 'c'] }).artifacts, {
      WS2: ['a', 'b', 'c'],
    });
    assert.deepEqual(run(both, { type: 'done', workstream: 'WS2', artifacts: [] }).artifacts, {});
  });

  test('is accepted late, of a workstream that was stopped, and keeps a failure', () => {
    const failed = run(both, { ...failWs3, stop_running: true });
    const late = run(failed, { type: 'done', workstream: 'WS2' });
    assert.equal(late.status, 'failed');
    assert.deepEqual(late.error, failed.error);
    assert.deepEqual(late.completed_workstreams, ['WS1', 'WS2']);
    assert.equal(
      run(both, { type: 'pause', stop_running: true }, { type: 'done', workstream: 'WS2' }).status,
      'paused',
    );
    assert.deepEqual(checkPipeline(late), []);
  });

  test('completes a pipeline without gates, and moves its phase at once', () => {
    const doc = run(null, { ...prd009, workstreams: { A: {}, B: { depends_on: ['A'] } } });
    const half = run(doc, { type: 'start', workstreams: ['A'] }, { type: 'done', workstream: 'A' });
    assert.deepEqual([half.status, half.current_phase], ['paused', 1]);
    const whole = run(half, { type: 'start', workstreams: ['B'] }, { type: 'done', workstream: 'B' });
    assert.deepEqual([whole.status, whole.current_phase], ['complete', 2]);
  });

  test('refuses more files than a unit may have', () => {
    const files = Array.from({ length: 9_000 }, (_, index) => `a${index}`);
    const doc = run(both, { type: 'done', workstream: 'WS2', artifacts: files });
    const more = files.map((file) => `b${file}`);
    assert.match(
      refusal(doc, { type: 'done', workstream: 'WS2', artifacts: more }, 'bad-input').message,
      /18000 artifacts/,
    );
  });
});

describe('fail', () => {
  test('is refused while others run, naming them, unless they are stopped', () => {
    const error = refusal(both, failWs3, 'not-allowed');
    assert.match(error.message, /while WS2 is in progress: finish or stop it first/);
    assert.deepEqual(error.data, { running: ['WS2'] });
    const failed = run(both, { ...failWs3, stop_running: true });
    assert.deepEqual(failed.in_progress_workstreams, []);
    assert.deepEqual(failed.pending_workstreams, ['WS2', 'WS3', 'WS4', 'WS5'], 'in the order of the spec');
    assert.deepEqual([failed.status, failed.error], ['failed', { workstream: 'WS3', message: 'no' }]);
  });

  test('is refused for a workstream that does not run', () => {
    assert.match(refusal(both, { ...failWs3, workstream: 'WS1' }, 'not-allowed').message, /WS1 is complete/);
    assert.match(refusal(both, { ...failWs3, workstream: 'WS5' }, 'not-allowed').message, /WS5 is pending/);
  });
});

describe('pause', () => {
  test('is refused while something runs, unless it is stopped', () => {
    assert.deepEqual(refusal(both, { type: 'pause' }, 'not-allowed').data, { running: ['WS2', 'WS3'] });
    const paused = run(both, { type: 'pause', stop_running: true });
    assert.deepEqual([paused.status, paused.pending_workstreams], ['paused', ['WS2', 'WS3', 'WS4', 'WS5']]);
  });

  test('leaves a failure behind, also one of the first workstream', () => {
    const failed = run(begun, startWs1, { type: 'fail', workstream: 'WS1', message: 'no' });
    const paused = run(failed, { type: 'pause' });
    assert.equal(paused.status, 'paused');
    assert.ok(!('error' in paused));
    assert.deepEqual(paused.pawl?.errors, [{ workstream: 'WS1', message: 'no', time: noon }]);
  });

  test('changes nothing of a pipeline that never ran', () => {
    assert.equal(run(begun, { type: 'pause' }).status, 'initialized');
  });
});

describe('every event', () => {
  test('is refused on a complete pipeline, except a note and what is to be done again', () => {
    const events: readonly PipelineEvent[] = [
      prd009,
      startWs1,
      { type: 'done', workstream: 'WS1' },
      failWs3,
      { type: 'pause' },
      { type: 'pass_gate', gate: 'lint' },
      { type: 'fail_gate', gate: 'lint', message: 'no' },
      { type: 'review', verdict: 'ship', p0_count: 0, p1_count: 0 },
    ];
    for (const event of events) {
      assert.equal(refusal(completeExample, event, 'already-complete').message, 'PRD-009 already complete');
    }
    const noted = run(completeExample, { type: 'note', cleanup_done: ['x'] });
    assert.deepEqual([noted.status, noted.cleanup_done], ['complete', ['x']]);
    const again = run(completeExample, { type: 'redo', workstreams: ['WS1'] });
    assert.deepEqual([again.status, again.pending_workstreams], ['paused', ['WS1']]);
  });

  test('shares what it does not change, and keeps unknown members in their place', () => {
    const odd = { first: 1, ...both, branch: 'x', pawl: { ...both.pawl, next_action: 'go' } };
    const next = run(odd, { type: 'done', workstream: 'WS2', artifacts: ['a'] });
    assert.deepEqual(Object.keys(next), Object.keys(odd));
    assert.equal(next.pawl, odd.pawl);
    assert.equal(next.gates_passed, odd.gates_passed);
    assert.equal(next.gates_pending, odd.gates_pending);
    assert.equal(next.pending_workstreams, odd.pending_workstreams);
    const failed = run(odd, { ...failWs3, stop_running: true });
    assert.deepEqual(Object.keys(failed), [...Object.keys(odd), 'error']);
    const { pawl } = run(failed, { type: 'pause' });
    assert.deepEqual(Object.keys(pawl ?? {}), ['spec', 'next_action', 'begun', 'errors']);
  });

  test('takes the next action of a workstream away when that is done', () => {
    const noted = { ...both, pawl: { ...both.pawl, next_action: 'go', next_action_phase: 'WS2' } };
    const next = run(noted, { type: 'done', workstream: 'WS2' });
    assert.deepEqual(next.pawl, both.pawl);
    assert.equal(run(noted, { type: 'done', workstream: 'WS3' }).pawl, noted.pawl);
  });

  test('names every problem of an event at once, each with what that very place takes', () => {
    const event = {
      type: 'init',
      prd: 'PRD-001',
      workstreams: { WS1: { gates: ['lint'], dependsOn: ['WS2'] }, WS2: { outptus: [] } },
      phases: [{ workstreams: ['WS1'], gate: 'lint' }],
      spec: { pth: 'x' },
      title: 'One',
      phase: 1,
    };
    const { problems } = refusal(null, event as unknown as PipelineEvent, 'bad-input');
    assert.deepEqual(
      problems.map(({ path, fix = '' }) => `${path}: ${fix.replace(/^did you mean (.*)\? .*$/, '$1')}`),
      [
        '/prd_title: write "Cashier Workflows"',
        '/workstreams/WS1/gates: gate',
        '/workstreams/WS1/dependsOn: depends_on',
        '/workstreams/WS2/outptus: outputs',
        '/phases/0/gate: gates',
        '/spec/pth: path',
        '/title: prd_title',
        '/phase: phases',
      ],
    );
  });

  test('says what the artifacts of a workstream are: a list, not the map of a document', () => {
    const event = { type: 'done', workstream: 'WS1', artifacts: 'x' } as unknown as PipelineEvent;
    const [problem] = refusal(both, event, 'bad-input').problems;
    assert.equal(problem?.fix, 'write ["src/a.ts"], the files that the workstream made');
  });

  test('says what is wrong with a misspelt event, and refuses a drifted document', () => {
    const typo: PipelineEvent = Object.assign({ type: 'pause' } as const, { stop: true });
    assert.match(
      refusal(both, typo, 'bad-input').message,
      /stop is not known here \(did you mean stop_running\? known: stop_running, blocked\)/,
    );
    const unknown: PipelineEvent = Object.assign({ type: 'pause' } as const, { type: 'explode' });
    assert.match(refusal(both, unknown, 'bad-input').message, /"explode", which is no event.*init, start, done/);
    const drifted: PipelineCheckpoint = Object.assign({ ...both }, { artifacts: [] });
    assert.match(refusal(drifted, startWs1, 'bad-input').message, /artifacts is a list/);
    const files: PipelineCheckpoint = Object.assign({ ...both }, { artifacts: { WS1: 'a.ts' } });
    assert.match(
      refusal(files, { type: 'done', workstream: 'WS1', artifacts: ['b'] }, 'bad-input').message,
      /not a list/,
    );
  });
});
