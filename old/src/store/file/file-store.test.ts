import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { filesBelow, fill, key, openStore, places, putOf, stateOf } from '../../../test/support/checkpoints.js';
import { tempFolder } from '../../../test/support/temp.js';
import { isPawlError } from '../../rules/errors.js';
import { commandKey } from '../../rules/names.js';
import type { Notice } from '../store.js';

/** What a descriptor stands for; it may be gone by now. */
function linkOf(file: string): string {
  try {
    return fs.readlinkSync(file);
  } catch {
    return '';
  }
}

describe('keys that differ only in case', () => {
  const [lower, upper] = [commandKey('implement', 'auth'), commandKey('implement', 'Auth')];

  test('keep their own files, whichever came first', async () => {
    for (const [first, second] of [
      [lower, upper],
      [upper, lower],
    ] as const) {
      const root = tempFolder();
      const store = openStore(root);
      assert.ok((await store.put(first, putOf(1))).ok);
      assert.ok((await store.put(second, putOf(1, { state: stateOf(2) }))).ok);
      assert.deepEqual((await store.get(first))?.state, stateOf(1));
      assert.deepEqual((await store.get(second))?.state, stateOf(2));
      const names = fs.readdirSync(path.join(root, '.claude/state')).map((name) => name.toLowerCase());
      assert.equal(new Set(names).size, names.length);
      await store.close();
    }
  });

  test('that were looked for before the other began do not touch it', async () => {
    const store = openStore(tempFolder());
    assert.equal(await store.get(upper), null);
    assert.ok((await store.put(lower, putOf(1))).ok);
    assert.equal(await store.get(upper), null);
    assert.equal((await store.get(lower))?.revision, 1);
    await store.close();
  });

  test('one that steps aside is found again after the other was purged', async () => {
    const root = tempFolder();
    const store = openStore(root);
    await store.put(lower, putOf(1));
    await store.put(upper, putOf(1, { state: stateOf(2) }));
    await store.purge(lower);
    await store.close();
    const again = openStore(root);
    assert.deepEqual((await again.get(upper))?.state, stateOf(2));
    assert.equal(await again.get(lower), null);
    assert.ok((await again.put(lower, putOf(1))).ok);
    assert.deepEqual((await again.get(upper))?.state, stateOf(2));
    await again.close();
  });
});

describe('a store that publishes later', () => {
  test('publishes within a moment, when flushed, and when closed', async () => {
    const root = tempFolder();
    const file = path.join(root, places.published);
    const store = openStore(root, { publish: 'soon' });
    const start = performance.now();
    await fill(store, 1, 3);
    const isLater = !fs.existsSync(file);
    assert.ok(isLater || performance.now() - start >= 50, 'a moment is 50 ms'); // a busy machine may take that long
    assert.equal((await store.get(key))?.revision, 3);
    store.flush();
    assert.deepEqual(JSON.parse(fs.readFileSync(file, 'utf8')), stateOf(3));
    await fill(store, 4, 4);
    while (
      (JSON.parse(fs.readFileSync(file, 'utf8')) as { updated_at: string }).updated_at !== stateOf(4)['updated_at']
    ) {
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    await fill(store, 5, 5);
    await store.close();
    assert.deepEqual(JSON.parse(fs.readFileSync(file, 'utf8')), stateOf(5));
  });

  test('publishes for a caller that only awaits its saves, and so never lets a timer run', async () => {
    const root = tempFolder();
    const file = path.join(root, places.published);
    const store = openStore(root, { publish: 'soon' });
    for (let n = 1; n <= 20_000 && !fs.existsSync(file); n++) await fill(store, n, n);
    assert.ok(fs.existsSync(file));
    await store.close();
  });

  test('takes an edit in that was made before it published', async () => {
    const root = tempFolder();
    const file = path.join(root, places.published);
    const store = openStore(root, { publish: 'soon' });
    await fill(store, 1, 1);
    store.flush();
    await fill(store, 2, 2);
    fs.writeFileSync(file, JSON.stringify({ ...stateOf(1), note: 'by hand' }));
    store.flush();
    const now = await store.get(key);
    assert.equal(now?.state['note'], 'by hand');
    assert.deepEqual(JSON.parse(fs.readFileSync(file, 'utf8')), now?.state);
    await store.close();
  });
});

describe('a store', () => {
  test('closes what it has not used for long, and finds it again', async () => {
    const root = tempFolder();
    const store = openStore(root);
    const before = fs.readdirSync('/proc/self/fd').length;
    for (let n = 0; n < 150; n++) assert.ok((await store.put(commandKey('implement', `f${n}`), putOf(1))).ok);
    assert.ok(fs.readdirSync('/proc/self/fd').length - before < 100);
    for (let n = 0; n < 150; n++) assert.equal((await store.get(commandKey('implement', `f${n}`)))?.revision, 1);
    assert.equal((await store.list()).length, 150);
    await store.close();
    assert.equal(fs.readdirSync('/proc/self/fd').length, before);
  });

  for (const publish of ['now', 'soon'] as const) {
    const where = process.platform === 'linux' ? false : 'descriptors are listed on Linux only';
    test(`that publishes ${publish} holds few files open, however many checkpoints are in use at once`, {
      skip: where,
    }, async () => {
      const root = tempFolder();
      const openFiles = (): number =>
        fs.readdirSync('/proc/self/fd').filter((fd) => linkOf(`/proc/self/fd/${fd}`).startsWith(root)).length;
      const store = openStore(root, { publish });
      const keys = Array.from({ length: 400 }, (_, n) => commandKey('implement', `f${n}`));
      for (const n of [1, 2]) {
        const results = await Promise.all(keys.map((one) => store.put(one, putOf(n))));
        assert.ok(results.every(({ ok }) => ok));
        assert.ok(openFiles() < 200, `${openFiles()} files are open`);
      }
      await store.close();
      assert.equal(openFiles(), 0);
      for (const name of ['f0', 'f200', 'f399']) {
        const file = path.join(root, `.claude/state/implement-${name}.json`);
        assert.deepEqual(JSON.parse(fs.readFileSync(file, 'utf8')), stateOf(2), name);
      }
    });
  }

  for (const publish of ['now', 'soon'] as const) {
    test(`that publishes ${publish} publishes what was saved while many others were looked at`, async () => {
      const root = tempFolder();
      const store = openStore(root, { publish });
      const saved = store.put(key, putOf(1));
      const loads = Array.from({ length: 100 }, async (_, n) => {
        await Promise.resolve(); // these come between its sync and its publication
        return store.get(commandKey('implement', `other${n}`));
      });
      await Promise.all([saved, ...loads]);
      if (publish === 'soon') await store.close();
      assert.ok(fs.existsSync(path.join(root, places.published)));
      await store.close();
    });
  }

  test('that cannot sweep leftovers has saved all the same', async () => {
    const root = tempFolder();
    const store = openStore(root);
    store.sweep = () => {
      throw new Error('EACCES');
    };
    assert.ok((await store.put(key, putOf(1))).ok);
    await store.close();
  });

  test('leaves no file but logs and published ones behind', async () => {
    const root = tempFolder();
    const store = openStore(root, { segmentBytes: 1_000 });
    await fill(store, 1, 20);
    await store.close();
    const odd = filesBelow(root).filter((file) => !/\.(?:log|log\.br|json)$/.test(file));
    assert.deepEqual(odd, ['.claude/state/.pawl/.gitignore']);
    assert.equal(fs.readFileSync(path.join(root, odd[0] ?? ''), 'utf8'), '*\n', 'histories are not committed');
  });

  test('purges packed segments too, and begins anew at revision 1', async () => {
    const root = tempFolder();
    const store = openStore(root, { segmentBytes: 1_000 });
    await fill(store, 1, 20);
    assert.equal(await store.purge(key), true);
    assert.deepEqual(filesBelow(root), ['.claude/state/.pawl/.gitignore']);
    await fill(store, 1, 2);
    assert.equal((await store.get(key))?.revision, 2);
    await store.close();
  });

  test('purges what a purge that was cut off has left, whatever that is, and nothing of another key', async () => {
    const root = tempFolder();
    const logs = path.join(root, path.dirname(places.log));
    const store = openStore(root, { segmentBytes: 1_000 });
    await fill(store, 1, 20);
    await store.close();
    const whole = fs
      .readdirSync(logs)
      .map((name) => [path.join(logs, name), fs.readFileSync(path.join(logs, name))] as const);
    assert.ok(whole.length > 2);
    for (const left of [...whole.map((one) => [one]), ...whole.map((one) => whole.filter((other) => other !== one))]) {
      fs.rmSync(path.join(root, '.claude'), { recursive: true });
      fs.mkdirSync(logs, { recursive: true });
      for (const [file, bytes] of left) fs.writeFileSync(file, bytes);
      const again = openStore(root);
      const names = left.map(([file]) => path.basename(file)).join();
      const isOwned = left.some(([file]) => path.basename(file) !== path.basename(places.log));
      const other = commandKey('implement', 'Auth');
      if (isOwned) await again.purge(other).catch(() => undefined);
      assert.equal(fs.readdirSync(logs).length, left.length, names);
      assert.equal([...again.upkeep.logs()].length, 1, names);
      assert.equal(await again.purge(key), true, names);
      assert.deepEqual(fs.readdirSync(logs), [], names);
      assert.equal((await again.put(key, putOf(1))).ok, true, names);
      await again.close();
    }
  });

  test('carries a damaged log on when a person asks for it; the damaged part is kept', async () => {
    const root = tempFolder();
    const store = openStore(root);
    await fill(store, 1, 6);
    await store.close();
    const log = path.join(root, places.log);
    const bytes = fs.readFileSync(log);
    const at = bytes.indexOf('tasks/T4"');
    bytes[at] = (bytes[at] ?? 0) ^ 1;
    fs.writeFileSync(log, bytes);
    const notices: Notice[] = [];
    const after = openStore(root, { onNotice: (notice) => notices.push(notice) });
    await assert.rejects(after.put(key, putOf(7)), (error) => isPawlError(error, 'damaged'));
    const seen = await after.get(key);
    assert.ok(notices.some((notice) => notice.code === 'damaged'));
    assert.equal(await after.repair(key, 'test'), true);
    const repaired = await after.get(key);
    assert.ok((repaired?.revision ?? 0) > 6, 'a number that was used is not used again');
    assert.deepEqual(repaired?.state, seen?.state);
    assert.ok((await after.put(key, putOf(7, { expect: repaired?.revision ?? 0 }))).ok);
    assert.equal(await after.repair(key, 'test'), false);
    assert.deepEqual((await after.revision(key, 3))?.state, stateOf(3));
    await after.close();
  });

  test('reads what a newer version wrote, and never writes over it', async () => {
    const root = tempFolder();
    const store = openStore(root);
    await fill(store, 1, 1);
    await store.close();
    const { encodeRecord, readLines } = await import('./log/record.js');
    const log = path.join(root, places.log);
    const first = readLines(fs.readFileSync(log))[0]?.record;
    assert.ok(first?.k === 'full');
    const { h: _h, ...record } = first;
    fs.writeFileSync(log, encodeRecord({ ...record, v: 99 }).bytes);
    const after = openStore(root);
    assert.deepEqual((await after.get(key))?.state, stateOf(1));
    await assert.rejects(after.put(key, putOf(2)), (error) => isPawlError(error, 'newer-version'));
    await after.close();
  });

  test('stores a large state compressed, and gives it back whole', async () => {
    const store = openStore(tempFolder());
    assert.ok((await store.put(key, putOf(1, { state: { ...stateOf(1), big: 'x'.repeat(100_000) } }))).ok);
    assert.equal(String((await store.get(key))?.state['big']).length, 100_000);
    await store.close();
  });
});
