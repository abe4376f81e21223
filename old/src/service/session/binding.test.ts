import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { tempFolder } from '../../../test/support/temp.js';
import { commandKey } from '../../rules/names.js';
import { isFirst, isFirstEver, sweepMarks } from '../hooks/once.js';
import { bindRun, boundRun, loadBinding, releaseRun, sessionFolder, sweepSessions } from './binding.js';

const [auth, pay] = [commandKey('implement', 'auth'), commandKey('implement', 'pay')];

test('a session is bound to the run that it last worked on, until that is over', () => {
  const bench = { root: tempFolder(), clock: Date.now };
  assert.equal(boundRun(bench.root, 's'), null);
  bindRun(bench, 's', auth);
  bindRun(bench, 's', pay);
  assert.deepEqual(boundRun(bench.root, 's'), pay);
  releaseRun(bench, 's', auth);
  assert.deepEqual(boundRun(bench.root, 's'), pay);
  releaseRun(bench, 's', pay);
  assert.deepEqual(
    [boundRun(bench.root, 's'), boundRun(bench.root, 'other'), boundRun(bench.root, null)],
    [null, null, null],
  );
});

test('what cannot be understood binds nobody, and old sessions are forgotten', () => {
  const bench = { root: tempFolder(), clock: Date.now };
  bindRun(bench, 's', auth);
  const folder = path.join(bench.root, sessionFolder);
  const [name = ''] = fs.readdirSync(folder);
  for (const text of ['', '{', '[]', '{"session":"t"}', '{"session":"s","at":1}', '{"session":"s","at":"x","run":7}']) {
    fs.writeFileSync(path.join(folder, name), text);
    assert.equal(loadBinding(bench.root, 's')?.run ?? null, null, text);
  }
  sweepSessions(bench.root, Date.now());
  assert.equal(fs.readdirSync(folder).length, 1);
  sweepSessions(bench.root, Date.now() + 40 * 24 * 60 * 60 * 1000);
  assert.deepEqual(fs.readdirSync(folder), []);
});

test('of two equal events within a moment one is first, also across the border of a slot; later ones count again', () => {
  const root = tempFolder();
  fs.mkdirSync(path.join(root, '.claude/state/.pawl'), { recursive: true });
  const now = Math.ceil(Date.now() / 3_000) * 3_000;
  assert.equal(isFirst(root, 'x', now - 1), true);
  assert.equal(isFirst(root, 'x', now - 1), false);
  assert.equal(isFirst(root, 'x', now + 1), false, 'the other one came just before the border');
  assert.equal(isFirst(root, 'y', now + 1), true);
  assert.equal(isFirst(root, 'x', now + 60_000), true);
  assert.deepEqual([isFirstEver(root, 'x'), isFirstEver(root, 'x')], [true, false]);
  sweepMarks(root, Date.now() + 2 * 24 * 60 * 60 * 1000);
  assert.deepEqual(fs.readdirSync(path.join(root, '.claude/state/.pawl/hooks')), []);
  assert.equal(isFirst(tempFolder(), 'x', now), true, 'where pawl keeps nothing no mark is made');
});
