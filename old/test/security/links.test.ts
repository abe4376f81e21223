// Symbolic links planted in a cloned repository are refused at every level, and nothing is read or written through them.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { isPawlError } from '../../src/rules/errors.js';
import { commandKey, type Key, pipelineKey, workflowKey } from '../../src/rules/names.js';
import { loadCheckpoint, updatePhase } from '../../src/silent.js';
import { filesBelow, key, openStore, places, putOf, stateOf } from '../support/checkpoints.js';
import { catchStderr, facadeRoot } from '../support/facade.js';
import { goldens } from '../support/golden.js';
import { tempFolder } from '../support/temp.js';

/** Each level above and at a checkpoint's own files, with the key that uses it. */
const levels: readonly [string, Key][] = [
  ['.claude', key],
  ['.claude/state', key],
  ['.claude/state/.pawl', key],
  ['.claude/state/.pawl/command', key],
  ['.claude/state/.pawl/tmp', key],
  ['.claude/skills', pipelineKey('PRD-009')],
  ['.claude/skills/build-pipeline', pipelineKey('PRD-009')],
  ['.claude/skills/build-pipeline/checkpoints', pipelineKey('PRD-009')],
  ['.claude/checkpoints', workflowKey('orchestrate_x_20260101_000000')],
  ['.claude/checkpoints/failed', workflowKey('orchestrate_x_20260101_000000')],
];
const files = [places.published, places.log];

function stateFor(of: Key) {
  return goldens.find((golden) => golden.key.family === of.family)?.doc ?? stateOf(1);
}

function plant(root: string, at: string, to: string): void {
  fs.mkdirSync(path.join(root, path.dirname(at)), { recursive: true });
  fs.symlinkSync(to, path.join(root, at));
}

describe('a planted link', () => {
  for (const [level, of] of levels) {
    test(`in place of the folder ${level} is refused, and nothing is written outside`, async () => {
      const [root, outside] = [tempFolder(), tempFolder()];
      plant(root, level, outside);
      const store = openStore(root);
      const place = level.endsWith('failed') ? 'failed' : 'live';
      const put = putOf(1, { state: stateFor(of), place });
      await assert.rejects(
        async () => {
          await store.put(of, put);
          // A folder that this save did not need may be refused when it is looked at.
          await store.get(of);
          const [stored] = await store.history(of);
          assert.equal(stored, undefined, 'stored without a word');
        },
        (error) => isPawlError(error, 'unsafe-path'),
      );
      for (const list of ['list', 'summaries'] as const) {
        await assert.rejects(openStore(root)[list](), (error) => isPawlError(error, 'unsafe-path'), list);
      }
      assert.deepEqual(filesBelow(outside), []);
      await store.close();
    });
  }

  for (const file of files) {
    for (const exists of [true, false]) {
      test(`in place of the file ${file} ${exists ? 'to a file outside' : 'to nowhere'} is refused`, async () => {
        const [root, outside] = [tempFolder(), tempFolder()];
        const target = path.join(outside, 'target.json');
        const text = JSON.stringify(stateOf(3));
        if (exists) fs.writeFileSync(target, text);
        plant(root, file, target);
        const store = openStore(root);
        await assert.rejects(store.get(key), (error) => isPawlError(error, 'unsafe-path'));
        await assert.rejects(store.put(key, putOf(1)), (error) => isPawlError(error, 'unsafe-path'));
        await store.close();
        if (exists) assert.equal(fs.readFileSync(target, 'utf8'), text);
        else assert.equal(fs.existsSync(target), false);
      });
    }
  }

  test('in place of the folder for bytes kept aside is refused when it is needed', async () => {
    const [root, outside] = [tempFolder(), tempFolder()];
    const store = openStore(root);
    await store.put(key, putOf(1));
    fs.symlinkSync(outside, path.join(root, places.aside));
    fs.writeFileSync(path.join(root, places.published), '{ broken');
    await store.get(key).catch((error: unknown) => assert.ok(isPawlError(error)));
    assert.deepEqual(filesBelow(outside), []);
    assert.equal(fs.readFileSync(path.join(root, places.published), 'utf8'), '{ broken');
    await store.close();
  });

  test('in place of a later segment or a pack is not followed', async () => {
    for (const name of ['implement-auth+2.log', 'implement-auth+1.log.br']) {
      const [root, outside] = [tempFolder(), tempFolder()];
      const store = openStore(root);
      await store.put(key, putOf(1));
      fs.symlinkSync(path.join(outside, 'target'), path.join(root, path.dirname(places.log), name));
      try {
        store.pack(key);
      } catch (error) {
        assert.ok(isPawlError(error), String(error));
      }
      assert.deepEqual(filesBelow(outside), [], name);
      await store.close();
    }
  });

  test('to one checkpoint does not hide the others from list', async () => {
    const [root, outside] = [tempFolder(), tempFolder()];
    const store = openStore(root);
    await store.put(key, putOf(1));
    fs.writeFileSync(path.join(outside, 'x.json'), JSON.stringify({ ...stateOf(1), command: 'design', feature: null }));
    plant(root, '.claude/state/design-checkpoint.json', path.join(outside, 'x.json'));
    assert.deepEqual(
      (await store.list()).map((one) => one.key),
      [key],
    );
    await store.close();
  });

  test('makes the facade say false and null, with one line each', (t) => {
    const root = facadeRoot(t);
    const outside = tempFolder();
    plant(root, '.claude/state', outside);
    const stderr = catchStderr(t);
    assert.equal(updatePhase('implement', 'design', { status: 'in_progress' }), false);
    assert.match(stderr.take().join('\n'), /^\[pawl\] .*symbolic link[^\n]*$/);
    assert.equal(loadCheckpoint('implement'), null);
    assert.match(stderr.take().join('\n'), /^\[pawl\] .*symbolic link[^\n]*$/);
    assert.deepEqual(filesBelow(outside), []);
  });

  test('above the project’s root is the person’s own affair', async () => {
    const real = tempFolder();
    const link = path.join(tempFolder(), 'project');
    fs.symlinkSync(real, link);
    const store = openStore(link);
    assert.ok((await store.put(commandKey('design'), putOf(1))).ok);
    await store.close();
    assert.ok(fs.existsSync(path.join(real, '.claude/state/design-checkpoint.json')));
  });
});

describe('permissions', () => {
  test('pawl’s own folders are 0700 and its files 0600, whatever the umask says', async () => {
    const before = process.umask(0);
    try {
      const root = tempFolder();
      const store = openStore(root, { segmentBytes: 1_000 });
      for (let n = 1; n <= 6; n++) assert.ok((await store.put(key, putOf(n))).ok);
      fs.writeFileSync(path.join(root, places.published), '{ broken');
      await store.get(key);
      await store.close();
      const own = path.join(root, places.own);
      const all = fs.readdirSync(own, { recursive: true, withFileTypes: true });
      assert.equal(fs.statSync(own).mode & 0o777, 0o700);
      assert.ok(all.length >= 5);
      for (const entry of all) {
        const mode = fs.statSync(path.join(entry.parentPath, entry.name)).mode & 0o777;
        assert.equal(mode, entry.isDirectory() ? 0o700 : 0o600, entry.name);
      }
    } finally {
      process.umask(before);
    }
  });

  test('a published file keeps the mode that a person gave it', async () => {
    const root = tempFolder();
    const store = openStore(root);
    await store.put(key, putOf(1));
    fs.chmodSync(path.join(root, places.published), 0o600);
    await store.put(key, putOf(2));
    assert.equal(fs.statSync(path.join(root, places.published)).mode & 0o777, 0o600);
    await store.close();
  });
});
