import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { didYouMean, isSlip, nearest } from './near.js';

test('near misses are found, far ones are not', () => {
  assert.deepEqual(nearest('stauts', ['status', 'start', 'store']), ['status', 'start']);
  assert.equal(didYouMean('comp', ['completion', 'demo']), 'did you mean completion?');
  assert.equal(didYouMean('xyz', ['completion', 'demo']), undefined);
});

test('the nearest comes first, and no more are given than asked for', () => {
  assert.deepEqual(nearest('implement', ['implements', 'implement', 'implementt', 'amplement'], 2), [
    'implements',
    'implement',
  ]);
  assert.deepEqual(nearest('lits', ['list', 'lint', 'lift', 'lit', 'lots']).length, 3);
  assert.deepEqual(nearest('lits', ['list', 'lift'], 1), ['list']);
});

test('case does not count', () => {
  assert.deepEqual(nearest('prd-00', ['PRD-009', 'PRD-010']), ['PRD-009', 'PRD-010']);
});

test('nothing is near the empty word, or one that no name has', () => {
  assert.deepEqual(nearest('', ['a']), []);
  assert.deepEqual(nearest('x'.repeat(100_000), ['x'.repeat(100_000)]), []);
});

test('a word with one letter changed, left out or doubled is found', () => {
  const word = fc.stringMatching(/^[a-z]{4,12}$/);
  fc.assert(
    fc.property(word, fc.nat(3), (name, at) => {
      for (const typed of [
        `${name.slice(0, at)}#${name.slice(at + 1)}`,
        name.slice(0, at) + name.slice(at + 1),
        name.slice(0, at) + name.slice(at, at + 1) + name.slice(at),
      ]) {
        assert.deepEqual(nearest(typed, ['0123456789', name]), [name]);
      }
    }),
  );
});

const refs = ['implement/auth-system', 'implement/auth', 'design', 'PRD-009', 'PRD-010', 'ship'];

const cases: readonly (readonly [string, string, readonly string[]])[] = [
  ['swapped letters', 'desgin', ['design']],
  ['a beginning, before anything else', 'implement/auth-s', ['implement/auth-system', 'implement/auth']],
  ['a part', 'auth-system', ['implement/auth-system']],
  ['more than the name', 'command_ship', ['ship']],
  ['zeros left out', 'prd-9', ['PRD-009']],
  ['a neighbour', 'PRD-011', ['PRD-010', 'PRD-009']],
  ['something else', 'release', []],
];

for (const [name, typed, expected] of cases) {
  test(`near refs are found for ${name}`, () => assert.deepEqual(nearest(typed, refs), expected));
}

test('a slip is a letter or two in a name that is long enough, or its case; other numbers are other names', () => {
  for (const [typed, name] of [
    ['auht', 'auth'],
    ['auth', 'Auth'],
    ['implemnt', 'implement'],
    ['auth-sysetm-2', 'auth-system-2'],
  ] as const) {
    assert.ok(isSlip(typed, name), `${typed} ${name}`);
  }
  for (const [typed, name] of [
    ['auth', 'auth'],
    ['ui', 'up'],
    ['BAS-6', 'BAS-7'],
    ['auth', 'auth-2'],
    ['auth', 'auth-system'],
    ['search', 'reports'],
    ['x'.repeat(100_000), 'y'.repeat(100_000)],
  ] as const) {
    assert.ok(!isSlip(typed, name), `${typed.slice(0, 9)} ${name.slice(0, 9)}`);
  }
});
