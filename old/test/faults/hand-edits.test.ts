// What people and other tools do to published files: the five causes of design §4, each taken in without a loss.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { isPawlError } from '../../src/rules/errors.js';
import type { JsonObject } from '../../src/rules/json/json.js';
import { commandKey, type Key } from '../../src/rules/names.js';
import { families } from '../../src/service/families.js';
import { FileStore } from '../../src/store/file/file-store.js';
import { fill, filesBelow, key, openStore, places, putOf, stateOf, tasksIn, timeOf } from '../support/checkpoints.js';
import { goldens } from '../support/golden.js';
import { mountMemory } from '../support/mount.js';
import { missing } from '../support/programs.js';
import { tempFolder } from '../support/temp.js';

interface Project {
  readonly root: string;
  readonly file: string;
  readonly store: FileStore;
}

async function project(updates: number, publish: 'now' | 'soon' = 'now'): Promise<Project> {
  const root = tempFolder();
  const store = openStore(root, { publish });
  await fill(store, 1, updates);
  return { root, file: path.join(root, places.published), store };
}

function read(file: string): JsonObject {
  return JSON.parse(fs.readFileSync(file, 'utf8')) as JsonObject;
}

function write(file: string, doc: JsonObject): void {
  fs.writeFileSync(file, JSON.stringify(doc));
}

async function events(store: FileStore): Promise<string[]> {
  return (await store.history(key)).map((one) => one.event.name).toReversed();
}

describe('a published file that was edited', () => {
  test('is adopted as one new revision, not as two', async () => {
    const { file, store } = await project(2);
    write(file, { ...read(file), note: 'by hand' });
    for (let n = 0; n < 3; n++) assert.equal((await store.get(key))?.revision, 3);
    const other = openStore(path.dirname(path.dirname(path.dirname(file))));
    const again = await other.get(key);
    assert.equal(again?.revision, 3);
    assert.equal(again?.state['note'], 'by hand');
    assert.deepEqual(await events(other), ['update', 'update', 'edited']);
    await Promise.all([store.close(), other.close()]);
  });

  test('keeps its own layout until the next save', async () => {
    const { file, store } = await project(1);
    const text = `${JSON.stringify({ ...read(file), note: 'by hand' }, null, 8)}\n\n`;
    fs.writeFileSync(file, text);
    await store.get(key);
    assert.equal(fs.readFileSync(file, 'utf8'), text);
    await store.close();
  });

  test('on an older revision, while others saved in between, is merged: both changes are there', async () => {
    const { file, store } = await project(1);
    const seen = read(file);
    await fill(store, 2, 3);
    write(file, { ...seen, note: 'edited on revision 1' });
    const merged = await store.get(key);
    assert.equal(merged?.revision, 4);
    assert.equal(merged?.state['note'], 'edited on revision 1');
    assert.deepEqual(tasksIn(merged?.state), tasksIn(stateOf(3)));
    assert.deepEqual(read(file), merged?.state);
    await store.close();
  });

  test('again, so that the first edit is taken back, is as the person wrote it', async () => {
    const { file, store } = await project(1);
    const before = read(file);
    write(file, { ...before, note: 'a slip' });
    assert.equal((await store.get(key))?.state['note'], 'a slip');
    write(file, { ...before, word: 'added' });
    const last = await store.get(key);
    assert.deepEqual([last?.revision, last?.state['note'], last?.state['word']], [3, undefined, 'added']);
    assert.deepEqual(read(file), { ...before, word: 'added' });
    await store.close();
  });

  test('to the very bytes of an earlier revision is brought back, and that is told', async () => {
    const { file, store } = await project(1);
    const bytes = fs.readFileSync(file);
    await fill(store, 2, 2);
    assert.deepEqual((await store.get(key))?.notices, []);
    await new Promise((resolve) => setTimeout(resolve, 30)); // no crash: written after the log
    fs.writeFileSync(file, bytes);
    const now = await store.get(key);
    assert.equal(now?.revision, 2);
    assert.deepEqual(read(file), now.state);
    assert.deepEqual(
      now.notices.map(({ code }) => code),
      ['put-back'],
    );
    assert.match(
      now.notices[0]?.message ?? '',
      /earlier state again, .*revision 2; `pawl restore \S+ --revision N` takes one back/,
    );
    await store.close();
  });

  test('just before another save lands is in the state after it', async () => {
    const { root, file, store } = await project(1);
    const other = openStore(root);
    await other.get(key);
    write(file, { ...read(file), note: 'by hand' });
    const put = await other.put(key, putOf(2));
    assert.ok(put.ok);
    const now = await other.get(key);
    assert.equal(now?.state['note'], 'by hand');
    assert.deepEqual(tasksIn(now?.state), ['T1', 'T2']);
    assert.deepEqual(read(file), now?.state);
    await Promise.all([store.close(), other.close()]);
  });

  test('by writing into it in the very moment it is replaced is taken in all the same, and published', async () => {
    // Published together: no marker knows the bytes of the first revision.
    const { root, file, store } = await project(2, 'soon');
    await store.close();
    fs.writeFileSync(file, `${JSON.stringify(stateOf(1), null, 2)}\n`);
    let edited = false;
    const edit = (): void => {
      if (edited) return;
      edited = true;
      write(file, { ...stateOf(2), note: 'in the last moment' });
    };
    const { command } = families;
    // Asked which revision these bytes are, between the look at the file and its replacement.
    const stampOf = (doc: JsonObject): string | null => {
      edit();
      return command.stampOf(doc);
    };
    const late = new FileStore({ root, views: { ...families, command: { ...command, stampOf } } });
    await late.get(key);
    await late.close();
    assert.equal(edited, true);
    const after = openStore(root);
    const now = await after.get(key);
    assert.equal(now?.state['note'], 'in the last moment');
    assert.equal(read(file)['note'], 'in the last moment');
    assert.deepEqual(tasksIn(now?.state), ['T1', 'T2']);
    await after.close();
  });

  test('into a named pipe is said to be no file, and nobody waits for it', async (t) => {
    const reason = missing('mkfifo', ['--version']);
    if (reason !== null) return t.skip(reason);
    const { file, store } = await project(1);
    fs.rmSync(file);
    execFileSync('mkfifo', [file]);
    await assert.rejects(
      store.get(key),
      (error) => isPawlError(error, 'unreadable') && /no regular file/.test(error.message),
    );
    assert.deepEqual(await store.list(), []);
    await store.close();
  });

  test('with a number of more digits than are kept is taken in, and its bytes are kept as they were', async () => {
    const { root, file, store } = await project(1);
    const bytes = JSON.stringify(read(file)).replace('{', '{"order": 12345678901234567890, ');
    fs.writeFileSync(file, bytes);
    const now = await store.get(key);
    assert.ok(now?.notices.some(({ code }) => code === 'inexact'));
    const [kept = ''] = filesBelow(path.join(root, places.aside));
    assert.equal(fs.readFileSync(path.join(root, places.aside, kept), 'utf8'), bytes);
    await store.close();
  });

  test('with a key that stands there twice is taken in, and its bytes, with both values, are kept and told', async () => {
    const { root, file, store } = await project(1);
    const bytes = JSON.stringify(read(file)).replace('{', '{"note": "the first", "note": "the second", ');
    fs.writeFileSync(file, bytes);
    const now = await store.get(key);
    assert.equal(now?.state['note'], 'the second');
    const told = now?.notices.find(({ code }) => code === 'inexact')?.message ?? '';
    assert.match(told, /has a key more than once in one object, of which the last counts; its bytes are .*aside/);
    await store.put(key, { ...putOf(3), expect: 2 });
    const [kept = ''] = filesBelow(path.join(root, places.aside));
    assert.equal(fs.readFileSync(path.join(root, places.aside, kept), 'utf8'), bytes);
    await store.close();
  });

  test('in the very moment it is replaced is taken in also when another writer is faster meanwhile', async () => {
    const { root, file, store } = await project(2, 'soon');
    await store.close();
    fs.writeFileSync(file, `${JSON.stringify(stateOf(1), null, 2)}\n`);
    const { command } = families;
    let [edited, raced] = [false, false];
    const stampOf = (doc: JsonObject): string | null => {
      if (!edited) write(file, { ...stateOf(2), note: 'in the last moment' });
      edited = true;
      // Asked for the base of the edit: it is about to be taken in.
      if (doc['note'] !== undefined && !raced) {
        raced = true;
        const other = openStore(root, { publish: 'soon' });
        assert.ok(other.putSync(key, putOf(3)).ok);
      }
      return command.stampOf(doc);
    };
    const late = new FileStore({ root, views: { ...families, command: { ...command, stampOf } } });
    await late.get(key);
    await late.close();
    assert.deepEqual([edited, raced], [true, true]);
    const after = openStore(root);
    const now = await after.get(key);
    assert.equal(now?.state['note'], 'in the last moment');
    assert.deepEqual(tasksIn(now?.state), ['T1', 'T2', 'T3']);
    await after.close();
  });

  test('by another tool to valid JSON that is no checkpoint is said to be that, not corrupt', async () => {
    const { file, store } = await project(1);
    fs.writeFileSync(file, '{"tool": "other"}');
    const now = await store.get(key);
    assert.match(now?.notices[0]?.message ?? '', /holds JSON, but no command checkpoint/);
    await store.close();
  });

  test('so that it does not parse is copied aside; the newest good revision stays current', async () => {
    const { root, file, store } = await project(2);
    fs.writeFileSync(file, '{"command": "implement", ');
    const now = await store.get(key);
    assert.equal(now?.revision, 2);
    assert.deepEqual(now?.state, stateOf(2));
    assert.match(now?.notices[0]?.message ?? '', /Checkpoint file exists but is corrupt: .*kept as/);
    await store.get(key);
    const kept = filesBelow(path.join(root, places.aside));
    assert.equal(kept.length, 1);
    assert.equal(fs.readFileSync(path.join(root, places.aside, kept[0] ?? ''), 'utf8'), '{"command": "implement", ');
    assert.ok((await store.put(key, putOf(3))).ok);
    assert.deepEqual(read(file), stateOf(3));
    await store.close();
  });

  test('to something that is no checkpoint is copied aside', async () => {
    const { root, file, store } = await project(1);
    fs.writeFileSync(file, '{"settings": true}');
    assert.deepEqual((await store.get(key))?.state, stateOf(1));
    assert.equal(filesBelow(path.join(root, places.aside)).length, 1);
    await store.close();
  });
});

describe('a published file that was removed', () => {
  test('by hand: the checkpoint is gone, its history stays, and the next one goes on counting', async () => {
    const { file, store } = await project(2);
    fs.rmSync(file);
    assert.equal((await store.get(key))?.place, 'removed');
    assert.equal((await store.get(key))?.revision, 3);
    assert.deepEqual((await store.revision(key, 2))?.state, stateOf(2));
    assert.equal((await store.list()).length, 0);
    const put = await store.put(key, putOf(1, { expect: 3, at: timeOf(9) }));
    assert.ok(put.ok && put.stored.revision === 4);
    assert.deepEqual(read(file), stateOf(1));
    await store.close();
  });

  test('and put back later is live again', async () => {
    const { file, store } = await project(2);
    const bytes = fs.readFileSync(file);
    fs.rmSync(file);
    assert.equal((await store.get(key))?.place, 'removed');
    fs.writeFileSync(file, bytes);
    const back = await store.get(key);
    assert.equal(back?.place, 'live');
    assert.deepEqual(back?.state, stateOf(2));
    await store.close();
  });

  test('by hand: a workflow that was moved to failed/ is failed, and moved back is live', async () => {
    const [, , golden] = goldens;
    assert.ok(golden !== undefined);
    const root = tempFolder();
    const store = openStore(root);
    const put = { state: golden.doc, expect: 0, actor: 'test', event: { name: 'start' }, at: timeOf(1) };
    await store.put(golden.key, put);
    const file = path.join(root, golden.file);
    const failed = path.join(path.dirname(file), 'failed', path.basename(file));
    fs.mkdirSync(path.dirname(failed));
    fs.renameSync(file, failed);
    const moved = await store.get(golden.key);
    assert.equal(moved?.place, 'failed');
    assert.equal(moved?.notices[0]?.code, 'moved-by-hand');
    assert.deepEqual(moved?.state, golden.doc);
    fs.renameSync(failed, file);
    assert.equal((await store.get(golden.key))?.place, 'live');
    assert.deepEqual(
      (await store.history(golden.key)).map((one) => one.revision),
      [3, 2, 1],
    );
    await store.close();
  });
});

describe('where nothing can be written', () => {
  test('an edit, a removal and another tool’s file are told as what they are; the file is shown as it stands', async (t) => {
    const root = mountMemory(t, 'size=4m');
    if (root === null) return;
    const [edited, removed, foreign] = ['edited', 'removed', 'foreign'].map((name) => commandKey('implement', name));
    assert.ok(edited !== undefined && removed !== undefined && foreign !== undefined);
    const fileOf = (name: string): string => path.join(root, '.claude/state', `implement-${name}.json`);
    const first = openStore(root);
    for (const one of [edited, removed]) await first.put(one, putOf(1));
    await first.close();
    const text = fs.readFileSync(fileOf('edited'), 'utf8');
    fs.writeFileSync(fileOf('edited'), text.replace('"T1"', '"T9"'));
    fs.writeFileSync(fileOf('foreign'), text);
    fs.rmSync(fileOf('removed'));
    execFileSync('mount', ['-o', 'remount,ro', root]);
    const store = openStore(root);
    const told = async (one: Key): Promise<readonly string[]> =>
      (await store.get(one))?.notices.map(({ message }) => message.replace(root, '')) ?? [];
    assert.match(
      String(await told(edited)),
      /implement-edited\.json was changed since revision 1; it is shown, but .*EROFS/,
    );
    assert.match(JSON.stringify((await store.get(edited))?.state), /"T9"/);
    assert.match(
      String(await told(removed)),
      /implement-removed\.json was taken away, which could not be taken in: .*EROFS/,
    );
    assert.match(
      String(await told(foreign)),
      /implement-foreign\.json was written by another tool, and could not be taken in/,
    );
    assert.match(JSON.stringify((await store.get(foreign))?.state), /"T1"/);
    await store.close();
  });
});
