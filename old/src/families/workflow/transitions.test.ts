import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { isPawlError } from '../../rules/errors.js';
import { deepFreeze } from '../../rules/json/json.js';
import { checkWorkflow } from './check.js';
import { settleWorkflow } from './progress.js';
import { applyWorkflow, placeAfter } from './transitions.js';
import type { StartEvent, WorkflowCheckpoint, WorkflowEvent } from './types.js';

const t = (minute: number): string => new Date(Date.UTC(2025, 9, 3, 18, minute)).toISOString();

const begin: StartEvent = {
  type: 'start',
  id: 'test-all_auth_system_20251003_180000',
  workflow_type: 'test-all',
  project: 'auth_system',
  description: 'Implement authentication system',
  total_phases: 3,
};
const advance = (phase?: number): WorkflowEvent => ({ type: 'advance', phase });
const fail = (error: string): WorkflowEvent => ({ type: 'fail', error });
const finish: WorkflowEvent = { type: 'finish' };

/** Starts a workflow and applies events one minute apart, each to a frozen document. */
function run(...events: readonly WorkflowEvent[]): WorkflowCheckpoint {
  const first = deepFreeze(applyWorkflow(null, begin, t(0)));
  const end = events.reduce((doc, event, index) => deepFreeze(applyWorkflow(doc, event, t(index + 1))), first);
  assert.deepEqual(checkWorkflow(end), []);
  return end;
}

test('a start makes the checkpoint of the seed', () => {
  const doc = applyWorkflow(null, { ...begin, state: { plan_path: 'p.md', list: [{}] } }, t(0));
  assert.deepEqual(doc, {
    checkpoint_id: 'test-all_auth_system_20251003_180000',
    workflow_type: 'test-all',
    workflow_description: 'Implement authentication system',
    created_at: t(0),
    updated_at: t(0),
    status: 'in_progress',
    current_phase: 1,
    total_phases: 3,
    completed_phases: [],
    workflow_state: { project_name: 'auth_system', plan_path: 'p.md', list: [{}] },
    last_error: null,
  });
});

const advances: readonly (readonly [string, readonly WorkflowEvent[], number, readonly number[]])[] = [
  ['the first open phase by default', [advance()], 2, [1]],
  ['one after the other', [advance(), advance()], 3, [1, 2]],
  ['all of them: the last one stays current', [advance(), advance(), advance()], 3, [1, 2, 3]],
  ['out of order: the list stays sorted and the gap is current', [advance(3), advance(1)], 2, [1, 3]],
  ['behind a gap: the gap is filled by default', [advance(3), advance(1), advance()], 3, [1, 2, 3]],
  ['one that is completed already: nothing changes', [advance(1), advance(1)], 2, [1]],
  ['with more phases', [advance(), advance(), { type: 'advance', total_phases: 4 }], 4, [1, 2, 3]],
  ['with fewer phases', [advance(), { type: 'advance', total_phases: 2 }], 2, [1, 2]],
];

for (const [name, events, current, completed] of advances) {
  test(`advance completes ${name}`, () => {
    const doc = run(...events);
    assert.deepEqual([doc.current_phase, doc.completed_phases], [current, completed]);
    assert.equal(settleWorkflow(doc), doc);
    assert.equal(doc.updated_at, t(events.length));
  });
}

test('the state merges in depth, lists replace, and null deletes', () => {
  const doc = run(
    { type: 'advance', state: { artifacts: { a: 1 }, list: [1, 2], gone: 1 } },
    { type: 'update', state: { artifacts: { b: 2 }, list: [3], gone: null } },
  );
  assert.deepEqual(doc.workflow_state, { project_name: 'auth_system', artifacts: { a: 1, b: 2 }, list: [3] });
  assert.deepEqual(doc.completed_phases, [1]);
});

test('a completed phase that is advanced again changes only the state', () => {
  const doc = run(advance(), fail('boom'), { type: 'advance', phase: 1, state: { x: 1 } });
  assert.equal(doc.status, 'failed');
  assert.equal(doc.last_error, 'boom');
  assert.equal(doc.workflow_state['x'], 1);
});

test('a failure keeps its text or object, with nulls', () => {
  assert.equal(run(fail('boom')).last_error, 'boom');
  const doc = run({ type: 'fail', error: { message: 'boom', file: null, list: [1] } });
  assert.deepEqual(doc.last_error, { message: 'boom', file: null, list: [1] });
  assert.equal(doc.status, 'failed');
});

test('a retry moves the error into history, with the time it happened', () => {
  const doc = run(fail('boom'), { type: 'update', state: { x: 1 } }, { type: 'retry' });
  assert.equal(doc.status, 'in_progress');
  assert.equal(doc.last_error, null);
  assert.deepEqual(doc.pawl, { errors: [{ error: 'boom', at: t(1) }] });
});

test('a second failure moves the first into history', () => {
  const doc = run(fail('one'), fail('two'));
  assert.equal(doc.last_error, 'two');
  assert.deepEqual(doc.pawl, { errors: [{ error: 'one', at: t(1) }], failed_at: t(2) });
});

test('advance and finish leave failed as a retry does', () => {
  const advanced = run(fail('boom'), advance());
  assert.deepEqual([advanced.status, advanced.last_error, advanced.pawl?.errors?.length], ['in_progress', null, 1]);
  const finished = run(advance(), advance(), advance(), fail('boom'), finish);
  assert.deepEqual([finished.status, finished.last_error, finished.pawl?.errors?.length], ['complete', null, 1]);
});

test('a finish completes the last phase when only that is open', () => {
  const doc = run(advance(), advance(), finish);
  assert.equal(doc.status, 'complete');
  assert.deepEqual(doc.completed_phases, [1, 2, 3]);
  assert.equal(doc.current_phase, 3);
});

test('a finish with open phases names them', () => {
  assert.throws(
    () => run(advance(2), finish),
    (error) => isPawlError(error, 'not-allowed') && error.message.includes('Phases 1, 3 are'),
  );
  assert.throws(
    () => run(advance(1), advance(3), finish),
    (error) => isPawlError(error, 'not-allowed') && error.message.includes('Phase 2 is'),
  );
});

test('an abandoned workflow keeps its reason and its error', () => {
  const doc = run(fail('boom'), { type: 'abandon', reason: 'plan dropped' });
  assert.equal(doc.status, 'abandoned');
  assert.equal(doc.last_error, 'boom');
  assert.deepEqual(doc.pawl?.abandoned, { at: t(2), reason: 'plan dropped' });
});

test('notes are kept beside past errors, and a next action can be taken back', () => {
  const doc = run(
    fail('x'),
    { type: 'retry' },
    { type: 'note', next_action: 'go', decision: 'A' },
    { type: 'note', next_action: null },
  );
  assert.deepEqual(doc.pawl, { errors: [{ error: 'x', at: t(1) }], decisions: [{ text: 'A', at: t(3) }] });
});

test('a next action goes with the phase that was open when it was noted', () => {
  const noted = { type: 'note', next_action: 'go' } as const;
  assert.equal(run(noted, fail('x'), { type: 'retry' }).pawl?.next_action, 'go');
  assert.deepEqual(run(noted, advance()).pawl, {});
  assert.equal(run(noted, advance(2)).pawl?.next_action, 'go');
});

const refused: readonly (readonly [string, () => unknown, string])[] = [
  ['a start over an existing workflow', () => run(begin), 'not-allowed'],
  ['a start without phases', () => applyWorkflow(null, { ...begin, total_phases: 0 }, t(0)), 'bad-input'],
  ['a start with half a phase', () => applyWorkflow(null, { ...begin, total_phases: 1.5 }, t(0)), 'bad-input'],
  ['a start with 1001 phases', () => applyWorkflow(null, { ...begin, total_phases: 1001 }, t(0)), 'bad-input'],
  [
    'a start with an id of another type',
    () => applyWorkflow(null, { ...begin, workflow_type: 'x' }, t(0)),
    'bad-input',
  ],
  ['an advance of what is absent', () => applyWorkflow(null, advance(), t(0)), 'not-found'],
  ['an advance when all is done', () => run(advance(), advance(), advance(), advance()), 'not-allowed'],
  ['phase 4 of 3', () => run(advance(4)), 'not-allowed'],
  ['phase 0', () => run(advance(0)), 'not-allowed'],
  ['phase 1.5', () => run(advance(1.5)), 'not-allowed'],
  [
    'fewer phases than are completed',
    () => run(advance(3), { type: 'advance', phase: 1, total_phases: 2 }),
    'bad-input',
  ],
  ['a retry without a failure', () => run({ type: 'retry' }), 'not-allowed'],
  ['a failure without an error', () => run(fail(' ')), 'bad-input'],
  ['a state that is no object', () => run(JSON.parse('{"type": "update", "state": []}')), 'bad-input'],
  ['an unknown event', () => run(JSON.parse('{"type": "x"}')), 'bad-usage'],
  [
    'a newer schema version',
    () => applyWorkflow({ ...run(), schema_version: '2.2' }, advance(), t(9)),
    'newer-version',
  ],
  ['a drifted document', () => applyWorkflow(JSON.parse('{"status": "running"}'), advance(), t(9)), 'bad-input'],
];

for (const [name, act, code] of refused) {
  test(`${name} is refused with ${code}`, () => {
    assert.throws(act, (error) => isPawlError(error) && error.code === code);
  });
}

test('a start without phases says what to write', () => {
  assert.throws(
    () => applyWorkflow(null, { ...begin, total_phases: 0 }, t(0)),
    (error) => isPawlError(error) && error.problems[0]?.path === '/total_phases',
  );
});

const shapes: readonly (readonly [string, object, readonly string[]])[] = [
  ['a start', { type: 'start', id: begin.id }, ['/workflow_type', '/project', '/description', '/total_phases']],
  ['a start with other names', { ...begin, workflow_state: {}, phases: 3 }, ['/workflow_state', '/phases']],
  [
    'an advance',
    { type: 'advance', phase: '1', state: [], total_phases: 0, x: 1 },
    ['/phase', '/state', '/total_phases', '/x'],
  ],
  ['an update', { type: 'update', stat: {} }, ['/state', '/stat']],
  ['a failure', { type: 'fail', error: { text: 'x' }, final: 'yes', finl: true }, ['/error', '/final', '/finl']],
  ['a retry', { type: 'retry', why: 'x' }, ['/why']],
  ['an abandonment', { type: 'abandon', reason: 5, why: 'x' }, ['/reason', '/why']],
  [
    'a note',
    { type: 'note', next_action: 5, decision: ' ', reject: null, decided: 'x' },
    ['/next_action', '/decision', '/reject', '/decided'],
  ],
];

for (const [name, event, places] of shapes) {
  test(`every problem of ${name} is named at once, in the caller's own words`, () => {
    const doc = Object.hasOwn(event, 'id') ? null : run();
    assert.throws(
      () => applyWorkflow(doc, event as WorkflowEvent, t(9)),
      (error) => {
        assert.ok(isPawlError(error, 'bad-input'));
        assert.deepEqual(
          error.problems.map((problem) => problem.path),
          places,
        );
        assert.ok(error.problems.every((problem) => (problem.fix ?? '') !== ''));
        assert.doesNotMatch(error.message, /workflow_description/);
        return true;
      },
    );
  });
}

test('fewer phases than are completed says which phase is in the way', () => {
  assert.throws(
    () => run(advance(3), { type: 'advance', phase: 1, total_phases: 2 }),
    /total_phases: is 2, but phase 3 is completed already \(write 3 or more\)/,
  );
});

const later: readonly WorkflowEvent[] = [
  advance(1),
  { type: 'update', state: {} },
  fail('x'),
  { type: 'retry' },
  finish,
  { type: 'abandon' },
];

for (const event of later) {
  test(`${event.type} is refused on a complete and on an abandoned workflow`, () => {
    assert.throws(
      () => run(advance(), advance(), finish, event),
      (error) => isPawlError(error, 'already-complete') && error.message === `${begin.id} already complete`,
    );
    assert.throws(
      () => run({ type: 'abandon' }, event),
      (error) => isPawlError(error, 'not-allowed'),
    );
  });
}

test('the file goes where the seed says', () => {
  const places: readonly (readonly [WorkflowEvent, string])[] = [
    [begin, 'live'],
    [advance(), 'live'],
    [fail('x'), 'live'],
    [{ type: 'fail', error: 'x', final: true }, 'failed'],
    [{ type: 'retry' }, 'live'],
    [finish, 'archived'],
    [{ type: 'abandon' }, 'failed'],
  ];
  for (const [event, place] of places) assert.equal(placeAfter(event), place);
});

test('what is only recorded leaves the file where it is', () => {
  for (const event of [
    { type: 'update', state: {} },
    { type: 'note', decision: 'Passkeys.' },
  ] as const) {
    for (const place of ['live', 'failed'] as const) assert.equal(placeAfter(event, place), place);
  }
  assert.equal(placeAfter({ type: 'retry' }, 'failed'), 'live');
});

test('unknown fields, member order and unchanged parts are kept', () => {
  const before = deepFreeze({
    mine: [1],
    ...run({ type: 'update', state: { a: { b: 1 } } }),
    schema_version: '2.1',
    last: {},
  });
  const after = applyWorkflow(before, { type: 'advance', state: { c: 1 } }, t(9));
  assert.deepEqual(Object.keys(after), Object.keys(before));
  assert.equal(after['mine'], before.mine);
  assert.equal(after['last'], before.last);
  assert.equal(after.workflow_state['a'], before.workflow_state['a']);
  assert.equal(applyWorkflow(before, { type: 'advance' }, t(9)).workflow_state, before.workflow_state);
});

test('any sequence of events keeps a valid document', () => {
  const state = fc.dictionary(fc.constantFrom('a', 'b', 'constructor'), fc.jsonValue({ maxDepth: 3 }), {
    noNullPrototype: true,
  });
  const event: fc.Arbitrary<WorkflowEvent> = fc.oneof(
    fc.record(
      {
        type: fc.constant('advance' as const),
        phase: fc.integer({ min: -1, max: 6 }),
        state,
        total_phases: fc.integer({ min: 0, max: 6 }),
      },
      { requiredKeys: ['type'] },
    ),
    fc.record({ type: fc.constant('advance' as const) }),
    fc.record({ type: fc.constant('update' as const), state }),
    fc.record({
      type: fc.constant('fail' as const),
      error: fc.oneof(fc.string(), fc.record({ message: fc.string(), at: fc.nat() })),
    }),
    fc.record({ type: fc.constantFrom('retry' as const, 'finish' as const, 'abandon' as const) }),
    fc.record({
      type: fc.constant('note' as const),
      next_action: fc.constantFrom('x', null),
      decision: fc.constantFrom('y', undefined),
    }),
    fc.constant(begin),
  );
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 5 }), fc.array(event, { maxLength: 12 }), (total_phases, events) => {
      let doc: WorkflowCheckpoint | null = null;
      for (const [index, next] of [{ ...begin, total_phases }, ...events].entries()) {
        try {
          doc = deepFreeze(applyWorkflow(doc, next, t(index)));
        } catch (error) {
          assert.ok(isPawlError(error), String(error));
          continue;
        }
        assert.deepEqual(checkWorkflow(doc), []);
        assert.equal(settleWorkflow(doc), doc);
        assert.equal(doc.updated_at, t(index));
      }
    }),
    { numRuns: 300 },
  );
});
