import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { assertSound, facts } from '../../../../test/golden/drift/sound.js';
import type { Json, JsonObject } from '../../../rules/json/json.js';
import { findKeyOrders, repair } from '../index.js';

const at = '2026-02-05T10:00:00Z';
const base = { command: 'implement', feature: 'x', version: 1, started_at: at, updated_at: '2026-02-05T11:00:00Z' };
const lists = (done: readonly string[], current: string | null, open: readonly string[]): JsonObject => ({
  current_phase: current,
  completed_phases: done,
  pending_phases: open,
});
const run = {
  ...base,
  state: lists(['a'], 'b', []),
  phases: { a: { status: 'complete' }, b: { status: 'in_progress' } },
};
const over = { a: { status: 'complete' }, b: { status: 'skipped' } };

/** What the file holds beside its names and times; then what is done, what is current, and what is open. */
const states: Readonly<Record<string, readonly [JsonObject, readonly string[], string | null, readonly string[]]>> = {
  'a todo list': [
    {
      phases: [
        { content: 'Add table', status: 'completed' },
        { content: 'Write API', status: 'in_progress' },
      ],
    },
    ['Add table'],
    'Write API',
    [],
  ],
  'todos with a name of their own': [
    {
      todos: [
        { content: 'a', status: 'completed', activeForm: 'Doing a' },
        { content: 'b', status: 'pending' },
      ],
    },
    ['a'],
    null,
    ['b'],
  ],
  'steps with a description and a flag': [
    {
      steps: [
        { step: 1, description: 'a', done: true },
        { step: 2, description: 'b', done: false },
      ],
      current_step: 2,
    },
    ['a'],
    'b',
    [],
  ],
  'phases by number': [
    {
      phases: [
        { number: 1, description: 'a', complete: true },
        { number: 2, description: 'b' },
      ],
      current_phase: 2,
    },
    ['a'],
    'b',
    [],
  ],
  'phases without names': [
    {
      phases: [
        { status: 'completed', summary: 'table' },
        { status: 'in_progress', summary: 'api' },
      ],
    },
    ['1'],
    '2',
    [],
  ],
  'names before ids': [
    {
      phases: [
        { id: 1, name: 'a', status: 'completed' },
        { id: 2, name: 'b', status: 'not started' },
      ],
    },
    ['a'],
    null,
    ['b'],
  ],
  'a text with boxes': [{ phases: '- [x] a\n- [ ] b of the shop for all\n' }, ['a'], null, ['b of the shop for all']],
  'a list with boxes': [{ phases: ['[x] a', '[~] b', '[ ] c'] }, ['a'], 'b', ['c']],
  'a number of completed phases': [
    { current_phase: 3, completed_phases: 2, total_phases: 4, phases: ['a', 'b', 'c', 'd'] },
    ['a', 'b'],
    'c',
    ['d'],
  ],
  'numbers of phases, from 0': [
    { state: { current_phase: 1, completed_phases: [0], pending_phases: [2] }, phases: ['a', 'b', 'c'] },
    ['a'],
    'b',
    ['c'],
  ],
  'times of the phases': [
    {
      phases: {
        a: { completed_at: at, error: '' },
        b: { started_at: at },
        c: {},
        d: { status: 'blau', completed_at: at },
      },
    },
    ['a', 'd'],
    'b',
    ['c'],
  ],
  'progress of the phases': [
    { phases: { a: { progress: 100 }, b: { progress: 40 }, c: { progress: 0 }, d: '100%', e: '0%' } },
    ['a', 'd'],
    'b',
    ['c', 'e'],
  ],
  'hundredths for phases': [{ phases: { a: 100, b: 40, c: 0 } }, ['a'], 'b', ['c']],
  'a text with headings, signs and numbers': [{ phases: '## Plan\n1. ✅ a\n2. b - todo\n' }, ['a'], null, ['2. b']],
  'a chain of phases': [{ phases: 'a -> b → c', current_phase: 'Phase 2 of 3' }, [], 'b', ['a', 'c']],
  'numbers with names': [
    { phases: { 1: { name: 'a', status: 'done' }, 2: { name: 'b', status: 'todo' } }, current_phase: 'b' },
    ['a'],
    'b',
    [],
  ],
  'steps beside empty phases': [
    {
      phases: {},
      state: lists([], null, []),
      version: '1',
      steps: [
        { name: 'a', status: 'done' },
        { name: 'b', status: 'todo' },
      ],
    },
    ['a'],
    null,
    ['b'],
  ],
  'boxes under todo': [{ todo: '- [x] a\n- [ ] b' }, ['a'], null, ['b']],
  'questions in valid lists': [
    { state: lists(['a', 'b (tests missing)', 'c?'], null, []), phases: {} },
    ['a'],
    null,
    ['b', 'c'],
  ],
  'lists by status': [{ phases: { completed: ['a'], current: 'b', pending: ['c'], failed: ['d'] } }, ['a'], 'b', ['c']],
  'two phases at once': [{ state: { completed_phases: ['a'], current_phase: ['b', 'c'] }, phases: {} }, ['a'], 'b', []],
  'lists under plain words': [
    { status: 'in_progress', progress: { done: ['a', 'b c'], doing: 'd', todo: ['e'] } },
    ['a', 'b c'],
    'd',
    ['e'],
  ],
  'a word that nobody knows': [
    {
      state: lists(['a'], 'b', ['c']),
      phases: { a: { status: 'kruxed' }, b: { status: 'kruxing' }, c: { status: 'krux' } },
    },
    ['a'],
    'b',
    ['c'],
  ],
  'a reservation beside the list': [
    { state: lists(['a'], null, []), phases: { a: { status: 'a few tests still missing' } } },
    [],
    'a',
    [],
  ],
  'signs and remarks in valid lists': [
    {
      state: lists(['a ✅', 'd (partial)'], 'b (60%)', ['c']),
      phases: { a: { status: 'complete' }, b: { status: 'in_progress' }, c: { status: 'pending' } },
    },
    ['a'],
    'b',
    ['c'],
  ],
  'a current phase as n/m': [
    {
      state: lists(['a'], '2/3', ['c']),
      phases: { a: { status: 'complete' }, b: { status: 'in_progress' }, c: { status: 'pending' } },
    },
    ['a'],
    'b',
    ['c'],
  ],
};

/** Files in which units stand that cannot be read, and where. */
const unread: Readonly<Record<string, readonly [JsonObject, string]>> = {
  'a sentence': [{ ...base, phases: 'the tables are done and the routes are left for tomorrow' }, '/phases'],
  'nested lists': [{ ...base, phases: [[['a']], { name: 'b', status: 'done' }] }, '/phases/0'],
  'more phases than are named': [{ ...base, completed_phases: ['a', 'b'], progress: '2/5' }, '/progress'],
  'a bare number': [{ ...base, completed_phases: 2, total_phases: 5 }, '/completed_phases'],
  'flags without names': [{ ...base, steps: [true, false] }, '/steps'],
};

/** Runs that are over, and from where the time of that comes. */
const finished: Readonly<Record<string, readonly [JsonObject, string | undefined]>> = {
  'completed_at in words': [{ completed_at: 'today' }, base.updated_at],
  'completed_at as a flag': [{ completed: true, completed_at: true }, base.updated_at],
  'a status and another time': [{ status: 'completed', finished_at: at }, at],
  'a status alone': [{ status: '✅ done' }, base.updated_at],
  'a stale current phase': [{ state: lists(['a'], 'a', []), completed_at: at, version: '1' }, at],
  'a status in doubt': [{ status: 'done?' }, undefined],
  'completed_at in doubt': [{ completed_at: 'not yet' }, undefined],
  'an open phase that only the state knows': [{ state: lists(['a'], null, ['c']), completed_at: 'today' }, undefined],
};

const stateOf = (document: Json): Json => JSON.parse(JSON.stringify((document as JsonObject)['state'] ?? null)) as Json;

describe('drifted command checkpoints', () => {
  for (const [name, [members, done, current, open]] of Object.entries(states)) {
    test(`${name} is read`, () => {
      const file = { ...base, ...members };
      const { document, undecided } = repair('command', null, file, facts);
      assert.deepEqual(undecided, []);
      const { current_phase, completed_phases, pending_phases } = stateOf(document) as Record<string, Json>;
      assert.deepEqual([completed_phases, current_phase, pending_phases], [done, current, open]);
      assertSound('command', file);
    });
  }

  for (const [name, [file, path]] of Object.entries(unread)) {
    test(`${name}: a person decides`, () => {
      const { document, undecided } = repair('command', null, file, facts);
      assert.equal(document, file);
      assert.deepEqual(
        undecided.map((one) => [one.code, one.path]),
        [['unresolved', path]],
      );
    });
  }

  for (const [name, [members, time]] of Object.entries(finished)) {
    test(`${name} ${time === undefined ? 'ends no run' : 'ends a run'}`, () => {
      const file = { ...base, state: lists(['a'], null, []), phases: over, ...members };
      const { document } = repair('command', null, file, facts);
      assert.equal((document as JsonObject)['completed_at'], time);
      assertSound('command', file);
    });
  }

  test('a phase in a list that the format does not have stays in the run', () => {
    const groups = { ...base, phases: { completed: ['a'], in_progress: ['b', 'c'], failed: ['d'] } };
    const named = { ...base, completed_phases: ['a'], skipped_phases: ['b'], state: { failed_steps: ['c'] } };
    const statuses = (file: Json): Json => {
      const { phases = {} } = repair('command', null, file, facts).document as Record<string, JsonObject>;
      return Object.fromEntries(
        Object.entries(phases).map(([name, phase]) => [name, (phase as JsonObject)['status'] ?? null]),
      );
    };
    assert.deepEqual(statuses(groups), { c: 'in_progress', d: 'failed' });
    assert.deepEqual(statuses(named), { b: 'skipped', c: 'failed' });
    for (const file of [groups, named]) assertSound('command', file);
  });

  test('why a phase is blocked or failed is told where resume looks for it', () => {
    const said = {
      a: 'blocked - waiting for a key',
      b: 'FAILED: 3 tests',
      c: 'failed',
      d: { status: 'blocked', error: 'no key' },
    };
    const { phases } = repair('command', null, { ...base, phases: said }, facts).document as Record<string, JsonObject>;
    const errors = Object.values(phases ?? {}).map((phase) => (phase as JsonObject)['error'] ?? null);
    assert.deepEqual(errors, ['blocked - waiting for a key', 'FAILED: 3 tests', null, 'no key']);
    assertSound('command', { ...base, phases: said });
  });

  test('the reason that is given is true', () => {
    const file = { ...base, state: lists(['a'], null, []), phases: { a: { status: 'kruxed' }, b: { status: 'krux' } } };
    const { items } = repair('command', null, file, facts);
    assert.deepEqual(
      items.filter(({ path }) => path.startsWith('/phases')).map(({ became, why }) => [became, why]),
      [
        ['complete', '"kruxed" is no status that is known; the state says complete'],
        ['pending', '"krux" is no status that is known; nothing else says that it has begun'],
      ],
    );
  });

  test('phases go on in the order of the text, numbers among them', () => {
    const text = `{"command":"implement","updated_at":"${at}","phases":{"s":"done","p":"todo","10":"todo","2":"todo","w":"todo"}}`;
    const file = JSON.parse(text) as Json;
    const { document } = repair('command', null, file, { ...facts, orders: findKeyOrders(text) });
    assert.deepEqual(stateOf(document), lists(['s'], null, ['p', '10', '2', 'w']));
    assert.deepEqual(repair('command', null, document, facts).items, []);
    const listed = { ...base, phases: ['p', '2', '1'] };
    assert.deepEqual(stateOf(repair('command', null, listed, facts).document), lists([], null, ['p', '2', '1']));
  });

  test('a gate that says no says why', () => {
    const gates: readonly (readonly [Json, Json])[] = [
      ['BLOCKED: 2 tests fail', { ship_allowed: false, blockers: ['BLOCKED: 2 tests fail'] }],
      ['no', { ship_allowed: false, blockers: [] }],
      ['yes', { ship_allowed: true, blockers: [] }],
      ['yes?', { ship_allowed: false, blockers: ['yes?'] }],
      [
        { ship_allowed: 'true?', blockers: [] },
        { ship_allowed: false, blockers: [] },
      ],
      [
        { allowed: true, blockers: { lint: '2 errors', tests: 'ok' } },
        { ship_allowed: false, blockers: ['lint: 2 errors'] },
      ],
    ];
    for (const [gate, became] of gates) {
      const { document } = repair('command', null, { ...run, gate }, facts);
      assert.deepEqual((document as JsonObject)['gate'], became, JSON.stringify(gate));
    }
  });
});
