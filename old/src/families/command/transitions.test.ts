import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { isPawlError } from '../../rules/errors.js';
import { deepFreeze } from '../../rules/json/json.js';
import { checkCommand } from './check.js';
import { settleCommand, typicalPhases } from './phases.js';
import { applyCommand } from './transitions.js';
import type { CommandCheckpoint, CommandEvent, PhaseData, PhaseEvent } from './types.js';

const t = (minute: number): string => new Date(Date.UTC(2026, 0, 29, 10, minute)).toISOString();

function phase(name: string, data: PhaseData = {}, more: Partial<PhaseEvent> = {}): PhaseEvent {
  return { type: 'phase', command: 'implement', feature: 'auth', phase: name, data, ...more };
}

/** Applies events one minute apart, each to a frozen document. */
function run(...events: readonly CommandEvent[]): CommandCheckpoint {
  const start: CommandCheckpoint | null = null;
  const end = events.reduce<CommandCheckpoint | null>((doc, event, index) => {
    return deepFreeze(applyCommand(doc, deepFreeze(event), t(index)));
  }, start);
  assert.ok(end !== null);
  assert.deepEqual(checkCommand(end), []);
  return end;
}

const complete: CommandEvent = { type: 'complete' };

test('every change of a document that another tool wrote completes the members that the format asks for', () => {
  const { version: _v, head_commit: _h, started_at: _s, ...left } = run(phase('plan', { status: 'in_progress' }));
  // As it came from a file.
  const found: CommandCheckpoint = JSON.parse(JSON.stringify(left));
  const note: CommandEvent = { type: 'note', next_action: 'go on' };
  for (const event of [phase('plan', { status: 'complete' }), complete, note]) {
    const next = applyCommand(found, event, t(5));
    assert.deepEqual(checkCommand(next), []);
    assert.deepEqual([next.version, next.head_commit, next.started_at], [1, null, t(0)]);
  }
  const bare = applyCommand({ ...found, phases: {} }, complete, t(5));
  assert.equal(bare.started_at, t(5));
});

test('the first phase creates the checkpoint with every field that the seeds name', () => {
  assert.deepEqual(run(phase('implementation', { status: 'in_progress' })), {
    command: 'implement',
    feature: 'auth',
    version: 1,
    head_commit: null,
    started_at: t(0),
    updated_at: t(0),
    state: { current_phase: 'implementation', completed_phases: [], pending_phases: [] },
    phases: { implementation: { status: 'in_progress', started_at: t(0), updated_at: t(0) } },
  });
});

test('without a feature the checkpoint says null, and the commit is stored when it is known', () => {
  const doc = run({ type: 'phase', command: 'ship', phase: 'push', data: {}, head_commit: 'abc' });
  assert.equal(doc.feature, null);
  assert.equal(doc.head_commit, 'abc');
});

test('a commit that an event does not name stays', () => {
  assert.equal(run(phase('a', {}, { head_commit: 'abc' }), phase('a', { note: 1 })).head_commit, 'abc');
});

test('typical phases are pending only when they are asked for', () => {
  const seeded = run(phase('implementation', {}, { typical_phases: true }));
  assert.deepEqual(seeded.state.pending_phases, ['validation']);
  assert.deepEqual(run(phase('implementation')).state.pending_phases, []);
  assert.deepEqual(run(phase('x', {}, { command: 'constructor-like', typical_phases: true })).state.pending_phases, []);
  assert.deepEqual(typicalPhases.get('design'), ['research', 'planning', 'specs']);
  assert.equal(typicalPhases.size, 7);
});

test('maps merge in depth: an earlier task survives', () => {
  const doc = run(
    phase('a', { tasks: { T001: { status: 'complete', description: 'x' } }, checkpoint_responses: { q1: 'yes' } }),
    phase('a', { tasks: { T001: { note: 1 }, T002: { status: 'pending' } }, checkpoint_responses: { q2: 'no' } }),
  );
  assert.deepEqual(doc.phases['a']?.tasks, {
    T001: { status: 'complete', description: 'x', note: 1 },
    T002: { status: 'pending' },
  });
  assert.deepEqual(doc.phases['a']?.['checkpoint_responses'], { q1: 'yes', q2: 'no' });
});

test('file lists unite, other lists replace, null deletes', () => {
  const doc = run(
    phase('a', { files_created: ['x', 'y'], files_modified: ['m'], other: [1, 2], gone: 1, tasks: { T1: {}, T2: {} } }),
    phase('a', { files_created: ['y', 'z', 'z'], files_modified: null, other: [3], gone: null, tasks: { T1: null } }),
  );
  assert.deepEqual(doc.phases['a'], {
    status: 'in_progress',
    started_at: t(0),
    files_created: ['x', 'y', 'z'],
    other: [3],
    tasks: { T2: {} },
    updated_at: t(1),
  });
});

test('a phase keeps its status and its start when only other data comes', () => {
  const doc = run(phase('a', { status: 'failed', error: 'boom' }), phase('a', { context_summary: 'tried twice' }));
  assert.equal(doc.phases['a']?.status, 'failed');
  assert.equal(doc.phases['a']?.error, 'boom');
  assert.equal(doc.phases['a']?.started_at, t(0));
});

test('a pending phase has no start until it leaves pending', () => {
  const before = run(phase('a', { status: 'pending' }));
  assert.equal(before.phases['a']?.started_at, undefined);
  const after = run(phase('a', { status: 'pending' }), phase('a', { status: 'in_progress' }));
  assert.equal(after.phases['a']?.started_at, t(1));
});

test('the error goes when the phase leaves failed, and a new one may come with it', () => {
  const failed = phase('a', { status: 'failed', error: 'boom' });
  assert.equal(run(failed, phase('a', { status: 'in_progress' })).phases['a']?.error, undefined);
  assert.equal(run(failed, phase('a', { status: 'skipped', error: 'given up' })).phases['a']?.error, 'given up');
});

const listCases: readonly {
  readonly name: string;
  readonly events: readonly CommandEvent[];
  readonly state: readonly [string | null, readonly string[], readonly string[]];
}[] = [
  { name: 'in_progress becomes current', events: [phase('a')], state: ['a', [], []] },
  { name: 'pending is listed', events: [phase('a', { status: 'pending' })], state: [null, [], ['a']] },
  {
    name: 'complete leaves pending and current, and enters completed',
    events: [phase('a', { status: 'pending' }), phase('a'), phase('a', { status: 'complete' })],
    state: [null, ['a'], []],
  },
  {
    name: 'failed leaves pending and current',
    events: [phase('a', { status: 'pending' }), phase('a', { status: 'failed' })],
    state: [null, [], []],
  },
  {
    name: 'skipped leaves pending and completed',
    events: [phase('a', { status: 'complete' }), phase('a', { status: 'skipped' })],
    state: [null, [], []],
  },
  {
    name: 'a phase that is redone leaves completed',
    events: [
      phase('a', { status: 'complete' }),
      phase('b', { status: 'complete' }),
      phase('a', { status: 'in_progress' }),
    ],
    state: ['a', ['b'], []],
  },
  {
    name: 'when the current phase ends, another running one becomes current',
    events: [phase('a'), phase('b'), phase('b', { status: 'complete' })],
    state: ['a', ['b'], []],
  },
  {
    name: 'data without a status does not take over',
    events: [phase('a'), phase('b'), phase('a', { note: 1 })],
    state: ['b', [], []],
  },
  {
    name: 'a typical phase that is done leaves pending',
    events: [phase('implementation', { status: 'complete' }, { typical_phases: true })],
    state: [null, ['implementation'], ['validation']],
  },
];

for (const { name, events, state } of listCases) {
  test(name, () => {
    const doc = run(...events);
    assert.deepEqual([doc.state.current_phase, doc.state.completed_phases, doc.state.pending_phases], state);
    assert.equal(settleCommand(doc), doc);
  });
}

test('the current task is kept in the state, and null takes it away', () => {
  const doc = run(phase('a', { current_task: 'T002' }));
  assert.equal(doc.state.current_task, 'T002');
  assert.equal(doc.phases['a']?.['current_task'], undefined);
  assert.equal(
    'current_task' in run(phase('a', { current_task: 'T002' }), phase('a', { current_task: null })).state,
    false,
  );
});

test('completing ends what runs, skips what waits, and clears the state', () => {
  const doc = run(phase('done', { status: 'complete' }), phase('wait', { status: 'pending' }), phase('go'), {
    type: 'complete',
    head_commit: 'def',
  });
  assert.deepEqual(doc.state, { current_phase: null, completed_phases: ['done', 'go'], pending_phases: [] });
  assert.deepEqual(
    Object.entries(doc.phases).map(([name, { status }]) => [name, status]),
    [
      ['done', 'complete'],
      ['wait', 'skipped'],
      ['go', 'complete'],
    ],
  );
  assert.equal(doc.completed_at, t(3));
  assert.equal(doc.updated_at, t(3));
  assert.equal(doc.head_commit, 'def');
});

test('a current phase that only the state names counts as completed', () => {
  const named = { ...run(phase('a', { status: 'complete' })) };
  const doc = applyCommand({ ...named, state: { ...named.state, current_phase: 'b' } }, complete, t(9));
  assert.deepEqual(doc.state.completed_phases, ['a', 'b']);
});

test('completing twice keeps the first completion', () => {
  assert.equal(run(phase('a'), complete, complete).completed_at, t(1));
});

for (const status of ['in_progress', 'pending', 'failed'] as const) {
  test(`a phase that becomes ${status} reopens a complete checkpoint`, () => {
    const doc = run(phase('a'), complete, phase('b', { status }));
    assert.equal('completed_at' in doc, false);
    assert.equal(doc.phases['a']?.status, 'complete');
  });
}

test('data that leaves no work open keeps the completion', () => {
  assert.equal(run(phase('a'), complete, phase('b', { status: 'skipped' })).completed_at, t(1));
  assert.equal(run(phase('a'), complete, phase('a', { context_summary: 'late' })).completed_at, t(1));
  const failed = phase('a', { status: 'failed' });
  assert.equal(run(failed, complete, phase('a', { context_summary: 'late' })).completed_at, t(1));
});

test('a new run starts afresh, and keeps what was decided and what is unknown', () => {
  const before = run(
    phase('implementation', { current_task: 'T1' }),
    { type: 'note', next_action: 'ship it', decision: 'use X' },
    { type: 'gate', ship_allowed: true, blockers: [] },
    complete,
  );
  const known = deepFreeze({ ...before, mine: 1, state: { ...before.state, theirs: 2, context_summary: 'old' } });
  const doc = applyCommand(known, phase('validation', {}, { new_run: true, typical_phases: true }), t(9));
  assert.deepEqual(doc.state, {
    current_phase: 'validation',
    completed_phases: [],
    pending_phases: ['implementation'],
    theirs: 2,
  });
  assert.deepEqual(Object.keys(doc.phases), ['validation']);
  assert.equal(doc.started_at, t(9));
  assert.equal('completed_at' in doc, false);
  assert.deepEqual(doc.pawl, { decisions: [{ text: 'use X', at: t(1) }] });
  assert.equal(doc['mine'], 1);
  assert.deepEqual(doc.gate, { ship_allowed: true, blockers: [] });
});

test('a new run is not begun over an unfinished one', () => {
  const doc = run(phase('a'), phase('b', {}, { new_run: true, typical_phases: true }));
  assert.deepEqual(Object.keys(doc.phases), ['a', 'b']);
  assert.deepEqual(doc.state.pending_phases, []);
});

test('the gate is replaced by the newer verdict, and may create the checkpoint', () => {
  const doc = run(
    { type: 'gate', command: 'ship', ship_allowed: false, blockers: ['tests'], head_commit: 'abc' },
    { type: 'gate', ship_allowed: true, blockers: [] },
  );
  assert.equal(doc.command, 'ship');
  assert.deepEqual(doc.gate, { ship_allowed: true, blockers: [], head_commit: 'abc' });
});

test('notes are kept with their time, and a next action can be taken back', () => {
  const doc = run(
    phase('a'),
    { type: 'note', next_action: 'test it', decision: 'X', reject: 'Y', supersede: 'Z' },
    { type: 'note', decision: 'W' },
  );
  assert.deepEqual(doc.pawl, {
    next_action: 'test it',
    next_action_phase: 'a',
    decisions: [
      { text: 'X', at: t(1) },
      { text: 'W', at: t(2) },
    ],
    rejected: [{ text: 'Y', at: t(1) }],
    superseded: [{ text: 'Z', at: t(1) }],
  });
  assert.equal(applyCommand(doc, { type: 'note', next_action: null }, t(3)).pawl?.next_action, undefined);
});

const action = (of: string): CommandEvent => ({ type: 'note', next_action: `do ${of}`, phase: of });
const nextOf = (...events: readonly CommandEvent[]): string | undefined => run(...events).pawl?.next_action;

test('a task that is over is not the current one, and none outlives its phase', () => {
  const begun = phase('api', { status: 'in_progress', tasks: { T1: { status: 'in_progress' } }, current_task: 'T1' });
  const taskOf = (...events: readonly CommandEvent[]): unknown => run(...events).state.current_task;
  const tasks = { T1: { status: 'done' }, T2: { status: 'in_progress' } };
  assert.equal(taskOf(begun), 'T1');
  assert.equal(taskOf(begun, phase('api', { tasks })), 'T2');
  assert.equal(taskOf(begun, phase('api', { tasks: { T1: { status: 'done' } } })), undefined);
  assert.equal(taskOf(begun, phase('api', { tasks, current_task: 'T3' })), 'T3');
  assert.equal(taskOf(begun, phase('api', { status: 'failed' })), 'T1');
  assert.equal(taskOf(begun, phase('api', { status: 'complete' })), undefined);
  assert.equal(taskOf(begun, phase('docs', { status: 'in_progress' })), undefined);
  assert.equal(taskOf(begun, phase('docs', { status: 'complete' })), 'T1');
});

test('a next action that was given with a phase goes when that phase is done, and only then', () => {
  const api = phase('api', { status: 'in_progress' });
  const done = phase('api', { status: 'complete' });
  assert.equal(nextOf(api, action('api')), 'do api');
  assert.equal(nextOf(api, action('api'), phase('docs', { status: 'complete' })), 'do api');
  assert.equal(nextOf(api, action('api'), phase('api', { status: 'failed' })), 'do api');
  assert.equal(nextOf(api, action('api'), done), undefined);
  assert.equal(nextOf(api, action('api'), phase('api', { status: 'skipped' })), undefined);
  assert.equal(nextOf(api, action('api'), complete), undefined);
  assert.deepEqual(run(api, action('api'), done).pawl, {});
});

test('a next action that was given with the end of a phase belongs to the phase that begins next', () => {
  const models = [phase('docs'), phase('models', { status: 'complete' }), action('models')];
  const docs = phase('docs', { status: 'complete' });
  const begun = [...models, docs, phase('models', { status: 'complete' }), phase('api', { status: 'in_progress' })];
  assert.equal(nextOf(...begun), 'do models');
  assert.equal(nextOf(...begun, phase('api', { status: 'complete' })), undefined);
  assert.equal(nextOf(...models, phase('api', { status: 'complete' })), undefined);
});

test('a next action that was noted without a phase goes with the one that is open, else with the one that begins next', () => {
  const noted: CommandEvent = { type: 'note', next_action: 'migrate first' };
  const api = phase('api', { status: 'in_progress' });
  const done = phase('api', { status: 'complete' });
  const docs = phase('docs', { status: 'in_progress' });
  assert.equal(nextOf(api, noted, phase('api', { status: 'failed' }), api), 'migrate first');
  assert.equal(nextOf(api, noted, done), undefined);
  assert.equal(nextOf(phase('api', { status: 'failed' }), noted, api, done), undefined);
  assert.equal(nextOf(api, done, noted, docs), 'migrate first');
  assert.equal(nextOf(api, done, noted, docs, phase('docs', { status: 'complete' })), undefined);
  assert.equal(nextOf(api, action('api'), noted), 'migrate first');
  assert.equal(nextOf(api, done, noted, complete), undefined);
});

const refused: readonly (readonly [string, () => unknown, string])[] = [
  ['completing what is absent', () => applyCommand(null, complete, t(0)), 'not-found'],
  ['a note on what is absent', () => applyCommand(null, { type: 'note', decision: 'x' }, t(0)), 'not-found'],
  ['an empty note', () => applyCommand(run(phase('a')), { type: 'note', decision: ' ' }, t(0)), 'bad-input'],
  ['a note without content', () => applyCommand(run(phase('a')), { type: 'note' }, t(0)), 'bad-usage'],
  ['a reserved phase name', () => run(phase('__proto__')), 'bad-input'],
  ['an empty phase name', () => run(phase('')), 'bad-input'],
  ['a summary of 501 words', () => run(phase('a', { context_summary: 'w '.repeat(501) })), 'bad-input'],
  ['a file list that is none', () => run(phase('a', JSON.parse('{"files_created": "x"}'))), 'bad-input'],
  ['an unknown status', () => run(phase('a', JSON.parse('{"status": "done"}'))), 'bad-input'],
  ['data that is no object', () => run(phase('a', JSON.parse('[]'))), 'bad-input'],
  ['an unknown event', () => applyCommand(null, JSON.parse('{"type": "x"}'), t(0)), 'bad-usage'],
  ['a gate without a verdict', () => run(phase('a'), JSON.parse('{"type": "gate", "blockers": []}')), 'bad-input'],
  [
    'a document whose phases are a list',
    () => applyCommand(JSON.parse('{"state":{},"phases":[]}'), complete, t(0)),
    'bad-input',
  ],
];

for (const [name, act, code] of refused) {
  test(`${name} is refused with ${code}`, () => {
    assert.throws(act, (error) => isPawlError(error) && error.code === code);
  });
}

test('member order and unchanged parts are kept', () => {
  const before = run(phase('a', { tasks: { T1: {} } }), phase('b'));
  const doc = applyCommand(before, phase('b', { note: 1 }), t(9));
  assert.equal(doc.phases['a'], before.phases['a']);
  assert.deepEqual(Object.keys(doc), Object.keys(before));
  assert.equal(applyCommand(before, phase('a', { note: 1 }), t(9)).phases['a']?.tasks, before.phases['a']?.tasks);
});

test('data that a caller passed is neither frozen nor shared', () => {
  const data = { tasks: { T1: { list: [{}] } } };
  deepFreeze(applyCommand(null, phase('a', data), t(0)));
  assert.equal(Object.isFrozen(data.tasks.T1.list[0]), false);
});

test('any sequence of events keeps a valid document and its lists in agreement', () => {
  const name = fc.constantFrom('a', 'b', 'validation', 'constructor', '');
  const data = fc.record(
    {
      status: fc.constantFrom('pending', 'in_progress', 'complete', 'failed', 'skipped'),
      context_summary: fc.oneof(fc.string(), fc.constant(null)),
      error: fc.oneof(fc.string(), fc.constant(null)),
      files_created: fc.array(fc.constantFrom('x', 'y')),
      tasks: fc.dictionary(fc.constantFrom('T1', 'T2'), fc.record({ status: fc.string() }), { noNullPrototype: true }),
      current_task: fc.constantFrom('T1', null),
      extra: fc.jsonValue(),
    },
    { requiredKeys: [] },
  );
  const text = fc.constantFrom('x', '', undefined);
  const event: fc.Arbitrary<CommandEvent> = fc.oneof(
    fc.record({
      type: fc.constant('phase' as const),
      command: fc.constantFrom('implement', 'x'),
      phase: name,
      data,
      new_run: fc.boolean(),
      typical_phases: fc.boolean(),
    }),
    fc.record({ type: fc.constant('complete' as const) }),
    fc.record({ type: fc.constant('gate' as const), ship_allowed: fc.boolean(), blockers: fc.array(fc.string()) }),
    fc.record({ type: fc.constant('note' as const), next_action: text, decision: text }),
  );
  fc.assert(
    fc.property(fc.array(event, { maxLength: 12 }), (events) => {
      let doc: CommandCheckpoint | null = null;
      for (const [index, next] of events.entries()) {
        try {
          doc = deepFreeze(applyCommand(doc, next, t(index)));
        } catch (error) {
          assert.ok(isPawlError(error), String(error));
          continue;
        }
        assert.deepEqual(checkCommand(doc), []);
        assert.equal(settleCommand(doc), doc);
        assert.equal(doc.updated_at, t(index));
      }
    }),
    { numRuns: 300 },
  );
});
