// Hostile names: every accepted one stays inside its folder, is no other name's file, and leads back to its key.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import { isPawlError } from '../../src/rules/errors.js';
import { commandKey, keyOfStem, keyText, parseKey, pipelineKey, stemsOf, workflowKey } from '../../src/rules/names.js';
import { filesBelow, openStore, putOf } from '../support/checkpoints.js';
import { goldens } from '../support/golden.js';
import { anyKey } from '../support/hostile-names.js';
import { seed, sized, tellSeed } from '../support/sizes.js';
import { tempFolder } from '../support/temp.js';

describe('hostile names', () => {
  const runs = sized(5_000, 50_000);
  test(`of ${runs} keys each stays inside its folder, is stable, and leads back to its key`, (t) => {
    tellSeed(t);
    fc.assert(
      fc.property(anyKey, (key) => {
        fc.pre(key !== null);
        const stems = stemsOf(key);
        assert.ok(stems.length > 0);
        for (const stem of stems) {
          assert.match(stem, /^[A-Za-z0-9._~-]+$/);
          assert.ok(`${stem}+99999.log.br`.length < 255);
          assert.doesNotMatch(stem, /^\.+$|^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i);
          assert.equal(path.join('/root/folder', `${stem}.json`), `/root/folder/${stem}.json`);
          const named: { command?: string; feature?: string | null; id?: string } =
            key.family === 'command' ? { command: key.command, feature: key.feature } : { id: key.id };
          assert.deepEqual(keyOfStem(key.family, stem, named), key);
        }
        assert.deepEqual(stemsOf(key), stems);
        assert.deepEqual(parseKey(keyText(key)), key);
      }),
      { seed, numRuns: runs },
    );
  });

  test(`${runs} different keys share no file, also where case does not count`, (t) => {
    tellSeed(t);
    const keys = new Map(
      fc.sample(anyKey, { seed, numRuns: runs }).flatMap((key) => (key === null ? [] : [[keyText(key), key]])),
    );
    const firsts = new Map<string, string[]>();
    const seconds = new Map<string, string>();
    for (const [text, key] of keys) {
      const [first = '', second] = stemsOf(key).map((stem) => `${key.family}/${stem.toLowerCase()}`);
      firsts.set(first, [...(firsts.get(first) ?? []), text]);
      if (second === undefined || second === first) continue;
      assert.equal(seconds.get(second), undefined, `${text} and ${seconds.get(second)} step aside to one file`);
      seconds.set(second, text);
    }
    for (const [stem, texts] of firsts) {
      // Names that meet in one file differ in case only, and all but the first can step aside.
      assert.equal(new Set(texts.map((text) => text.toLowerCase())).size, 1, `${stem}: ${texts.join(' ')}`);
      assert.ok(!seconds.has(stem), `${stem} is the second file of ${seconds.get(stem)}`);
      const stuck = texts.filter((text) => new Set(stemsOf(keys.get(text) ?? assert.fail())).size < 2);
      assert.ok(texts.length < 2 || stuck.length === 0, `${stuck.join(' ')} cannot step aside`);
    }
  });

  test('a store keeps many of them apart, lists them, and leaves nothing outside', async (t) => {
    tellSeed(t);
    const root = path.join(tempFolder(), 'project');
    fs.mkdirSync(root);
    const store = openStore(root);
    const doc = new Map(goldens.map((golden) => [golden.key.family, golden.doc]));
    const keys = new Map(
      fc
        .sample(anyKey, { seed, numRuns: sized(300, 3_000) })
        .flatMap((key) => (key === null ? [] : [[keyText(key), key]])),
    );
    for (const [text, key] of keys) {
      const names =
        key.family === 'command'
          ? { command: key.command, feature: key.feature }
          : { prd: key.id, checkpoint_id: key.id };
      const { prd: _prd, checkpoint_id: _id, ...rest } = doc.get(key.family) ?? {};
      const own =
        key.family === 'pipeline' ? { prd: key.id } : key.family === 'workflow' ? { checkpoint_id: key.id } : names;
      const put = putOf(1, { state: { ...rest, ...own, text } });
      assert.ok((await store.put(key, put)).ok, text);
    }
    for (const [text, key] of keys) assert.equal((await store.get(key))?.state['text'], text);
    await store.close();
    const again = openStore(root);
    assert.deepEqual(
      (await again.list()).map((one) => keyText(one.key)),
      [...keys.keys()].sort(),
    );
    await again.close();
    assert.deepEqual(fs.readdirSync(path.dirname(root)), ['project']);
    assert.deepEqual(fs.readdirSync(root), ['.claude']);
    assert.ok(filesBelow(root).every((file) => !path.basename(file).startsWith('..')));
  });

  test('no name reaches a prototype', () => {
    for (const bad of ['__proto__', 'constructor', 'prototype']) {
      for (const make of [
        () => commandKey(bad),
        () => commandKey('a', bad),
        () => pipelineKey(bad),
        () => workflowKey(bad),
      ]) {
        assert.throws(make, (error) => isPawlError(error, 'bad-name'));
      }
    }
    assert.deepEqual(Object.keys(Object.prototype), []);
  });
});
