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
