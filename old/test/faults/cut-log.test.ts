// Logs that lost their end: what was durable once is missed, told and carried on from; what never was is not.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { isPawlError } from '../../src/rules/errors.js';
import { families } from '../../src/service/families.js';
import { Catalog } from '../../src/store/file/catalog/catalog.js';
import { FileCheckpoint } from '../../src/store/file/file-checkpoint.js';
import type { FileSpace } from '../../src/store/file/space.js';
import type { Notice } from '../../src/store/store.js';
import { fill, key, openStore, places, putOf, stateOf, tasksIn, timeOf } from '../support/checkpoints.js';
import { fastFolder, flipped } from '../support/fast-folder.js';

const updates = 40;

async function prepared(count = updates): Promise<{ readonly root: string; readonly log: string }> {
  const root = fastFolder();
  const store = openStore(root);
  await fill(store, 1, count);
  await store.close();
  return { root, log: path.join(root, places.log) };
}

function cut(log: string, part: number): void {
  fs.truncateSync(log, Math.floor(fs.statSync(log).size * part));
}

/** What a fresh process is told when it lists everything. */
async function toldByList(root: string): Promise<readonly Notice['code'][]> {
  const notices: Notice[] = [];
  const store = openStore(root, { onNotice: (notice) => notices.push(notice) });
  await store.summaries({ unfinished: true });
  await store.close();
  return notices.map(({ code }) => code);
}

const isDamaged = (error: unknown): boolean => isPawlError(error, 'damaged');
const all = tasksIn(stateOf(updates));

describe('a log that was cut to half', () => {
  test('is told as damaged by every read, and the published file still tells the newest state', async () => {
    const { root, log } = await prepared();
    cut(log, 0.5);
    for (let look = 0; look < 3; look++) {
      const store = openStore(root);
      const read = await store.get(key);
      await store.close();
      assert.ok(read?.notices.some(({ code }) => code === 'damaged'));
      assert.deepEqual(tasksIn(read?.state), all);
      assert.equal(read?.revision, updates);
    }
  });

  test('is told by every list', async () => {
    const { root, log } = await prepared();
    cut(log, 0.5);
    for (let look = 0; look < 3; look++) assert.ok((await toldByList(root)).includes('damaged'), `look ${look + 1}`);
  });

  test('takes no save, whether it was read before or not', async () => {
    const { root, log } = await prepared();
    cut(log, 0.5);
    const length = fs.statSync(log).size;
    const store = openStore(root);
    await assert.rejects(store.put(key, putOf(20, { expect: 20 })), isDamaged);
    await assert.rejects(
      store.update(key, () => putOf(updates + 1)),
      isDamaged,
    );
    assert.throws(() => store.pack(key), isDamaged);
    await store.close();
    assert.equal(fs.statSync(log).size, length);
  });

  for (const hasFile of [true, false]) {
    const what = hasFile ? 'the newest state, which its file holds' : 'what can be read, without its file';
    test(`is carried on from ${what}, under a number that was never used`, async () => {
      const { root, log } = await prepared();
      cut(log, 0.5);
      if (!hasFile) fs.rmSync(path.join(root, places.published));
      const store = openStore(root);
      const view = store.upkeep.inspect(key);
      assert.match(view.damage ?? '', /revision 40 was stored/);
      assert.ok(view.isRepairable);
      assert.ok(await store.repair(key, 'zoe'));
      assert.equal(store.upkeep.inspect(key).damage, null);
      const read = await store.get(key);
      // Without its file: who took that away is told after it.
      assert.deepEqual([read?.revision, read?.place], hasFile ? [updates + 1, 'live'] : [updates + 2, 'removed']);
      const repaired = await store.revision(key, updates + 1);
      const tasks = tasksIn(repaired?.state);
      assert.equal(repaired?.event.name, 'repaired');
      assert.equal(repaired?.actor, 'zoe');
      assert.ok(Date.parse(repaired?.at ?? '') > Date.parse(timeOf(updates)), 'it was carried on now');
      if (hasFile) assert.deepEqual(tasks, all);
      else assert.ok(tasks.length > 5 && tasks.length < updates);
      const put = await store.put(key, putOf(updates + 2, { expect: read?.revision ?? 0 }));
      assert.ok(put.ok);
      await store.close();
      assert.deepEqual(await toldByList(root), []);
    });
  }
});

for (const part of [0, 0.1, 0.5, 0.9]) {
  test(`a current segment that was cut to ${100 * part}% after packing takes no save, and is told by every list`, async () => {
    const { root, log } = await prepared(20);
    const store = openStore(root);
    store.pack(key);
    await fill(store, 21, updates);
    await store.close();
    cut(log.replace('.log', '+2.log'), part);
    for (let look = 0; look < 2; look++) assert.ok((await toldByList(root)).includes('damaged'), `look ${look + 1}`);
    const again = openStore(root);
    assert.ok(again.upkeep.inspect(key).damage !== null);
    assert.deepEqual(tasksIn((await again.get(key))?.state), all);
    await assert.rejects(
      again.update(key, () => putOf(updates + 1)),
      isDamaged,
    );
    await again.close();
  });
}

test('a log that was damaged under its size is told by lists as soon as a save was refused', async () => {
  const { root, log } = await prepared();
  assert.deepEqual(await toldByList(root), []);
  const bytes = fs.readFileSync(log);
  const step = bytes.indexOf('"k":"step"', bytes.lastIndexOf('"k":"full"'));
  fs.writeFileSync(log, flipped(bytes, (step + 100) * 8));
  const store = openStore(root);
  await assert.rejects(store.put(key, putOf(updates + 1)), isDamaged);
  await store.close();
  for (let look = 0; look < 2; look++) assert.deepEqual(await toldByList(root), ['damaged'], `look ${look + 1}`);
});

describe('a log of which nothing is left', () => {
  for (const length of [0, 1, 40]) {
    test(`but ${length} bytes is not begun anew`, async () => {
      const { root, log } = await prepared();
      fs.truncateSync(log, length);
      const store = openStore(root);
      assert.ok(store.upkeep.inspect(key).damage !== null);
      const read = await store.get(key);
      assert.deepEqual(tasksIn(read?.state), all);
      assert.ok(read?.notices.some(({ code }) => code === 'damaged'));
      await assert.rejects(store.put(key, putOf(1)), isDamaged);
      await store.close();
      const again = openStore(root);
      await assert.rejects(again.put(key, putOf(1)), isDamaged);
      await again.close();
      assert.equal(fs.statSync(log).size, length);
    });

    test(`but ${length} bytes, and whose file is gone, is told by every list and by the doctor, and its number is not forgotten`, async () => {
      const { root, log } = await prepared();
      fs.truncateSync(log, length);
      fs.rmSync(path.join(root, places.published));
      for (let look = 0; look < 3; look++) assert.deepEqual(await toldByList(root), ['unreadable']);
      const store = openStore(root);
      assert.deepEqual(
        [...store.upkeep.logs()].map((one) => one.key),
        [key],
      );
      assert.equal((await store.summaries())[0]?.revision, updates);
      await assert.rejects(store.put(key, putOf(1)), isDamaged);
      assert.equal(await store.purge(key), true);
      assert.deepEqual(await store.summaries(), []);
      await store.close();
    });
  }
});

describe('a log that was brought back from an older copy', () => {
  for (const aheadMs of [0, 60_000, 400 * 86_400_000]) {
    test(`is missed also when its time stamps are ${aheadMs} ms ahead of the clock`, async () => {
      const { root, log } = await prepared();
      const at = new Date(Date.now() + aheadMs).toISOString();
      const [one, two] = [openStore(root), openStore(root)];
      assert.ok((await one.put(key, putOf(updates + 1, { at }))).ok);
      await one.close();
      const copy = fs.readFileSync(log);
      for (const n of [2, 3]) assert.ok((await two.put(key, putOf(updates + n, { at }))).ok);
      await two.close();
      fs.writeFileSync(log, copy);
      const store = openStore(root);
      assert.match(store.upkeep.inspect(key).damage ?? '', /its end is missing/);
      await assert.rejects(store.put(key, putOf(updates + 2)), isDamaged);
      assert.equal(await store.repair(key, 'test'), true);
      assert.ok(((await store.get(key))?.revision ?? 0) > updates + 3);
      await store.close();
    });
  }
});

describe('a log that holds all that was durable is no damage', () => {
  const stillTakes = async (root: string, expect: number): Promise<void> => {
    const store = openStore(root);
    assert.equal(store.upkeep.inspect(key).damage, null);
    const read = await store.get(key);
    assert.equal(read?.revision ?? 0, expect);
    assert.ok(!read?.notices.some(({ code }) => code === 'damaged'));
    assert.ok((await store.put(key, putOf(expect + 1, { at: new Date().toISOString() }))).ok);
    await store.close();
  };

  test('after it was purged and begun anew, even where the catalogue was not told', async () => {
    const { root } = await prepared();
    const catalogue = path.join(root, places.own, 'catalog.log');
    const before = fs.readFileSync(catalogue);
    const store = openStore(root);
    await store.purge(key);
    await store.put(key, putOf(1, { at: new Date(Date.now() + 1000).toISOString() }));
    await store.close();
    fs.writeFileSync(catalogue, before);
    fs.writeFileSync(path.join(root, places.published), `${JSON.stringify(stateOf(3))}\n`);
    const again = openStore(root);
    assert.equal(again.upkeep.inspect(key).damage, null);
    assert.deepEqual(tasksIn((await again.get(key))?.state), tasksIn(stateOf(3)));
    await again.close();
  });

  test('after it was packed, written anew, or its file was edited', async () => {
    const { root } = await prepared();
    const store = openStore(root);
    store.pack(key);
    store.upkeep.rewrite(key, (value) => value);
    await store.close();
    await stillTakes(root, updates);
    fs.writeFileSync(path.join(root, places.published), `${JSON.stringify(stateOf(3))}\n`);
    await stillTakes(root, updates + 2);
  });

  test('when a power cut took a revision that another process had published before it was durable', async () => {
    const { root, log } = await prepared(5);
    const own = path.join(root, places.own);
    const space: FileSpace = {
      root,
      views: families,
      now: () => timeOf(0),
      isFromGit: () => false,
      switchedTo: () => null,
      sidesInGit: () => null,
      segmentBytes: 1 << 20,
      catalog: new Catalog(own, path.join(root, places.temp)),
    };
    const [one, other] = [new FileCheckpoint(space, key), new FileCheckpoint(space, key)];
    assert.ok(one.append(putOf(6)).ok);
    one.sync();
    const durable = fs.readFileSync(log);
    assert.ok(other.append(putOf(7)).ok);
    assert.deepEqual(one.publish(), []);
    assert.match(fs.readFileSync(path.join(own, 'catalog.log'), 'utf8'), /"r":7/);
    one.close();
    other.close();
    fs.writeFileSync(log, durable);
    // The published file was kept: it passes for an edit, as it always did.
    await stillTakes(root, 7);
  });

  test('and a revision that a reader publishes is durable by then', async () => {
    const { root, log } = await prepared(5);
    const store = openStore(root);
    const checkpoint = fs.readFileSync(path.join(root, places.published));
    await store.put(key, putOf(6));
    await store.close();
    // Its writer was killed before it published.
    const bytes = fs.readFileSync(log, 'utf8');
    fs.writeFileSync(log, bytes.slice(0, bytes.lastIndexOf('\n{"k":"pub"')));
    fs.writeFileSync(path.join(root, places.published), checkpoint);
    const reader = openStore(root);
    assert.equal((await reader.get(key))?.revision, 6);
    await reader.close();
    cut(log, 0.5);
    assert.ok((await toldByList(root)).includes('damaged'));
  });
});
