import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testsPassing, type TestsPassing } from './tests-passing.js';

const table: Readonly<Record<TestsPassing, readonly unknown[]>> = {
  yes: [
    true,
    'true',
    'Yes',
    'passing',
    'PASS',
    'all tests passing',
    'all green',
    'green ✅',
    '✅',
    '14/14',
    '3 of 3 tests',
    '100%',
  ],
  no: [false, 'false', 'no', 'failing', 'FAILED', 'red', 'broken'],
  doubt: [
    '2 failing',
    '12/14',
    '0/0',
    0,
    1,
    12,
    'unknown',
    'not run',
    'mostly',
    'yes?',
    'passing?',
    '✅❌',
    'n/a',
    [],
    {},
  ],
  unsaid: [null, undefined, '', ' '],
};

test('only a plain yes says that the tests pass, at the top and in the state', () => {
  for (const [wanted, values] of Object.entries(table)) {
    for (const value of values) {
      assert.equal(testsPassing({ tests_passing: value }), wanted, JSON.stringify(value));
      assert.equal(testsPassing({ workflow_state: { tests_passing: value } }), wanted, JSON.stringify(value));
    }
  }
});

test('of two statements the worse one counts', () => {
  assert.equal(testsPassing({ tests_passing: true, workflow_state: { tests_passing: 'no' } }), 'no');
  assert.equal(testsPassing({ tests_passing: '2 failing', workflow_state: { tests_passing: true } }), 'doubt');
  assert.equal(testsPassing({ tests_passing: null, workflow_state: { tests_passing: 'yes' } }), 'yes');
});
