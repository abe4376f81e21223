// kill -9 at random moments of saves: nothing acknowledged is lost, nothing is doubled, the next save needs no repair.
import assert from 'node:assert/strict';
import path from 'node:path';
import { describe, test, type TestContext } from 'node:test';
import { commandKey } from '../../src/rules/names.js';
import { filesBelow, openStore, places, statesOf, tasksIn } from '../support/checkpoints.js';
import { inParallel, runWorker } from '../support/programs.js';
import { type Random, randomFrom, sized, tellSeed } from '../support/sizes.js';
import { tempFolder } from '../support/temp.js';

/** Runs a worker that saves without end, and kills it some time after its first acknowledgement. */
async function killed(worker: string, args: readonly string[], root: string, random: Random): Promise<string[]> {
  const afterMs = random.int(40);
  const { stdout, signal, stderr } = await runWorker(worker, args, {
    env: { GIT_ROOT: root },
    onStart: (child) => {
      const kill = (): void => void setTimeout(() => child.kill('SIGKILL'), afterMs);
      // One in four dies while it is still starting, perhaps in its very first save.
      if (random.int(4) === 0) setTimeout(kill, 40 + random.int(60));
      else child.stdout?.once('data', kill);
    },
  });
  assert.equal(signal, 'SIGKILL', stderr);
  assert.equal(stderr, '');
  // A line that was cut off was not acknowledged to anybody.
  return stdout.split('\n').slice(0, -1);
}

function leftovers(root: string): string[] {
  return filesBelow(path.join(root, '.claude')).filter((file) => file.endsWith('.tmp'));
}

async function killMany(t: TestContext, worker: string, kills: number, segmentBytes: number | null): Promise<void> {
  tellSeed(t);
  const random = randomFrom();
  const root = tempFolder();
  const acknowledged = new Map<string, Set<string>>();
  const names = Array.from({ length: kills }, (_, n) => n);
  await inParallel(names, 3, async (n) => {
    // A new checkpoint now and then: its creation is under fire too, and documents stay small.
    const feature = `f${Math.floor(n / 15)}`;
    const args =
      segmentBytes === null ? [`k${n}`, '100000', '20', 'implement', feature] : [`k${n}`, feature, `${segmentBytes}`];
    const tasks = acknowledged.get(feature) ?? new Set();
    acknowledged.set(feature, tasks);
    for (const task of await killed(worker, args, root, random)) tasks.add(task);
  });

  const store = openStore(root);
  let unacknowledged = 0;
  for (const [feature, tasks] of acknowledged) {
    const key = commandKey('implement', feature);
    const newest = await store.get(key);
    assert.equal(newest?.notices.some((notice) => notice.code === 'damaged') ?? false, false);
    const found = newest === null ? [] : tasksIn(newest.state);
    for (const task of tasks) assert.ok(found.includes(task), `${task} was acknowledged and is lost`);
    unacknowledged += found.length - tasks.size;
    const states = statesOf(store, key);
    assert.equal(states.length, newest?.revision ?? 0);
    for (const [index, state] of states.entries()) assert.equal(tasksIn(state).length, index + 1);
    const { stdout, stderr } = await runWorker('update-many', ['last', '1', '20', 'implement', feature], {
      env: { GIT_ROOT: root },
    });
    assert.deepEqual({ stdout, stderr }, { stdout: 'last-0\n', stderr: '' });
  }
  const left = leftovers(root);
  store.sweep({ olderThanMs: 0 });
  const total = [...acknowledged.values()].reduce((sum, tasks) => sum + tasks.size, 0);
  t.diagnostic(
    `${kills} kills, ${total} acknowledged, ${unacknowledged} more arrived; ${left.length} temp files before the sweep`,
  );
  assert.deepEqual(leftovers(root), []);
  assert.deepEqual(filesBelow(path.join(root, places.aside)), []);
  await store.close();
}

describe('kill -9', () => {
  const kills = sized(40, 1_500);
  test(`${kills} kills during updatePhase: every acknowledged update is there once, and the sweep leaves nothing`, async (t) => {
    await killMany(t, 'update-many', kills, null);
  });

  const more = sized(30, 500);
  test(`${more} kills while segments are sealed and packed: every acknowledged update is there once`, async (t) => {
    await killMany(t, 'put-many', more, 1_500);
  });
});
