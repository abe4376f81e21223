// What a pipeline says beside the members that have a name: lists, gates, phases and claims are heard by their words.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { head, lists, type Row, testRepairs, valid } from '../../../../test/golden/drift/pipelines.js';
import { isJsonObject, type Json, type JsonObject } from '../../../rules/json/json.js';
import { repair } from '../index.js';

const done = { ...head, status: 'complete', completed_workstreams: ['WS1'] };
const row = (name: string, members: JsonObject, becomes: JsonObject): Row => ({ name, members, becomes });
/** A person is asked: about a failure, or about what is none. */
const asked = (words: string, isFault = false): JsonObject =>
  isFault
    ? { status: 'failed', error: { message: words } }
    : { status: 'paused', error: null, pawl: { doubt: { text: words } } };
const waiting = [
  'waiting_for_approval',
  'awaiting_review',
  'on_hold',
  'blocked',
  'deferred',
  'halted',
  'paused after phase 1, waiting for review',
  'PAUSED (waiting for user)',
];

describe('a failed or blocked workstream', () => {
  const full = { ...valid, ...lists(['WS1'], [], []), status: 'complete' };
  testRepairs([
    row(
      'a list of failed ones in a run that says complete',
      { ...full, failed_workstreams: ['WS2'] },
      {
        status: 'failed',
        ...lists(['WS1'], [], ['WS2']),
      },
    ),
    row(
      'blocked by its own status, in a run that says complete',
      { ...head, status: 'complete', workstreams: { WS1: 'complete', WS2: 'blocked' } },
      { status: 'paused', ...lists(['WS1'], [], ['WS2']), pawl: { blocked: { WS2: 'its file calls it blocked' } } },
    ),
    row(
      'blocked beside one in progress, in a run that is paused',
      { ...head, status: 'paused', workstreams: { WS1: 'complete', WS2: 'blocked', WS3: 'in_progress' } },
      { status: 'paused', in_progress_workstreams: [], pawl: { blocked: { WS2: 'its file calls it blocked' } } },
    ),
    row(
      'blocked beside one that failed',
      { ...head, status: 'paused', workstreams: { WS1: { status: 'failed', error: 'boom' }, WS2: 'blocked' } },
      {
        status: 'failed',
        error: { workstream: 'WS1', message: 'boom' },
        pawl: { blocked: { WS2: 'its file calls it blocked' } },
      },
    ),
    row(
      'a phase that is blocked',
      { ...head, status: 'complete', phases: [{ name: '2', status: 'blocked', workstreams: ['WS2'] }] },
      { status: 'paused', pawl: { blocked: { WS2: 'its file calls it blocked' } } },
    ),
    row(
      'what went wrong, beside its id',
      {
        ...head,
        status: 'in_progress',
        failed_workstreams: [{ id: 'WS2', error: 'RLS denied' }],
        pending_workstreams: ['WS3'],
      },
      { status: 'failed', error: { workstream: 'WS2', message: 'RLS denied' } },
    ),
    row(
      'what went wrong, in details',
      { ...head, status: 'failed', error: { ws: 'WS2', details: { msg: 'RLS denied' } }, pending_workstreams: ['WS2'] },
      { error: { workstream: 'WS2', message: 'RLS denied' } },
    ),
    row(
      'of several errors the one of an open workstream',
      {
        ...head,
        status: 'failed',
        pending_workstreams: ['WS2'],
        errors: [
          { ws: 'WS2', msg: 'boom' },
          { ws: 'WS3', msg: 'bang' },
        ],
      },
      { error: { workstream: 'WS2', message: 'boom' } },
    ),
  ]);
});

describe('lists of workstreams, by the words of their names', () => {
  const cases: readonly (readonly [string, JsonObject])[] = [
    ['not_started_workstreams', { status: 'paused', ...lists(['WS1'], [], ['WS2']) }],
    ['queuedWorkstreams', { status: 'paused', ...lists(['WS1'], [], ['WS2']) }],
    ['upcoming_workstreams', { status: 'paused', ...lists(['WS1'], [], ['WS2']) }],
    ['paused_workstreams', { status: 'paused', ...lists(['WS1'], [], ['WS2']) }],
    ['incomplete_workstreams', { status: 'in_progress', ...lists(['WS1'], ['WS2'], []) }],
    ['workstreams_started', { status: 'in_progress', ...lists(['WS1'], ['WS2'], []) }],
    ['ongoing_ws', { status: 'in_progress', ...lists(['WS1'], ['WS2'], []) }],
  ];
  testRepairs(cases.map(([name, becomes]) => row(name, { ...done, [name]: ['WS2'] }, becomes)));
  testRepairs([
    row(
      'ws_completed',
      { ...head, status: 'paused', ws_completed: ['WS1', 'WS2'], pending_workstreams: ['WS3'] },
      lists(['WS1', 'WS2'], [], ['WS3']),
    ),
    row(
      'a second list of what is done makes nothing done',
      { ...done, status: 'paused', ws_completed: ['WS2'] },
      lists(['WS1'], [], ['WS2']),
    ),
    row(
      'a plan names all of them',
      { ...done, status: 'paused', planned_workstreams: ['WS1', 'WS2'] },
      lists(['WS1'], [], ['WS2']),
    ),
    row(
      'results',
      { ...head, status: 'complete', workstream_results: [{ id: 'WS1', result: 'SUCCESS' }] },
      { status: 'complete', ...lists(['WS1'], [], []) },
    ),
    row(
      'the last that was done',
      { ...head, status: 'paused', last_completed_workstream: 'WS2', workstreams: ['WS1', 'WS2', 'WS3'] },
      lists(['WS1', 'WS2'], [], ['WS3']),
    ),
    row(
      'tasks of a workstream',
      {
        ...head,
        status: 'in_progress',
        workstreams: { WS1: { tasks: [{ id: 'a', status: 'done' }] }, WS2: { tasks: { a: 'done', b: 'todo' } } },
      },
      lists(['WS1'], ['WS2'], []),
    ),
  ]);

  test('more workstreams than are named are asked about', () => {
    const { undecided } = repair('pipeline', null, { ...done, status: 'in_progress', total_workstreams: 5 });
    assert.deepEqual(
      undecided.map(({ path }) => path),
      ['/total_workstreams'],
    );
    const { document } = repair('pipeline', null, { ...done, total_workstreams: 5 });
    assert.equal(isJsonObject(document) && document['status'], 'paused');
    assert.deepEqual(repair('pipeline', null, { ...done, total_workstreams: 1 }).undecided, []);
  });
});

describe('phases, for the workstreams of which nothing else is said', () => {
  const phases = [1, 2, 3].map((phase) => ({ phase, workstreams: [`WS${phase}`] }));
  const expected = { current_phase: 2, ...lists(['WS1', 'WS2'], [], ['WS3']) };
  const said: readonly JsonObject[] = [
    { completed_phases: [1, 2] },
    { completed_phases: ['Phase 1', 'Phase 2'] },
    { phases_completed: [1, 2] },
    { phase_status: { phase_1: 'complete', phase_2: 'complete', phase_3: 'pending' } },
    { phase_1_complete: true, phase_2_complete: true, phase_3_complete: false },
    { last_completed_phase: 2 },
  ];
  testRepairs(
    said.map((members) =>
      row(JSON.stringify(members), { ...head, status: 'paused', current_phase: 3, phases, ...members }, expected),
    ),
  );
  testRepairs([
    row(
      'a phase that says complete and has an open workstream is not the last that is',
      {
        ...head,
        status: 'paused',
        current_phase: 1,
        phases: [
          {
            name: 'P1',
            status: 'complete',
            workstreams: [
              { id: 'WS1', status: 'complete' },
              { id: 'WS2', status: 'pending' },
            ],
          },
        ],
      },
      { current_phase: 0, ...lists(['WS1'], [], ['WS2']) },
    ),
  ]);
});

describe('gates, wherever they stand', () => {
  const verdicts = { lint: 'passed', 'test-pass': 'failed' };
  const names = [
    'validation_gates',
    'gates_status',
    'gatesRun',
    'gates_summary',
    'gate_outcomes',
    'gate_evidence',
    'verification',
    'checks',
    'validation_results',
  ];
  const open = { status: 'paused', gates_passed: ['lint'], gates_pending: ['test-pass'] };
  testRepairs(names.map((name) => row(name, { ...done, [name]: verdicts }, open)));
  const unit = (gate: JsonObject): JsonObject => ({
    ...head,
    status: 'complete',
    workstreams: { WS1: { status: 'complete', gate: 'lint: PASS' }, WS2: { status: 'complete', ...gate } },
  });
  const phase = (gate: JsonObject): JsonObject => ({
    ...head,
    status: 'complete',
    phases: [
      { id: 1, status: 'complete', workstreams: ['WS1'], gates: { lint: 'PASS' } },
      { id: 2, status: 'complete', workstreams: ['WS2'], ...gate },
    ],
  });
  const forms: readonly JsonObject[] = [
    { gate: { name: 'test-pass', passed: false } },
    { gate: 'test-pass', gate_status: 'failed' },
    { gate: 'test-pass: FAIL (3 errors)' },
    { gate: 'test-pass', gate_result: 'FAIL - 3 errors' },
    { gates: [{ name: 'test-pass', status: 'failed' }] },
    { gates: { 'test-pass': 'FAIL' } },
  ];
  testRepairs(
    forms.flatMap((form) => [unit(form), phase(form)].map((members) => row(JSON.stringify(form), members, open))),
  );
  testRepairs([
    row('a verdict without a name', unit({ gate_passed: false }), { status: 'paused', gates_pending: ['gate (WS2)'] }),
    row(
      'a failing remark',
      { ...done, gates_passed: ['lint', 'a (exit 1)', 'b: exit code 1', 'c [ ]', 'd with errors', 'e (mocked)'] },
      { gates_passed: ['lint'], gates_pending: ['a', 'b', 'c', 'd', 'e'] },
    ),
    row('gates of a finished run', phase({ gate: 'test-pass', gate_result: 'PASS (2 warnings)' }), {
      status: 'complete',
      gates_passed: ['lint', 'test-pass'],
    }),
  ]);

  test('what pawl has run itself counts, whatever the file says beside it', () => {
    const gate = { seq: 1, at: '2026-01-11T08:00:00Z', by: 'ana', files: [], verdict: 'pass' };
    const ran: Json = {
      ...valid,
      ...lists(['WS1'], [], []),
      status: 'complete',
      gates_passed: ['test-pass'],
      validation_gates: verdicts,
      pawl: { evidence: { gates: { 'test-pass': gate } } },
    };
    assert.equal(repair('pipeline', null, ran).document, ran);
  });
});

describe('a run that is not simply complete, nor simply taken up', () => {
  const finished = { ...valid, ...lists(['WS1', 'WS2'], [], []), status: 'complete' };
  const claims: readonly (readonly [JsonObject, string, isFault?: true])[] = [
    [{ remaining_work: ['E2E tests', 'docs'] }, 'remaining_work says “E2E tests; docs”'],
    [{ dod_status: 'PARTIAL' }, 'dod_status says “PARTIAL”'],
    [{ pipeline_status: 'in_progress' }, 'pipeline_status says “in_progress”'],
    [{ progress: '80%' }, 'progress says “80%”'],
    [{ open_issues: ['P0: RLS bypass'] }, 'open_issues says “P0: RLS bypass”'],
    [{ tests: { passed: 8, failed: 3 } }, 'tests.failed says “3”', true],
  ];
  testRepairs(
    claims.map(([members, message, isFault]) =>
      row(`valid but for ${Object.keys(members).join()}`, { ...finished, ...members }, asked(message, isFault)),
    ),
  );
  const ended = ['CANCELLED', 'superseded', 'abandoned', 'won’t do', 'COMPLETE - but E2E tests still failing'];
  const held = ['rolled_back', 'reopened', 'on hold until legal approves', ...waiting];
  testRepairs(
    [...ended, ...held].map((status) =>
      row(
        status,
        { ...finished, status, reason: 'see PRD-031' },
        asked(`the file says “${status}”: see PRD-031`, ended.includes(status)),
      ),
    ),
  );
  const half = { ...valid, ...lists(['WS1'], [], ['WS2']) };
  testRepairs(
    waiting.map((status) => row(`${status}, half done`, { ...half, status }, asked(`the file says “${status}”`))),
  );
  testRepairs(
    ['Paused for review', 'paused at gate lint', 'PAUSED after phase 1', 'stopped', 'draft', 'ready', 'in review'].map(
      (status) =>
        row(`${status} is no wait`, { ...half, status }, { status: 'paused', error: null, pawl: { doubt: null } }),
    ),
  );
  testRepairs([
    row(
      'the workstream that the words blame',
      { ...head, status: 'Phase 3 in progress (WS5 blocked on review)', pending_workstreams: ['WS4', 'WS5'] },
      asked('the file says “Phase 3 in progress (WS5 blocked on review)”'),
    ),
    row(
      'blockers of a paused run',
      { ...valid, ...lists(['WS1'], [], ['WS2']), status: 'paused', blockers: ['API quota'] },
      asked('blockers says “API quota”'),
    ),
    ...[
      { da_review: { verdict: 'DO_NOT_SHIP', p0: 2 } },
      { da_review: 'DO NOT SHIP (2 P0s)' },
      { adversarial_verdict: 'do_not_ship' },
    ].map((review) =>
      row(
        `valid but for ${JSON.stringify(review)}`,
        { ...valid, ...review },
        { adversarial_review: { verdict: 'do_not_ship' } },
      ),
    ),
  ]);
  const contrary: readonly JsonObject[] = [
    { result: 'FAILURE' },
    { error: '3 tests failing' },
    { tests: { passed: 8, failed: 3 } },
    { verified: false },
    { progress: 80 },
    { remaining: ['docs'] },
    { sub_workstreams: { WS2a: 'complete', WS2b: 'pending' } },
    { tasks: { T1: { status: 'failed' } } },
  ];
  testRepairs(
    contrary.map((members) =>
      row(
        `done with ${JSON.stringify(members)}`,
        { ...head, status: 'complete', workstreams: { WS1: 'complete', WS2: { status: 'complete', ...members } } },
        { status: 'paused', ...lists(['WS1'], [], ['WS2']) },
      ),
    ),
  );

  test('what the run has left behind is not held against it once more', () => {
    const left: Json = { ...finished, remaining_work: ['docs'] };
    const { document } = repair('pipeline', null, left);
    assert.ok(isJsonObject(document));
    const over: Json = { ...document, status: 'complete', timestamp: '2026-01-12T08:00:00Z' };
    assert.equal(repair('pipeline', null, over).document, over);
    const errors = [{ workstream: 'WS1', message: 'docs', time: '2026-01-12T08:00:00Z' }];
    const older: Json = { ...left, pawl: { errors } };
    assert.equal(repair('pipeline', null, older).document, older);
  });

  test('what is plainly an aside leaves a finished run finished', () => {
    const asides = {
      notes: 'the first try failed',
      next_steps: ['deploy'],
      metrics: { failed: 3 },
      known_issues: ['slow'],
      deferred_items: ['dark mode'],
      pr_status: 'open',
      history: [{ workstream: 'WS1', status: 'failed' }],
      test_results: { passed: 3, failed: 0 },
      tasks: ['Fix failing tests'],
    };
    const document: Json = { ...finished, ...asides };
    assert.equal(repair('pipeline', null, document).document, document);
  });
});

describe('a finished run that tells much beside its lists stays finished', () => {
  const over = { ...done, completed_workstreams: ['WS1', 'WS2'], gates_passed: ['lint'] };
  const becomes = { status: 'complete', gates_passed: ['lint'], gates_pending: [], ...lists(['WS1', 'WS2'], [], []) };
  const members: readonly (readonly [string, Json])[] = [
    ['verification', { rls: 'verified with 3 roles', append_only: 'verified via trigger test' }],
    ['test_quality', { mutation_score: '78%' }],
    ['negative tests', { expired: 'failed as expected' }],
    ['pre_flight_checks', { on_main: false }],
    [
      'ci_runs',
      [
        { id: 1, conclusion: 'failure' },
        { id: 2, conclusion: 'success' },
      ],
    ],
    ['review_notes', 'round 1: do not ship; round 2: ship'],
    ['todo', [{ id: 1, content: 'Create migration', status: 'completed' }]],
    ['remaining', '0'],
  ];
  testRepairs(members.map(([name, value]) => row(name, { ...over, [name]: value }, becomes)));
  testRepairs([
    row(
      'parts that are only named',
      { ...over, completed_workstreams: ['WS1', { id: 'WS2', steps: ['seed'] }] },
      becomes,
    ),
    row(
      'parts that are counted',
      { ...over, completed_workstreams: ['WS1', { id: 'WS2', tasks: { total: 1, done: 1 } }] },
      becomes,
    ),
    row(
      'tests that failed are no gates',
      { ...over, test_results: { passed: 64, failed: 2, failures: [{ test: 'cross tenant read' }] } },
      { status: 'failed', gates_pending: [] },
    ),
    row(
      'the verdict of a review, under another name',
      { ...over, adversarial_review: { final_verdict: 'SHIP', p0_count: 0 } },
      {
        adversarial_review: {
          verdict: 'ship',
          final_verdict: 'SHIP',
          p0_count: 0,
          p1_count: 0,
          attempt: 1,
        },
      },
    ),
  ]);
});

test('what puts a workstream back is told', () => {
  const workstreams = { WS1: { status: 'complete', tests: { failed: 3 } }, WS2: 'complete' };
  const { items } = repair('pipeline', null, { ...head, status: 'complete', workstreams });
  const why = items.find(({ path }) => path === '/pending_workstreams')?.why;
  assert.equal(why, 'WS1 (its tests/failed): a member says that something is open, so it is not done');
});
