import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { at, base, lists, stateOf } from '../../../../test/golden/drift/commands.js';
import { assertSound, facts } from '../../../../test/golden/drift/sound.js';
import { isJsonObject, type Json, type JsonObject } from '../../../rules/json/json.js';
import { repair } from '../index.js';

const later = '2026-02-06T10:00:00Z';
const done = { a: { status: 'complete' }, b: { status: 'complete' } };
const valid = { ...base, state: lists(['a', 'b'], null, []), phases: done };

function repaired(file: Json): JsonObject {
  const { document, undecided } = repair('command', null, file, facts);
  assert.deepEqual(undecided, [], JSON.stringify(file));
  assertSound('command', file);
  assert.ok(isJsonObject(document));
  return document;
}

function doubtOf(file: Json): Json {
  const { pawl } = repaired(file);
  const doubt = isJsonObject(pawl) ? pawl['doubt'] : undefined;
  return isJsonObject(doubt) ? (doubt['text'] ?? null) : null;
}

/** Members of a phase that calls itself complete, and which of them says otherwise. */
const against: readonly (readonly [JsonObject, string])[] = [
  [{ error: 'tests fail: 3 of 10' }, 'error'],
  [{ result: 'FAILED' }, 'result'],
  [{ outcome: 'partial' }, 'outcome'],
  [{ progress: 80 }, 'progress'],
  [{ verified: false, tests_passing: false }, 'verified'],
  [{ tests: { passed: 8, failed: 3 } }, 'tests/failed'],
  [{ tests: '8/10 passing' }, 'tests'],
  [{ tasks: { T1: { status: 'complete' }, T2: { status: 'failed' } } }, 'tasks/T2/status'],
  [{ steps: { x: 'done', y: 'pending' } }, 'steps/y'],
  [{ subtasks: [{ name: 'x', done: false }] }, 'subtasks/0/done'],
  [{ remaining: ['hook up the screen'] }, 'remaining'],
  [{ blockers: ['no key'] }, 'blockers'],
  [{ todo: 'write the docs' }, 'todo'],
];
/** Members that say nothing against it. */
const beside: readonly JsonObject[] = [
  { error: null },
  { error: '' },
  { error: 'none' },
  { result: 'success' },
  { progress: 100, verified: true, tests: { passed: 8, failed: 0 } },
  { tasks: { T1: { status: 'complete' }, T2: { status: 'skipped' } } },
  { remaining: [], blockers: 'none' },
  { notes: 'the first attempt failed', warnings: ['2 deprecations'], next: 'b', context_summary: 'failed at first' },
  { files_modified: ['src/failed.ts'], attempts: [{ status: 'failed' }], duration_minutes: 12 },
];

/** Members beside a run whose phases are all done, and what resume asks about then. */
const open: readonly (readonly [JsonObject, string])[] = [
  [{ status: 'cancelled' }, 'status says "cancelled"'],
  [{ status: 'superseded by auth-v2' }, 'status says "superseded by auth-v2"'],
  [{ status: 'on hold until legal approves' }, 'status says "on hold until legal approves"'],
  [{ status: 'awaiting_approval' }, 'status says "awaiting_approval"'],
  [{ status: 'deferred' }, 'status says "deferred"'],
  [{ status: 'blocked' }, 'status says "blocked"'],
  [{ status: 'failed' }, 'status says "failed"'],
  [{ status: 'completed with errors' }, 'status says "completed with errors"'],
  [{ status: 'COMPLETE - but E2E tests still failing' }, 'status says "COMPLETE - but E2E tests still failing"'],
  [{ status: 'rolled_back' }, 'status says "rolled_back"'],
  [{ status: 'done', error: 'context window exceeded' }, 'error says "context window exceeded"'],
  [{ status: 'done', last_error: { message: 'db down' } }, 'last_error says "db down"'],
  [{ status: 'done', blockers: ['no key'] }, 'blockers says "no key"'],
  [{ status: 'done', cancelled: true }, 'cancelled says true'],
  [{ status: 'done', superseded_by: 'auth-v2' }, 'superseded_by says "auth-v2"'],
  [{ status: 'done', validation: { lint: 'ok', tests: 'failed' } }, 'validation/tests says "failed"'],
  [
    { status: 'done', dod_status: 'PARTIAL', remaining_work: ['docs'] },
    'dod_status says "PARTIAL"; remaining_work says "docs"',
  ],
  [{ status: 'done', post_build_review: { verdict: 'DO_NOT_SHIP' } }, 'post_build_review/verdict says "DO_NOT_SHIP"'],
  [{ status: 'done', open_issues: ['P0: crash'] }, 'open_issues says "P0: crash"'],
  [{ status: 'done', progress: 80 }, 'progress says 80'],
];

describe('what a command’s file says against itself', () => {
  for (const form of ['drifted', 'valid']) {
    const file = (phase: JsonObject): JsonObject => ({
      ...valid,
      version: form === 'drifted' ? '1' : 1,
      phases: { ...done, b: { status: 'complete', ...phase } },
    });

    test(`a phase of a ${form} file is not done beside a member that says otherwise`, () => {
      for (const [phase, member] of against) {
        const { items } = repair('command', null, file(phase), facts);
        assert.deepEqual(stateOf(repaired(file(phase))), lists(['a'], 'b', []), JSON.stringify(phase));
        const why = items.find(({ path }) => path === '/phases/b/status')?.why;
        assert.equal(why, `${member} says otherwise; what is in doubt is not done`);
      }
    });

    test(`a phase of a ${form} file is done beside members that say nothing against it`, () => {
      for (const phase of beside) {
        assert.deepEqual(stateOf(repaired(file(phase))), lists(['a', 'b'], null, []), JSON.stringify(phase));
      }
    });

    test(`a ${form} run is not over beside a member that says otherwise, and resume asks about it`, () => {
      for (const [members, doubt] of open) {
        const one = { ...valid, version: form === 'drifted' ? '1' : 1, completed_at: at, ...members };
        assert.equal(doubtOf(one), doubt, JSON.stringify(members));
        assert.equal(repaired(one)['completed_at'], undefined);
      }
    });
  }

  test('a run that goes on is asked about only when it was stopped', () => {
    const running = { ...base, state: lists(['a'], 'b', []), phases: { ...done, b: { status: 'in_progress' } } };
    const goesOn: readonly JsonObject[] = [
      { status: 'in_progress' },
      { status: 'paused' },
      { status: 'interrupted' },
      { status: 'paused at gate lint' },
      { status: 'draft' },
      { status: 'implementing b' },
      { remaining_work: ['docs'], next_steps: ['wire it'], tests: { failed: 2 }, progress: 40 },
      { blockers: [], error: null, last_error: '', cancelled: false },
    ];
    for (const members of goesOn) assert.equal(doubtOf({ ...running, ...members }), null, JSON.stringify(members));
    const stopped: readonly JsonObject[] = [
      { status: 'abandoned' },
      { status: 'on hold until legal approves' },
      { status: 'waiting for approval of the design' },
      { status: 'blocked', version: '1' },
      { error: 'context window exceeded' },
      { blocked_on: 'API quota' },
      { cancelled_reason: 'not needed' },
      { phases: { ...done, b: { status: 'in_progress', blockers: ['no key'] } } },
      { state: { ...running.state, status: 'failed' } },
    ];
    for (const members of stopped) assert.notEqual(doubtOf({ ...running, ...members }), null, JSON.stringify(members));
  });

  test('a finished run stays finished beside what only tells about it', () => {
    const asides: readonly JsonObject[] = [
      {
        status: 'complete',
        next_steps: ['deploy'],
        known_issues: ['slow'],
        metrics: { failed: 3 },
        history: [{ status: 'failed' }],
      },
      { status: 'done', blockers: [], error: null, validation: { tests: 'passed' }, progress: 100 },
      { notes: 'blocked for a day', retries: 2, decisions: ['no cache'], skipped_tests: [] },
    ];
    for (const members of asides) {
      const file = { ...valid, completed_at: at, ...members };
      assert.equal(repair('command', null, file, facts).document, file, JSON.stringify(members));
    }
  });

  test('a time of completion does not hide what was opened again', () => {
    const finished = { ...base, updated_at: later, completed_at: at };
    const states: readonly (readonly [JsonObject, boolean])[] = [
      [
        { state: lists(['a'], 'b', ['c']), phases: { a: done.a, b: { status: 'in_progress', updated_at: later } } },
        false,
      ],
      [
        { state: lists(['a'], null, []), phases: { a: done.a, b: { status: 'in_progress', updated_at: later } } },
        false,
      ],
      [{ state: lists(['a'], null, ['c']), phases: { a: done.a } }, false],
      [{ state: lists(['a'], null, []), phases: { a: done.a, b: { status: 'failed', error: '3 tests fail' } } }, false],
      [
        { state: lists(['a'], null, []), phases: { a: done.a, b: { status: 'failed', updated_at: base.started_at } } },
        true,
      ],
      // What the first helpers wrote when a run was finished: they left the phases as they were.
      [
        {
          state: lists(['a'], null, []),
          phases: { a: done.a, b: { status: 'in_progress', updated_at: base.started_at } },
        },
        true,
      ],
    ];
    for (const [members, isOver] of states) {
      const file = { ...finished, ...members };
      assert.equal(repaired(file)['completed_at'] !== undefined, isOver, JSON.stringify(members));
    }
  });

  test('a run of which no phase can be read is not over, and resume asks', () => {
    for (const members of [{ completed_at: at }, { status: 'complete' }, { plan: { path: 'plan.md' } }]) {
      assert.equal(doubtOf({ ...base, ...members }), 'no phase can be read in it', JSON.stringify(members));
      assert.equal(repaired({ ...base, ...members })['completed_at'], undefined);
    }
  });

  test('what a program stored as the result of a phase says nothing about the phase', () => {
    const phases = { ...done, b: { status: 'complete', result: { status: 'failed' } } };
    const file = { ...valid, phases, pawl: { phases: [{ name: 'b', completed_at: at }] } };
    assert.equal(repair('command', null, file, facts).document, file);
  });
});
