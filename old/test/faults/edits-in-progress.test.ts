// People and tools that write a published file while pawl reads and saves: nothing of what they write is lost.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import type { FileStore } from '../../src/store/file/file-store.js';
import { fill, key, openStore, places, putOf, stateOf, tasksIn } from '../support/checkpoints.js';
import { tempFolder } from '../support/temp.js';

interface Project {
  readonly root: string;
  readonly file: string;
  readonly store: FileStore;
}

async function project(updates: number): Promise<Project> {
  const root = tempFolder();
  const store = openStore(root);
  await fill(store, 1, updates);
  return { root, file: path.join(root, places.published), store };
}

const edited = (n: number): string => JSON.stringify({ ...stateOf(n), note: 'by hand' });

/** A shell that empties the file at once, and writes it in pieces: `> file`. */
async function writeSlowly(file: string, pieces: readonly string[]): Promise<Promise<unknown>> {
  const script = pieces.map((piece) => `sleep 0.3; printf %s '${piece}'`).join('; ');
  const before = fs.statSync(file).mtimeMs;
  const shell = spawn('sh', ['-c', `(${script}) > "$1"`, 'sh', file], { stdio: 'ignore' });
  while (fs.statSync(file).mtimeMs === before) await new Promise((resolve) => setTimeout(resolve, 5));
  return once(shell, 'close');
}

describe('a file that somebody has emptied to write it', () => {
  test('is left alone by whoever reads: what is written next is taken in', async () => {
    const { root, file, store } = await project(2);
    const fd = fs.openSync(file, 'w');
    assert.deepEqual((await store.get(key))?.state, stateOf(2));
    const other = openStore(root);
    assert.deepEqual(
      (await other.list()).map(({ state }) => state),
      [stateOf(2)],
    );
    fs.writeSync(fd, edited(2));
    fs.closeSync(fd);
    const now = await store.get(key);
    assert.deepEqual([now?.revision, now?.state['note']], [3, 'by hand']);
    await Promise.all([store.close(), other.close()]);
  });

  test('and is not written after all is found by the next list, and gets its newest revision back', async () => {
    const { file, store } = await project(2);
    fs.writeFileSync(file, '');
    assert.equal((await store.summaries()).length, 1);
    assert.equal(fs.statSync(file).size, 0);
    // Not the time of the file: what the catalogue has seen of it stays the same.
    const { now } = Date;
    Date.now = () => now() + 10_000;
    try {
      assert.equal((await store.summaries()).length, 1);
    } finally {
      Date.now = now;
    }
    assert.deepEqual(JSON.parse(fs.readFileSync(file, 'utf8')), stateOf(2));
    await store.close();
  });

  for (const [how, pieces] of [
    ['', [edited(2)]],
    [' in pieces', [edited(2).slice(0, 50), edited(2).slice(50)]],
  ] as const) {
    test(`is waited for by whoever saves, a moment: both are in the state after it, also when it is written${how}`, async () => {
      const { file, store } = await project(2);
      const written = await writeSlowly(file, pieces);
      assert.ok(store.putSync(key, putOf(3)).ok);
      await written;
      const now = await store.get(key);
      assert.equal(now?.state['note'], 'by hand');
      assert.deepEqual(tasksIn(now?.state), ['T1', 'T2', 'T3']);
      assert.deepEqual(JSON.parse(fs.readFileSync(file, 'utf8')), now?.state);
      await store.close();
    });
  }

  test('and who takes longer than a save waits is not cut off: the save says that its file is not up to date', async () => {
    const told: string[] = [];
    const root = tempFolder();
    const store = openStore(root, { onNotice: ({ code, message }) => told.push(`${code}: ${message}`) });
    await fill(store, 1, 2);
    const file = path.join(root, places.published);
    const fd = fs.openSync(file, 'w');
    assert.ok(store.putSync(key, putOf(3)).ok);
    assert.match(told.join('\n'), /^unpublished: implement\/auth is saved, but its file is not up to date: .*somebody/);
    fs.writeSync(fd, edited(2));
    fs.closeSync(fd);
    const now = await store.get(key);
    assert.equal(now?.state['note'], 'by hand');
    assert.deepEqual(tasksIn(now?.state), ['T1', 'T2', 'T3']);
    await store.close();
  });

  test('where there is none, as its absence is on record, is left alone as well', async () => {
    const { file, store } = await project(2);
    fs.rmSync(file);
    assert.equal(store.getSync(key)?.place, 'removed');
    const fd = fs.openSync(file, 'w');
    assert.equal((await store.get(key))?.place, 'removed');
    fs.writeSync(fd, edited(2));
    fs.closeSync(fd);
    const now = await store.get(key);
    assert.deepEqual([now?.place, now?.state['note']], ['live', 'by hand']);
    await store.close();
  });
});

/** So long that a file written now has another time than one written before. */
const tick = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 30));

const pretty = (doc: object): string => `${JSON.stringify(doc, null, 2)}\n`;

describe('two edits that were made from the same revision', () => {
  test('are both taken in, whoever saved first, and that is told; the next edit may take one back', async () => {
    const { file, store } = await project(1);
    const seen = stateOf(1);
    fs.writeFileSync(file, pretty({ ...seen, a: 'from A' }));
    await store.get(key);
    fs.writeFileSync(file, pretty({ ...seen, b: 'from B' }));
    const both = await store.get(key);
    assert.deepEqual([both?.state['a'], both?.state['b']], ['from A', 'from B']);
    const told = both?.notices.find(({ code }) => code === 'merged')?.message ?? '';
    assert.match(told, /lacks what an earlier edit had brought to \/a: revision 3 has both/);
    assert.deepEqual(both?.event.args?.['conflicts'], ['/a']);
    const { a: _a, ...without } = both?.state ?? {};
    fs.writeFileSync(file, pretty(without));
    const last = await store.get(key);
    assert.deepEqual([last?.revision, last?.state['a'], last?.state['b']], [4, undefined, 'from B']);
    await store.close();
  });

  test('by one who has most of the first one takes the rest of it back, and that is told', async () => {
    const { file, store } = await project(1);
    fs.writeFileSync(file, pretty({ ...stateOf(1), a: 1, b: 2, c: 3 }));
    await store.get(key);
    fs.writeFileSync(file, pretty({ ...stateOf(1), a: 1, b: 2, d: 4 }));
    const now = await store.get(key);
    assert.deepEqual([now?.state['a'], now?.state['c'], now?.state['d']], [1, undefined, 4]);
    assert.match(
      now?.notices.map(({ message }) => message).join() ?? '',
      /\/c: revision 3 lacks it too; revision 2 has/,
    );
    await store.close();
  });

  test('of one place count as the last says, and nobody is told of a clash', async () => {
    const { file, store } = await project(1);
    for (const note of ['one', 'two']) {
      fs.writeFileSync(file, pretty({ ...stateOf(1), note }));
      assert.equal((await store.get(key))?.state['note'], note);
    }
    const now = await store.get(key);
    assert.deepEqual([now?.revision, now?.event.args?.['conflicts'], now?.notices], [3, undefined, []]);
    await store.close();
  });

  test('are both there when the first was rescued, and what stood in the file before is edited next', async () => {
    const { root, file, store } = await project(2);
    // Taken in from a file that was being replaced: a revision of the same change time, which is not published yet.
    const state = { ...stateOf(2), first: true };
    const soon = openStore(root, { publish: 'soon' });
    const put = { ...putOf(3), state, actor: 'hand', event: { name: 'edited', args: { bytes: '0123456789abcdef' } } };
    assert.ok((await soon.put(key, put)).ok);
    fs.writeFileSync(file, JSON.stringify({ ...stateOf(2), second: true }));
    const now = await store.get(key);
    await soon.close();
    assert.deepEqual([now?.state['first'], now?.state['second']], [true, true]);
    await store.close();
  });
});

describe('an undo in an editor', () => {
  test('of an edit by hand is taken in, as that alone came since', async () => {
    const { file, store } = await project(2);
    const before = fs.readFileSync(file);
    for (const note of ['one', 'two']) {
      fs.writeFileSync(file, pretty({ ...stateOf(2), note }));
      await store.get(key);
    }
    await tick();
    fs.writeFileSync(file, before);
    const now = await store.get(key);
    assert.deepEqual([now?.revision, now?.event.name, now?.state], [5, 'edited', stateOf(2)]);
    assert.equal((await store.get(key))?.revision, 5);
    await store.close();
  });

  test('of what was saved since is none: work is not taken back like that', async () => {
    const { file, store } = await project(1);
    const before = fs.readFileSync(file);
    fs.writeFileSync(file, pretty({ ...stateOf(1), note: 'by hand' }));
    await store.get(key);
    assert.ok((await store.put(key, putOf(2, { expect: 2 }))).ok);
    await tick();
    fs.writeFileSync(file, before);
    const now = await store.get(key);
    assert.deepEqual([now?.revision, now?.state], [3, stateOf(2)]);
    assert.deepEqual(
      now?.notices.map(({ code }) => code),
      ['put-back'],
    );
    await store.close();
  });

  test('that a crash may have done is rolled forward: the file is no younger than the log', async () => {
    const { file, store } = await project(1);
    const [before, at] = [fs.readFileSync(file), fs.statSync(file).mtime];
    fs.writeFileSync(file, pretty({ ...stateOf(1), note: 'by hand' }));
    await store.get(key);
    fs.writeFileSync(file, before);
    fs.utimesSync(file, at, at);
    assert.equal((await store.get(key))?.state['note'], 'by hand');
    await store.close();
  });
});
