// A failed sync: what it may have cost is known to nobody, so that nobody builds on it, in whatever process.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { describe, test, type TestContext } from 'node:test';
import { isPawlError } from '../../src/rules/errors.js';
import { readLines } from '../../src/store/file/log/record.js';
import { fill, key, openStore, places, putOf, stateOf, tasksIn } from '../support/checkpoints.js';
import { tempFolder } from '../support/temp.js';

const isUnclear = (error: unknown): boolean => isPawlError(error, 'unclear');
const eio = (): never => {
  throw Object.assign(new Error('EIO'), { code: 'EIO' });
};

/** Three revisions; of the third nobody knows whether it is on the disk. Whoever comes next is another process. */
async function prepared(t: TestContext, opId?: string): Promise<string> {
  const root = tempFolder();
  const store = openStore(root);
  await fill(store, 1, 2);
  const fail = t.mock.method(fs, 'fdatasyncSync', eio);
  await assert.rejects(store.put(key, putOf(3, opId === undefined ? {} : { opId })), isUnclear);
  fail.mock.restore();
  await store.close();
  return root;
}

const fileOf = (root: string, segment: number): string =>
  path.join(root, segment === 1 ? places.log : places.log.replace(/\.log$/, `+${segment}.log`));

function kindsIn(file: string): string[] {
  return readLines(fs.readFileSync(file)).map(({ record }) => `${record?.k} ${record?.r}`);
}

async function save(root: string, n: number): Promise<void> {
  const store = openStore(root);
  assert.ok((await store.put(key, putOf(n))).ok);
  await store.close();
}

async function revisionsIn(root: string): Promise<readonly number[]> {
  const store = openStore(root);
  const revisions = (await store.history(key)).map(({ revision }) => revision);
  assert.equal(store.upkeep.inspect(key).damage, null);
  assert.deepEqual(tasksIn((await store.get(key))?.state), tasksIn(stateOf(revisions.length)));
  await store.close();
  return revisions;
}

/** The current segment begins with a full state, and the way to it does not lead over what may be lost. */
function standsAlone(root: string, segment: number, begins: string): void {
  assert.deepEqual(kindsIn(fileOf(root, 1)), ['moved 0']);
  assert.equal(kindsIn(fileOf(root, segment))[0], begins);
}

describe('after a failed sync', () => {
  test('the next process saves into a new segment that begins with a full state', async (t) => {
    const root = await prepared(t);
    await save(root, 4);
    standsAlone(root, 2, 'full 3');
    assert.deepEqual(await revisionsIn(root), [4, 3, 2, 1]);
    await save(root, 5);
    assert.equal(fs.existsSync(fileOf(root, 3)), false);
  });

  test('a retry with the same op id is told yes only when the revision stands in a new segment', async (t) => {
    const root = await prepared(t, 'op-3');
    const store = openStore(root);
    assert.equal((await store.findOp(key, 'op-3'))?.revision, 3);
    await store.close();
    standsAlone(root, 2, 'full 3');
    assert.deepEqual(await revisionsIn(root), [3, 2, 1]);
  });

  test('a process that has the log open heeds it as well', async (t) => {
    const root = tempFolder();
    const [one, other] = [openStore(root), openStore(root)];
    await fill(one, 1, 2);
    assert.equal((await other.get(key))?.revision, 2);
    const fail = t.mock.method(fs, 'fdatasyncSync', eio);
    await assert.rejects(one.put(key, putOf(3)), isUnclear);
    fail.mock.restore();
    assert.ok((await other.put(key, putOf(4))).ok);
    await Promise.all([one.close(), other.close()]);
    standsAlone(root, 2, 'full 3');
    assert.deepEqual(await revisionsIn(root), [4, 3, 2, 1]);
  });

  test('a disk without room for the seal does not hide it', { skip: process.platform === 'win32' }, async (t) => {
    const full = t.mock.method(fs, 'writeSync', (fd: number, bytes: Buffer): number => {
      if (bytes.includes('"k":"seal"')) throw Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' });
      return fs.writevSync(fd, [bytes]);
    });
    const root = await prepared(t);
    full.mock.restore();
    assert.ok(!kindsIn(fileOf(root, 1)).includes('seal 3'));
    await save(root, 4);
    standsAlone(root, 2, 'full 3');
    assert.deepEqual(await revisionsIn(root), [4, 3, 2, 1]);
  });

  test('a new segment that cannot be synced either is left for the next', async (t) => {
    const root = await prepared(t);
    const fail = t.mock.method(fs, 'fdatasyncSync', eio);
    const store = openStore(root);
    await assert.rejects(store.put(key, putOf(4)), isUnclear);
    await store.close();
    fail.mock.restore();
    await save(root, 4);
    standsAlone(root, 3, 'full 3');
    assert.deepEqual(await revisionsIn(root), [4, 3, 2, 1]);
  });

  test('a way to the new segment that was cut off is made durable by the next save', async (t) => {
    const root = await prepared(t);
    const fail = t.mock.method(fs, 'renameSync', eio);
    const store = openStore(root);
    await assert.rejects(store.put(key, putOf(4)));
    await store.close();
    fail.mock.restore();
    assert.equal(kindsIn(fileOf(root, 2))[0], 'full 3');
    await save(root, 4);
    standsAlone(root, 3, 'full 3');
    assert.deepEqual(await revisionsIn(root), [4, 3, 2, 1]);
  });

  test('a reader takes in an edit once', async (t) => {
    const root = await prepared(t);
    const edited = { ...stateOf(3), noted: 'by hand' };
    const reader = openStore(root);
    await reader.get(key);
    fs.writeFileSync(path.join(root, places.published), `${JSON.stringify(edited)}\n`);
    assert.equal((await reader.get(key))?.state['noted'], 'by hand');
    assert.equal((await reader.get(key))?.revision, 4);
    await reader.close();
  });
});
