import assert from 'node:assert/strict';
import { test } from 'node:test';
import { anyMap, anyText, optional } from './fields.js';
import { checkMembers, type MemberRules } from './members.js';

const rules: MemberRules = {
  ref: { ...anyMap, members: { command: anyText, feature: optional(anyText) } },
  phase: anyText,
  options: { ...optional(anyMap), members: { opId: optional(anyText) } },
};

test('an object with the members that it takes has no problems', () => {
  assert.deepEqual(checkMembers({ ref: { command: 'design' }, phase: 'a', options: undefined }, rules), []);
  assert.deepEqual(checkMembers({ ref: { command: 'design', other: undefined }, phase: 'a' }, rules), []);
});

test('wrong, missing and unknown members are all told, with their places', () => {
  const problems = checkMembers({ ref: { comand: 'x', feature: 5 }, options: { opid: 'a', x: 1 } }, rules);
  assert.deepEqual(
    problems.map(({ path }) => path),
    ['/phase', '/ref/command', '/ref/feature', '/ref/comand', '/options/opid', '/options/x'],
  );
});

test('the fix of an unknown member names the one that was meant, and all there are', () => {
  const [problem] = checkMembers({ ref: { command: 'x', featur: 'y' }, phase: '' }, rules);
  assert.deepEqual(problem, {
    path: '/ref/featur',
    message: '"featur" is not known here',
    fix: 'did you mean feature? known: command, feature',
  });
});

test('members of the prototype are not taken for known ones', () => {
  assert.deepEqual(
    checkMembers({ ref: { command: 'x', toString: 1 }, phase: '' }, rules).map(({ path }) => path),
    ['/ref/toString'],
  );
});
