// Files that other tools wrote where pawl keeps checkpoints: taken in, or left alone.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { isPawlError } from '../../src/rules/errors.js';
import { commandKey, type Key, refOf } from '../../src/rules/names.js';
import { filesBelow, key, openStore, places, putOf } from '../support/checkpoints.js';
import { goldens } from '../support/golden.js';
import { tempFolder } from '../support/temp.js';

describe('a published file without a log', () => {
  test('is adopted as revision 1', async () => {
    for (const { key: foreign, file, bytes, doc } of goldens) {
      const root = tempFolder();
      fs.mkdirSync(path.join(root, path.dirname(file)), { recursive: true });
      fs.writeFileSync(path.join(root, file), bytes);
      const store = openStore(root);
      const found = await store.get(foreign);
      assert.equal(found?.revision, 1);
      assert.equal(found?.event.name, 'adopted');
      assert.deepEqual(found?.state, doc);
      assert.deepEqual(
        (await store.list()).map((one) => one.key),
        [foreign],
      );
      assert.deepEqual(fs.readFileSync(path.join(root, file)), bytes);
      await store.close();
    }
  });

  test('with a key that stands there twice keeps both values: one in revision 1, all in the bytes kept aside', async () => {
    for (const { key: foreign, file, bytes } of goldens) {
      const root = tempFolder();
      fs.mkdirSync(path.join(root, path.dirname(file)), { recursive: true });
      const text = bytes.toString('utf8').replace('{', '{"note": "the first", "note": "the second", ');
      fs.writeFileSync(path.join(root, file), text);
      const store = openStore(root);
      const found = await store.get(foreign);
      assert.equal(found?.state['note'], 'the second');
      assert.ok(found?.notices.some(({ code, message }) => code === 'inexact' && message.includes('more than once')));
      const [kept = ''] = filesBelow(path.join(root, places.aside));
      assert.equal(fs.readFileSync(path.join(root, places.aside, kept), 'utf8'), text);
      await store.close();
    }
  });

  test('that is no checkpoint is left alone, and nothing is created over it', async () => {
    for (const text of ['{"settings":{"theme":"dark"}}', '[]', '"x"', 'null', '', '{', '\u0000\u0001']) {
      const root = tempFolder();
      const file = path.join(root, places.published);
      fs.mkdirSync(path.dirname(file), { recursive: true });
      fs.writeFileSync(file, text);
      const store = openStore(root);
      assert.equal(store.getSync(key), null, text);
      await assert.rejects(store.get(key), (error) => isPawlError(error, 'corrupt'), text);
      await assert.rejects(store.put(key, putOf(1)), (error) => isPawlError(error, 'corrupt'), text);
      assert.equal(fs.readFileSync(file, 'utf8'), text);
      assert.deepEqual(await store.list(), []);
      await store.close();
    }
  });

  test('whose name pawl writes in another way is told, and nothing is begun beside it', async () => {
    const golden = goldens.find(({ key: one }) => one.family === 'command');
    assert.ok(golden !== undefined);
    const root = tempFolder();
    const folder = path.join(root, path.dirname(golden.file));
    fs.mkdirSync(folder, { recursive: true });
    for (const feature of ['Foo', 'foo', 'sp ace', 'größe']) {
      const doc = JSON.stringify({ ...golden.doc, command: 'implement', feature });
      fs.writeFileSync(path.join(folder, `implement-${feature}.json`), doc);
    }
    const store = openStore(root);
    // Of two names that differ in capitals only, the first that is met has the history.
    assert.equal((await store.get(commandKey('implement', 'Foo')))?.revision, 1);
    for (const feature of ['foo', 'sp ace', 'größe']) {
      const one = commandKey('implement', feature);
      const isTold = (error: unknown): boolean =>
        isPawlError(error, 'unreadable') && error.message.includes(`implement-${feature}.json`);
      await assert.rejects(store.get(one), isTold);
      await assert.rejects(store.put(one, putOf(1)), isTold);
      assert.equal(store.getSync(one), null);
    }
    const told: string[] = [];
    const onUnreadable = (one: Key): void => void told.push(refOf(one));
    const listed = await store.list({ onUnreadable });
    assert.deepEqual([listed.map((one) => refOf(one.key)), told], [['implement/Foo'], ['implement/foo']]);
    assert.equal(fs.readdirSync(folder).filter((name) => name.includes('~')).length, 0);
    await store.close();
  });

  test('whose name is another checkpoint’s is no hindrance', async () => {
    const root = tempFolder();
    const store = openStore(root);
    for (const one of [
      commandKey('design'),
      commandKey('design', 'checkpoint'),
      commandKey('a', 'b-c'),
      commandKey('a-b', 'c'),
    ])
      assert.ok((await store.put(one, putOf(1))).ok);
    await store.close();
  });
});
