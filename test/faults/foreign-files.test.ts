// Files that other tools wrote where pawl keeps checkpoints: taken in, or left alone.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { isPawlError } from '../../src/rules/errors.js';
import { key, openStore, places, putOf } from '../support/checkpoints.js';
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
});
