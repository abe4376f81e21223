// Pipeline files that git tracks: a switch of branches is recorded as such, not as an edit or a removal by hand.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { describe, test, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { JsonObject } from '../../src/rules/json/json.js';
import type { FileStore } from '../../src/store/file/file-store.js';
import { openStore, timeOf } from '../support/checkpoints.js';
import { goldens } from '../support/golden.js';
import { missing } from '../support/programs.js';
import { tempFolder } from '../support/temp.js';

const golden = goldens[1] ?? assert.fail('no pipeline');
const { key, doc, file } = golden;

function git(root: string, ...args: readonly string[]): void {
  const config = ['-c', 'user.name=t', '-c', 'user.email=t@example.com', '-c', 'commit.gpgsign=false'];
  execFileSync('git', [...config, ...args], {
    cwd: root,
    stdio: 'pipe',
    env: { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null' },
  });
}

function repository(t: TestContext): string | null {
  const reason = missing('git');
  if (reason !== null) t.skip(reason);
  if (reason !== null) return null;
  const root = tempFolder();
  git(root, 'init', '-q', '-b', 'main');
  fs.writeFileSync(path.join(root, '.gitignore'), '.claude/state/\n');
  git(root, 'add', '.');
  git(root, 'commit', '-qm', 'first');
  return root;
}

async function save(store: FileStore, change: JsonObject, n: number): Promise<void> {
  const put = {
    state: { ...doc, ...change, timestamp: timeOf(n) },
    actor: 'test',
    event: { name: 'saved' },
    at: timeOf(n),
  };
  const current = await store.get(key);
  assert.ok((await store.put(key, { ...put, expect: current?.revision ?? 0 })).ok);
}

/** So long that a file written now has another time than one written before. */
const tick = (): Promise<void> => sleep(30);

async function events(store: FileStore): Promise<string[]> {
  return (await store.history(key)).map((one) => one.event.name).toReversed();
}

describe('a switch of branches', () => {
  test('that changes a tracked pipeline file is recorded as switched', async (t) => {
    const root = repository(t);
    if (root === null) return;
    const store = openStore(root);
    await save(store, { prd_title: 'on main' }, 1);
    git(root, 'add', '.');
    git(root, 'commit', '-qm', 'on main');
    git(root, 'switch', '-qc', 'feature');
    await save(store, { prd_title: 'on feature' }, 2);
    git(root, 'commit', '-qam', 'on feature');
    git(root, 'switch', '-q', 'main');
    const back = await store.get(key);
    assert.equal(back?.state['prd_title'], 'on main');
    assert.equal(back?.notices[0]?.code, 'switched');
    git(root, 'switch', '-q', 'feature');
    assert.equal((await store.get(key))?.state['prd_title'], 'on feature');
    assert.deepEqual(await events(store), ['saved', 'saved', 'switched', 'switched']);
    await store.close();
  });

  test('with the line ends of Windows is recorded as switched, and leaves the file as git wrote it', async (t) => {
    const root = repository(t);
    if (root === null) return;
    git(root, 'config', 'core.autocrlf', 'true');
    const store = openStore(root);
    await save(store, { prd_title: 'on main' }, 1);
    git(root, 'add', '.');
    git(root, 'commit', '-qm', 'on main');
    git(root, 'switch', '-qc', 'feature');
    await save(store, { prd_title: 'on feature' }, 2);
    git(root, 'commit', '-qam', 'on feature');
    git(root, 'switch', '-q', 'main');
    assert.match(fs.readFileSync(path.join(root, file), 'utf8'), /\r\n/);
    const back = await store.get(key);
    assert.equal(back?.state['prd_title'], 'on main');
    assert.deepEqual(await events(store), ['saved', 'saved', 'switched']);
    assert.match(fs.readFileSync(path.join(root, file), 'utf8'), /\r\n/);
    await store.close();
  });

  test('that removes a pipeline file is recorded as switched, and so is its return', async (t) => {
    const root = repository(t);
    if (root === null) return;
    const store = openStore(root);
    git(root, 'switch', '-qc', 'feature');
    await save(store, {}, 1);
    git(root, 'add', '.');
    git(root, 'commit', '-qm', 'on feature');
    git(root, 'switch', '-q', 'main');
    assert.equal(fs.existsSync(path.join(root, file)), false);
    const gone = await store.get(key);
    assert.equal(gone?.place, 'removed');
    assert.equal(gone?.notices[0]?.code, 'switched');
    git(root, 'switch', '-q', 'feature');
    const back = await store.get(key);
    assert.equal(back?.place, 'live');
    assert.deepEqual(await events(store), ['saved', 'switched', 'switched']);
    await store.close();
  });

  test('is not what happened when a tracked file was edited or removed by hand', async (t) => {
    const root = repository(t);
    if (root === null) return;
    const store = openStore(root);
    await save(store, {}, 1);
    git(root, 'add', '.');
    git(root, 'commit', '-qm', 'tracked');
    const target = path.join(root, file);
    fs.writeFileSync(target, JSON.stringify({ ...doc, timestamp: timeOf(1), prd_title: 'by hand' }));
    assert.equal((await store.get(key))?.event.name, 'edited');
    fs.rmSync(target);
    assert.equal((await store.get(key))?.event.name, 'removed');
    await store.close();
  });

  test('is not what happened when an untracked file was removed', async (t) => {
    const root = repository(t);
    if (root === null) return;
    const store = openStore(root);
    await save(store, {}, 1);
    fs.rmSync(path.join(root, file));
    assert.equal((await store.get(key))?.event.name, 'removed');
    await store.close();
  });
});

describe('an edit of a tracked file', () => {
  /** Main and feature have each their own progress, and feature is checked out again. */
  async function switched(t: TestContext): Promise<{ root: string; store: FileStore } | null> {
    const root = repository(t);
    if (root === null) return null;
    const store = openStore(root);
    await save(store, { prd_title: 'begun', owner: 'all' }, 1);
    git(root, 'add', '.');
    git(root, 'commit', '-qm', 'begun');
    git(root, 'switch', '-qc', 'feature');
    await save(store, { prd_title: 'begun', owner: 'feature' }, 2);
    git(root, 'commit', '-qam', 'feature');
    git(root, 'switch', '-q', 'main');
    await save(store, { prd_title: 'begun', owner: 'main' }, 3);
    git(root, 'commit', '-qam', 'main');
    git(root, 'switch', '-q', 'feature');
    return { root, store };
  }

  function edit(root: string, change: JsonObject, from: Buffer | null = null): void {
    const target = path.join(root, file);
    const text = (from ?? fs.readFileSync(target)).toString();
    fs.writeFileSync(target, `${JSON.stringify({ ...JSON.parse(text), ...change }, null, 2)}\n`);
  }

  test('that comes after a switch of branches, before anybody looked, is made on what the switch brought', async (t) => {
    const { root, store } = (await switched(t)) ?? {};
    if (root === undefined || store === undefined) return;
    edit(root, { prd_title: 'by hand' });
    const now = await store.get(key);
    assert.deepEqual([now?.state['owner'], now?.state['prd_title']], ['feature', 'by hand']);
    assert.deepEqual((await events(store)).slice(-2), ['switched', 'edited']);
    assert.equal((await store.get(key))?.revision, now?.revision);
    await store.close();
  });

  test('that comes after a stash is made on what the stash left', async (t) => {
    const { root, store } = (await switched(t)) ?? {};
    if (root === undefined || store === undefined) return;
    await save(store, { prd_title: 'begun', owner: 'not committed' }, 4);
    git(root, 'stash', 'push', '-q');
    edit(root, { prd_title: 'by hand' });
    const now = await store.get(key);
    assert.deepEqual([now?.state['owner'], now?.state['prd_title']], ['feature', 'by hand']);
    await store.close();
  });

  test('that was made from an older one is merged, also when it was committed before anybody looked', async (t) => {
    for (const isCommitted of [false, true]) {
      const root = repository(t);
      if (root === null) return;
      const store = openStore(root);
      await save(store, { prd_title: 'begun', owner: 'all' }, 1);
      git(root, 'add', '.');
      git(root, 'commit', '-qm', 'begun');
      const seen = fs.readFileSync(path.join(root, file));
      git(root, 'switch', '-qc', 'feature'); // a branch of the same commit: git leaves the files alone
      await save(store, { prd_title: 'begun', owner: 'saved' }, 2);
      edit(root, { prd_title: 'by hand' }, seen);
      if (isCommitted) git(root, 'commit', '-qam', 'edited');
      const now = await store.get(key);
      assert.deepEqual([now?.state['owner'], now?.state['prd_title']], ['saved', 'by hand']);
      assert.deepEqual(await events(store), ['saved', 'saved', 'edited']);
      await store.close();
    }
  });
});

describe('a restore by git', () => {
  test('of an older revision over a newer one that was published is taken in, again and again', async (t) => {
    const root = repository(t);
    if (root === null) return;
    const store = openStore(root);
    await save(store, { prd_title: 'begun' }, 1);
    git(root, 'add', '.');
    git(root, 'commit', '-qm', 'begun');
    await save(store, { prd_title: 'one done' }, 2);
    await save(store, { prd_title: 'two done' }, 3);
    const titles: unknown[] = [];
    for (let round = 0; round < 2; round++) {
      for (const command of ['push', 'pop']) {
        await tick();
        git(root, 'stash', command);
        const back = await store.get(key);
        titles.push(back?.state['prd_title']);
        assert.equal(back?.notices[0]?.code, 'switched');
        assert.deepEqual(JSON.parse(fs.readFileSync(path.join(root, file), 'utf8')), back.state);
      }
    }
    assert.deepEqual(titles, ['begun', 'two done', 'begun', 'two done']);
    await store.close();
  });

  test('is told from what a power cut leaves: a file that is older than the log is rolled forward', async (t) => {
    const root = repository(t);
    if (root === null) return;
    const store = openStore(root);
    await save(store, { prd_title: 'one' }, 1);
    const target = path.join(root, file);
    const before = { bytes: fs.readFileSync(target), at: fs.statSync(target).mtime };
    await tick();
    await save(store, { prd_title: 'two' }, 2);
    fs.writeFileSync(target, before.bytes);
    fs.utimesSync(target, before.at, before.at);
    assert.equal((await store.get(key))?.state['prd_title'], 'two');
    assert.equal(JSON.parse(fs.readFileSync(target, 'utf8')).prd_title, 'two');
    assert.deepEqual(await events(store), ['saved', 'saved']);
    await store.close();
  });
});

describe('a merge that git could not finish', () => {
  /** Two branches, each with a workstream done that the other has pending, and a merge of the one into the other. */
  async function merged(t: TestContext): Promise<string | null> {
    const root = repository(t);
    if (root === null) return null;
    const units = { completed_workstreams: [], in_progress_workstreams: [], gates_passed: [], gates_pending: [] };
    const store = openStore(root);
    await save(store, { ...units, status: 'paused', pending_workstreams: ['WS1', 'WS2', 'WS3'] }, 1);
    git(root, 'add', '.');
    git(root, 'commit', '-qm', 'begun');
    git(root, 'checkout', '-qb', 'other');
    await save(
      store,
      { ...units, status: 'paused', completed_workstreams: ['WS1'], pending_workstreams: ['WS2', 'WS3'] },
      2,
    );
    git(root, 'commit', '-qam', 'other');
    git(root, 'checkout', '-q', 'main');
    await store.get(key);
    await save(
      store,
      { ...units, status: 'paused', completed_workstreams: ['WS2'], pending_workstreams: ['WS1', 'WS3'] },
      3,
    );
    git(root, 'commit', '-qam', 'main');
    await store.close();
    assert.throws(() => git(root, 'merge', '-q', 'other'));
    return root;
  }

  test('leaves a file whose two sides are both taken in, and that is told', async (t) => {
    const root = await merged(t);
    if (root === null) return;
    const store = openStore(root);
    const found = await store.get(key);
    assert.deepEqual(found?.state['completed_workstreams'], ['WS1', 'WS2']);
    assert.deepEqual(found?.state['pending_workstreams'], ['WS3']);
    const [told] = found?.notices ?? [];
    assert.equal(told?.code, 'merged');
    assert.match(told?.message ?? '', /held the marks of a merge conflict; revision \d+ has both sides.*git add/);
    assert.deepEqual(JSON.parse(fs.readFileSync(path.join(root, file), 'utf8')), found?.state);
    const aside = fs.readdirSync(path.join(root, '.claude/state/.pawl/aside'));
    assert.equal(aside.length, 1, 'the bytes with the marks are kept');
    const { revision } = found ?? {};
    assert.equal((await store.get(key))?.revision, revision, 'once');
    await store.close();
  });

  test('whose sides are not known any more is told by its marks, and the last good revision stays', async (t) => {
    const root = await merged(t);
    if (root === null) return;
    git(root, 'add', '.');
    const store = openStore(root);
    const found = await store.get(key);
    assert.deepEqual(found?.state['completed_workstreams'], ['WS2']);
    assert.match(found?.notices[0]?.message ?? '', /holds the marks of a merge conflict/);
    await store.close();
  });
});
