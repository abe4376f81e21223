// Many processes update one checkpoint through the facade: every acknowledged update is kept exactly once.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { describe, test, type TestContext } from 'node:test';
import { commandKey } from '../../src/rules/names.js';
import { openStore, statesOf, tasksIn } from '../support/checkpoints.js';
import { runWorker } from '../support/programs.js';
import { full } from '../support/sizes.js';
import { tempFolder } from '../support/temp.js';

const key = commandKey('implement');

interface Watched {
  readonly reads: number;
  readonly raw: number;
  readonly torn: number;
  readonly back: number;
  readonly tasks: number;
}

async function watch(root: string, stop: string): Promise<Watched> {
  const file = path.join(root, '.claude/state/implement-checkpoint.json');
  const { stdout, stderr } = await runWorker('watch', [stop, file], { env: { GIT_ROOT: root } });
  assert.equal(stderr, '');
  return JSON.parse(stdout) as Watched;
}

/** Each state has exactly one task more than the one before. */
function assertHistory(states: readonly unknown[], acknowledged: ReadonlySet<string>): void {
  let before = new Set<string>();
  for (const [index, state] of states.entries()) {
    const now = new Set(tasksIn(state));
    assert.equal(now.size, index + 1, `revision ${index + 1} has ${now.size} updates`);
    for (const task of before) assert.ok(now.has(task), `revision ${index + 1} lacks ${task}`);
    before = now;
  }
  assert.deepEqual([...before].sort(), [...acknowledged].sort());
}

async function race(t: TestContext, writers: number, updates: number, readers: number): Promise<void> {
  const root = tempFolder();
  const stop = path.join(root, 'stop');
  const watching = Array.from({ length: readers }, () => watch(root, stop));
  const env = { GIT_ROOT: root };
  const names = Array.from({ length: writers }, (_, n) => `w${n}`);
  const started = Date.now();
  const ended = await Promise.all(names.map((name) => runWorker('update-many', [name, `${updates}`, '100'], { env })));
  const seconds = (Date.now() - started) / 1000;
  fs.writeFileSync(stop, '');
  const watched = await Promise.all(watching);

  assert.deepEqual([...new Set(ended.map((one) => one.stderr))], ['']);
  const acknowledged = new Set(ended.flatMap((one) => one.stdout.split('\n').filter(Boolean)));
  assert.equal(acknowledged.size, writers * updates);
  const store = openStore(root);
  assertHistory(statesOf(store, key), acknowledged);
  assert.equal((await store.get(key))?.revision, writers * updates);
  await store.close();
  const published: unknown = JSON.parse(
    fs.readFileSync(path.join(root, '.claude/state/implement-checkpoint.json'), 'utf8'),
  );
  assert.equal(tasksIn(published).length, writers * updates);
  for (const { reads, torn, back, tasks } of watched) {
    assert.deepEqual({ torn, back }, { torn: 0, back: 0 }, `of ${reads} reads`);
    assert.ok(tasks <= writers * updates);
  }
  const reads = watched.reduce((sum, one) => sum + one.reads, 0);
  t.diagnostic(`${acknowledged.size} updates in ${seconds.toFixed(1)} s beside ${reads} reads`);
}

describe('many processes on one checkpoint', () => {
  test('8 processes × 250 updates: 2,000 of 2,000 are kept, and no reader sees a torn or an older state', async (t) => {
    await race(t, 8, 250, 2);
  });

  test('32 processes × 100 updates: 3,200 of 3,200 are kept', async (t) => {
    await race(t, 32, 100, 0);
  });

  test('32 processes × 200 updates beside readers: 6,400 of 6,400 are kept', async (t) => {
    if (!full) return t.skip('only in npm run test:faults');
    await race(t, 32, 200, 4);
  });
});
