// Under contention every caller is told its own revision: what an answer says is what its op id stored.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { commandKey } from '../../src/rules/names.js';
import { openStore } from '../support/checkpoints.js';
import { runWorker } from '../support/programs.js';
import { tempFolder } from '../support/temp.js';

test('8 processes x 100 updates: every answer is about the record of its own op id', async () => {
  const root = tempFolder();
  const names = Array.from({ length: 8 }, (_, n) => `w${n}`);
  const ended = await Promise.all(
    names.map((name) => runWorker('answers', [name, '100'], { env: { GIT_ROOT: root } })),
  );
  const answers = ended.flatMap((one) => one.stdout.split('\n').filter(Boolean));
  assert.equal(answers.length, 800);
  const store = openStore(root);
  const stored = (await store.history(commandKey('implement'))).map(({ revision, actor, event }) => {
    const op = event.args?.['op'];
    return JSON.stringify([op, revision, actor, op]);
  });
  await store.close();
  assert.deepEqual(answers.sort(), stored.sort());
});
