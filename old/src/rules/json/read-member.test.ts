import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isSomeText, isTextList, listOf, mapIn, memberIn, textIn, textsOf } from './read-member.js';

describe('members of loose JSON', () => {
  const doc = { pawl: { spec: { path: 'a.md', ids: ['x', 1, 'y'] }, list: [1] }, text: ' ' };

  test('a member is found however deep, and only where it is one of its own', () => {
    assert.equal(memberIn(doc, 'pawl', 'spec', 'path'), 'a.md');
    assert.equal(memberIn(doc, 'text', 'length'), undefined);
    assert.equal(memberIn(doc, 'toString'), undefined);
    assert.equal(memberIn(doc, 'pawl', 'list', '0'), undefined);
    assert.equal(memberIn(null, 'pawl'), undefined);
  });

  test('what is of another kind counts as not there', () => {
    assert.deepEqual(mapIn(doc, 'pawl', 'list'), {});
    assert.deepEqual(mapIn('text'), {});
    assert.equal(textIn(doc, 'pawl'), null);
    assert.equal(textIn(doc, 'text'), ' ');
    assert.deepEqual(listOf({}), []);
    assert.deepEqual(textsOf(doc.pawl.spec.ids), ['x', 'y']);
    assert.deepEqual(textsOf('x'), []);
  });

  test('lists of texts, and texts that say something', () => {
    assert.deepEqual([[], ['a'], ['a', 1], 'a'].map(isTextList), [true, true, false, false]);
    assert.deepEqual(['a', ' ', 1].map(isSomeText), [true, false, false]);
  });
});
