import assert from 'node:assert/strict';
import { test } from 'node:test';
import { didYouMean, nearest } from './near.js';

const refs = ['implement/auth-system', 'implement/auth', 'design', 'PRD-009', 'PRD-010', 'ship'];

const cases: readonly (readonly [string, string, readonly string[]])[] = [
  ['a letter too many', 'implementt/auth', ['implement/auth']],
  ['swapped letters', 'desgin', ['design']],
  ['another case', 'DESIGN', ['design']],
  ['a beginning, before anything else', 'implement/auth-s', ['implement/auth-system', 'implement/auth']],
  ['a part', 'auth-system', ['implement/auth-system']],
  ['more than the name', 'command_ship', ['ship']],
  ['zeros left out', 'prd-9', ['PRD-009']],
  ['a neighbour', 'PRD-011', ['PRD-010', 'PRD-009']],
  ['something else', 'release', []],
  ['nothing', '', []],
];

for (const [name, typed, expected] of cases) {
  test(`near matches are found for ${name}`, () => assert.deepEqual(nearest(typed, refs), expected));
}

test('at most three names are given, the nearest first', () => {
  assert.deepEqual(nearest('abcd', ['abxx', 'abcx', 'abcd', 'abxd', 'xbcd']), ['abcd', 'abcx', 'abxd']);
});

test('the question names them, and there is none when nothing is near', () => {
  assert.equal(didYouMean('PRD-011', refs), 'Did you mean PRD-010 or PRD-009?');
  assert.equal(didYouMean('release', refs), null);
});
