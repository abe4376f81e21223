import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type PushedRefs, pushedRefs } from './pushed-refs.js';

const told = (refs: PushedRefs | null): string =>
  refs === null ? 'unclear' : [...(refs.isDefault ? ['default'] : []), ...refs.sources, ...refs.folders].join(' ');

describe('what a push sends', () => {
  for (const [args, expected] of [
    ['', 'default'],
    ['origin', 'default'],
    ['--force --set-upstream origin', 'default'],
    ['origin evil', 'evil'],
    ['origin +evil:main', 'evil'],
    ['-u origin HEAD', 'HEAD'],
    ['-o ci.skip origin evil', 'evil'],
    ['origin a b:c', 'a b'],
    ['origin tag v1', 'refs/tags/v1'],
    ['origin HEAD@{1}:main', 'HEAD@{1}'],
    ['-- origin evil', 'evil'],
    ['--all', 'refs/heads/'],
    ['--al origin', 'refs/heads/'],
    ['--mirror origin', 'refs/'],
    ['--tags', 'default refs/tags/'],
    ['origin :', 'refs/heads/'],
    ['origin refs/heads/*:refs/heads/*', 'refs/'],
    ['origin :old', ''],
    ['origin --delete old', ''],
    ['-d origin old', ''],
    ['origin refs/notes/pawl', ''],
    ['origin $BRANCH', 'unclear'],
    ['origin $(…)', 'unclear'],
    ['origin {a,b}', 'unclear'],
    ['origin feat?', 'unclear'],
  ] as const) {
    test(`git push ${args}: ${expected === '' ? 'nothing' : expected}`, () => {
      assert.equal(told(pushedRefs(args.split(' ').filter(Boolean))), expected);
    });
  }
});
