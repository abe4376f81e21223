import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseCall } from './call.js';
import type { CommandRow } from './row.js';

const row: CommandRow = {
  name: 'phase',
  summary: 'x',
  file: 'phase',
  positionals: [
    { name: 'REF', description: 'r' },
    { name: 'PHASE', description: 'p' },
  ],
  options: {
    created: { type: 'string', list: true, description: 'files' },
    next: { type: 'string', description: 'text' },
  },
  examples: [],
};

test('an option that takes several values takes all that follow, up to the next option', () => {
  const call = parseCall(row, ['r', 'p', '--created', 'a', 'b', '--next', 'n', '--created=c', 'd']);
  assert.deepEqual(call.texts('created'), ['a', 'b', 'c', 'd']);
  assert.deepEqual(call.positionals, ['r', 'p']);
  assert.equal(call.text('next'), 'n');
});

test('arguments that are still missing come first', () => {
  const call = parseCall(row, ['--created', 'a', 'r', 'p', 'b']);
  assert.deepEqual(call.positionals, ['r', 'p']);
  assert.deepEqual(call.texts('created'), ['a', 'b']);
});

test('behind another option a word too many is still refused', () => {
  assert.throws(() => parseCall(row, ['r', 'p', '--created', 'a', '--next', 'n', 'x']), /does not take "x"/);
  assert.throws(() => parseCall(row, ['r', 'p', '--created', 'a', '--', 'x']), /does not take "x"/);
});
