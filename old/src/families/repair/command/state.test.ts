// Where a drifted run stands: what its phases and lists say, however they are written.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { at, base, lists, stateOf } from '../../../../test/golden/drift/commands.js';
import { assertSound, facts } from '../../../../test/golden/drift/sound.js';
import type { Json, JsonObject } from '../../../rules/json/json.js';
import { findKeyOrders } from '../../../rules/json/repeated-keys.js';
import { repair } from '../index.js';

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

describe('the state of drifted command checkpoints', () => {
  for (const [name, [members, done, current, open]] of Object.entries(states)) {
    test(`${name} is read`, () => {
      const file = { ...base, ...members };
      const { document, undecided } = repair('command', null, file, facts);
      assert.deepEqual(undecided, []);
      const { current_phase, completed_phases, pending_phases } = stateOf(document);
      assert.deepEqual([completed_phases, current_phase, pending_phases], [done, current, open]);
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

  test('phases go on in the order of the text, numbers among them', () => {
    const text = `{"command":"implement","updated_at":"${at}","phases":{"s":"done","p":"todo","10":"todo","2":"todo","w":"todo"}}`;
    const file = JSON.parse(text) as Json;
    const { document } = repair('command', null, file, { ...facts, orders: findKeyOrders(text) });
    assert.deepEqual(stateOf(document), lists(['s'], null, ['p', '10', '2', 'w']));
    assert.deepEqual(repair('command', null, document, facts).items, []);
    const listed = { ...base, phases: ['p', '2', '1'] };
    assert.deepEqual(stateOf(repair('command', null, listed, facts).document), lists([], null, ['p', '2', '1']));
  });
});
