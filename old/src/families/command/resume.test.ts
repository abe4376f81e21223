import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { deepFreeze } from '../../rules/json/json.js';
import { commandFamily, commandOverview, commandResumePoint, settleCommand, unitsOf } from './index.js';
import type { CommandCheckpoint, CommandPhase, CommandState } from './types.js';

const at = '2026-01-29T10:30:00.000Z';
const later = '2026-01-30T08:00:00.000Z';

function doc(
  phases: Record<string, CommandPhase>,
  state: Partial<CommandState> = {},
  more: Partial<CommandCheckpoint> = {},
): CommandCheckpoint {
  return deepFreeze({
    command: 'implement',
    version: 1,
    started_at: at,
    updated_at: at,
    state: { current_phase: null, completed_phases: [], pending_phases: [], ...state },
    phases,
    ...more,
  });
}

const done = (context_summary?: string): CommandPhase => ({ status: 'complete', context_summary });

const points: readonly (readonly [
  string,
  CommandCheckpoint | null,
  readonly [string | null, string | null, string | null],
])[] = [
  ['an absent checkpoint resumes nowhere', null, [null, null, null]],
  ['an empty checkpoint resumes nowhere', doc({}), [null, null, null]],
  [
    'a run whose phase was begun again after its completion goes on with that',
    doc(
      { a: { ...done('A'), updated_at: at }, b: { status: 'in_progress', updated_at: later } },
      {},
      { completed_at: at },
    ),
    ['b', 'A', null],
  ],
  [
    'a run that was completed over an open phase resumes nowhere',
    doc({ a: done('A'), b: { status: 'in_progress', updated_at: at } }, {}, { completed_at: later }),
    [null, null, null],
  ],
  [
    'the current phase comes first',
    doc({ a: done('A'), b: { status: 'failed', error: 'x' }, c: { status: 'in_progress' } }, { current_phase: 'c' }),
    ['c', 'A', null],
  ],
  [
    'between phases the first pending one is next, with the summary of the last completed',
    doc({ a: done('A'), b: done('B') }, { completed_phases: ['b', 'a'], pending_phases: ['c', 'd'] }),
    ['c', 'A', null],
  ],
  [
    'a failed phase comes before a pending one, and says why it failed',
    doc({ f: { status: 'failed', error: 'boom' } }, { pending_phases: ['c'] }),
    ['f', null, 'boom'],
  ],
  [
    'a running phase that the state does not name is current',
    doc({ a: { status: 'in_progress' } }, { pending_phases: ['c'] }),
    ['a', null, null],
  ],
  [
    'a current phase that is complete by its own status is passed over',
    doc({ a: done('A') }, { current_phase: 'a', completed_phases: ['a'], pending_phases: ['b'] }),
    ['b', 'A', null],
  ],
  [
    'a last completed phase without a summary leaves none',
    doc({ a: done('A'), b: done() }, { completed_phases: ['a', 'b'], pending_phases: ['c'] }),
    ['c', null, null],
  ],
  [
    'a complete checkpoint resumes nowhere, even when a phase was left open',
    doc({ a: { status: 'in_progress' } }, { current_phase: 'a' }, { completed_at: at }),
    [null, null, null],
  ],
  [
    'a complete checkpoint resumes nowhere, even when a phase failed',
    doc({ a: done('A'), f: { status: 'failed', error: 'x' } }, {}, { completed_at: at }),
    [null, null, null],
  ],
];

for (const [name, checkpoint, [unit, summary, error]] of points) {
  test(name, () => {
    assert.deepEqual(commandResumePoint(checkpoint), { unit, summary, error });
  });
}

test('the overview counts every unit, those that only the lists name included', () => {
  const checkpoint = doc(
    { a: done(), s: { status: 'skipped' }, b: { status: 'in_progress' }, e: { status: 'in_progress' } },
    { current_phase: 'b', completed_phases: ['z', 'a'], pending_phases: ['c'] },
    { feature: 'auth' },
  );
  assert.deepEqual(commandOverview(checkpoint), {
    title: 'implement/auth',
    status: 'in_progress',
    finished: false,
    progress: { done: 3, total: 6 },
    current: 'b, e',
    next: 'c',
    error: null,
    updated_at: at,
  });
  assert.deepEqual(
    unitsOf(checkpoint).map(({ name, status }) => `${name}:${status}`),
    ['z:complete', 'a:complete', 's:skipped', 'b:in_progress', 'e:in_progress', 'c:pending'],
  );
});

const statuses: readonly (readonly [string, CommandCheckpoint, string | null])[] = [
  ['pending', doc({}, { pending_phases: ['a'] }), 'a'],
  ['in_progress', doc({ a: done() }, { pending_phases: ['b'] }), 'b'],
  ['failed', doc({ a: done(), f: { status: 'failed' } }, { pending_phases: ['b'] }), 'f'],
  ['complete', doc({ f: { status: 'failed' } }, {}, { completed_at: at }), null],
];

for (const [status, checkpoint, next] of statuses) {
  test(`an overview says ${status}`, () => {
    const overview = commandOverview(checkpoint);
    assert.deepEqual([overview.status, overview.next, overview.current], [status, next, null]);
    assert.equal(overview.finished, status === 'complete');
    assert.equal(overview.title, 'implement');
  });
}

test('an overview says what stands in the way: the error of the failed phase, else what the ship gate waits for', () => {
  const gate = { ship_allowed: false, blockers: ['no tests', 'no docs'] };
  const failed = doc({ f: { status: 'failed', error: 'no\nroom' } }, {}, { gate });
  assert.equal(commandOverview(failed).error, 'no room');
  assert.equal(commandOverview(doc({}, {}, { gate })).error, 'the ship gate is closed: no tests; no docs');
  assert.equal(commandOverview(doc({}, {}, { gate: { ship_allowed: true, blockers: [] } })).error, null);
  assert.equal(commandOverview({ ...failed, completed_at: at }).error, null);
  assert.equal(commandOverview(doc({ f: { status: 'failed', error: 'x'.repeat(9_000) } })).error?.length, 300);
});

test('settling makes the lists follow from the phases and keeps names that only the lists know', () => {
  const settled = settleCommand(
    doc(
      { a: done(), b: { status: 'pending' }, c: { status: 'in_progress' }, d: { status: 'failed' } },
      { current_phase: 'a', completed_phases: ['x', 'b', 'x'], pending_phases: ['a', 'd', 'y', 'x', 'c'], mine: 1 },
    ),
  );
  assert.deepEqual(settled.state, {
    current_phase: 'c',
    completed_phases: ['x', 'a'],
    pending_phases: ['y', 'b'],
    mine: 1,
  });
});

test('settling puts a name into one place: completed before current before pending', () => {
  const names = { completed_phases: ['a'], pending_phases: ['a', 'b'] };
  assert.deepEqual(settleCommand(doc({}, { ...names, current_phase: 'a' })).state, {
    current_phase: null,
    completed_phases: ['a'],
    pending_phases: ['b'],
  });
  assert.deepEqual(settleCommand(doc({}, { ...names, current_phase: 'b' })).state, {
    current_phase: 'b',
    completed_phases: ['a'],
    pending_phases: [],
  });
});

test('settling a complete checkpoint leaves nothing current and nothing pending', () => {
  const settled = settleCommand(
    doc({ a: { status: 'in_progress' } }, { current_phase: 'a', pending_phases: ['b'] }, { completed_at: at }),
  );
  assert.deepEqual(settled.state, { current_phase: null, completed_phases: [], pending_phases: [] });
});

test('settling returns the same object when there is nothing to do', () => {
  const checkpoint = doc({ a: done() }, { current_phase: 'n', completed_phases: ['a'], pending_phases: ['b'] });
  assert.equal(settleCommand(checkpoint), checkpoint);
});

test('settling leaves a drifted document alone instead of dropping what it does not understand', () => {
  const drifted: CommandCheckpoint = JSON.parse('{"state": {"completed_phases": [{"name": "a"}]}, "phases": {}}');
  assert.equal(settleCommand(drifted), drifted);
});

test('only documents of the family are recognised', () => {
  const yes: readonly unknown[] = [
    doc({}),
    { command: 'x', phases: {} },
    { command: 'x', state: { completed_phases: [] } },
  ];
  const no: readonly unknown[] = [
    null,
    [],
    'command',
    { command: 'x' },
    { command: 'x', state: {} },
    { phases: {} },
    { command: ['npm', 'test'], phases: {} },
    { prd: 'PRD-009', status: 'in_progress' },
    { checkpoint_id: 'a_b_20250101_000000', workflow_type: 'a', status: 'in_progress' },
  ];
  for (const value of yes) assert.equal(commandFamily.recognises(value), true);
  for (const value of no) assert.equal(commandFamily.recognises(value), false);
});

test('the stamp is updated_at', () => {
  const stamped = commandFamily.stamp(doc({}), '2027-01-01T00:00:00.000Z');
  assert.equal(commandFamily.stampOf(stamped), '2027-01-01T00:00:00.000Z');
});

test('drifted documents never make the reader throw', () => {
  const part = fc.oneof(fc.jsonValue(), fc.constantFrom('a', 'complete', null));
  const drifted = fc.record({
    command: part,
    updated_at: part,
    completed_at: part,
    state: fc.oneof(part, fc.record({ current_phase: part, completed_phases: part, pending_phases: fc.array(part) })),
    phases: fc.oneof(part, fc.dictionary(fc.string(), fc.oneof(part, fc.record({ status: part })))),
  });
  fc.assert(
    fc.property(drifted, (value) => {
      const checkpoint: CommandCheckpoint = JSON.parse(JSON.stringify(value));
      commandOverview(checkpoint);
      commandResumePoint(checkpoint);
      settleCommand(checkpoint);
      commandFamily.stampOf(checkpoint);
    }),
  );
});

test('of two phases that run, the one that was begun last comes first everywhere', () => {
  const doc = {
    state: { current_phase: 'b', completed_phases: [], pending_phases: [] },
    phases: { a: { status: 'in_progress' }, b: { status: 'in_progress' } },
  };
  assert.deepEqual([commandOverview(doc).current, commandResumePoint(doc).unit], ['b, a', 'b']);
});
