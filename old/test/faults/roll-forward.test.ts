// What crashes leave behind: published files that are older than the log are rolled forward, and late publishers do no harm.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { encodeRecord, readLines } from '../../src/store/file/log/record.js';
import type { Place } from '../../src/rules/names.js';
import type { FileStore } from '../../src/store/file/file-store.js';
import type { Put } from '../../src/store/store.js';
import { fill, key, openStore, places, putOf, stateOf, tasksIn, timeOf } from '../support/checkpoints.js';
import { goldens } from '../support/golden.js';
import { missing, runWorker } from '../support/programs.js';
import { tempFolder } from '../support/temp.js';

async function saved(root: string, updates: number): Promise<string> {
  const store = openStore(root);
  await fill(store, 1, updates);
  await store.close();
  return path.join(root, places.published);
}

function rendered(n: number): string {
  return `${JSON.stringify(stateOf(n), null, 2)}\n`;
}

/** Takes the last record of a kind out of the log, as if its writer had died before. */
function withoutLast(root: string, kind: string, log: string = places.log): void {
  const file = path.join(root, log);
  const bytes = fs.readFileSync(file);
  const line = readLines(bytes).findLast((one) => one.record?.k === kind);
  assert.ok(line !== undefined);
  fs.writeFileSync(file, Buffer.concat([bytes.subarray(0, line.at - 1), bytes.subarray(line.end)]));
}

async function names(store: FileStore): Promise<string[]> {
  return (await store.history(key)).map((one) => one.event.name).toReversed();
}

/** Long enough ago for the machine to have started again. */
function leaveBlank(file: string, bytes: number): void {
  fs.writeFileSync(file, Buffer.alloc(bytes));
  const then = new Date(Date.now() - 10_000);
  fs.utimesSync(file, then, then);
}

describe('a crash', () => {
  const leftovers: readonly [string, (file: string) => void][] = [
    ['an older revision’s bytes', (file) => fs.writeFileSync(file, rendered(1))],
    ['an empty file', (file) => leaveBlank(file, 0)],
    ['a file full of zeroes', (file) => leaveBlank(file, 700)],
  ];
  for (const [what, leave] of leftovers) {
    test(`that left ${what} is rolled forward by the next reader`, async () => {
      const root = tempFolder();
      const file = await saved(root, 3);
      leave(file);
      const store = openStore(root);
      assert.equal((await store.get(key))?.revision, 3);
      assert.equal(fs.readFileSync(file, 'utf8'), rendered(3));
      assert.deepEqual(await names(store), ['update', 'update', 'update']);
      await store.close();
    });
  }

  test('between append and publish is rolled forward by the next reader', async () => {
    const root = tempFolder();
    const file = await saved(root, 3);
    withoutLast(root, 'pub');
    fs.writeFileSync(file, rendered(2));
    const store = openStore(root);
    assert.equal((await store.get(key))?.revision, 3);
    assert.equal(fs.readFileSync(file, 'utf8'), rendered(3));
    await store.close();
  });

  test('between publish and marker is no edit', async () => {
    const root = tempFolder();
    await saved(root, 3);
    withoutLast(root, 'pub');
    const store = openStore(root);
    assert.equal((await store.get(key))?.revision, 3);
    assert.deepEqual(await names(store), ['update', 'update', 'update']);
    await store.close();
  });

  for (const [what, left, isKept] of [
    ['takes its copy in failed/ along', null, false],
    ['leaves a file in failed/ that is none of its revisions', '{"mine": true}\n', true],
  ] as const) {
    test(`while a workflow came back from failed/ ${what}`, async () => {
      const [, , golden] = goldens;
      assert.ok(golden !== undefined);
      const root = tempFolder();
      const live = path.join(root, golden.file);
      const failed = path.join(path.dirname(live), 'failed', path.basename(live));
      const store = openStore(root);
      const put = (n: number, place: Place): Put =>
        putOf(n, { state: { ...golden.doc, updated_at: timeOf(n) }, place });
      await store.put(golden.key, put(1, 'live'));
      await store.put(golden.key, put(2, 'failed'));
      const copy = fs.readFileSync(failed);
      await store.put(golden.key, put(3, 'live'));
      await store.close();
      // Killed when the file was in its place, and the copy still in the other.
      withoutLast(root, 'pub', `.claude/state/.pawl/workflow/${path.basename(live, '.json')}.log`);
      fs.writeFileSync(failed, left ?? copy);
      const next = openStore(root);
      assert.equal((await next.get(golden.key))?.revision, 3);
      assert.ok(fs.existsSync(live));
      assert.equal(fs.existsSync(failed), isKept);
      await next.close();
    });
  }

  test('before a new checkpoint was ever published is no removal', async () => {
    const root = tempFolder();
    const file = await saved(root, 1);
    withoutLast(root, 'pub');
    fs.rmSync(file);
    const store = openStore(root);
    const found = await store.get(key);
    assert.deepEqual([found?.revision, found?.place], [1, 'live']);
    assert.equal(fs.readFileSync(file, 'utf8'), rendered(1));
    await store.close();
  });

  test('in a process that publishes later is rolled forward: its process was killed before', async () => {
    const root = tempFolder();
    await saved(root, 2);
    const { signal, stdout } = await runWorker('put-and-die', [root]);
    assert.deepEqual([signal, stdout], ['SIGKILL', 'yes 3\n']);
    const file = path.join(root, places.published);
    assert.equal(fs.readFileSync(file, 'utf8'), rendered(2));
    const store = openStore(root);
    assert.equal((await store.get(key))?.revision, 3);
    assert.equal(fs.readFileSync(file, 'utf8'), rendered(3));
    await store.close();
  });
});

describe('a late publisher', () => {
  test('that is frozen before its rename does not leave an older revision over a newer one', async (t) => {
    const reason = missing('strace', ['-V']);
    if (reason !== null) return t.skip(reason);
    const root = tempFolder();
    const file = await saved(root, 5);
    const under = [
      'strace',
      '-f',
      '--seccomp-bpf',
      '-qq',
      '-o',
      '/dev/null',
      '-e',
      'trace=rename',
      '-e',
      'inject=rename:delay_enter=1500000:when=1',
    ];
    const late = runWorker('one-save', [root, 'update'], { under });
    const store = openStore(root);
    while ((await store.get(key))?.revision !== 6) await new Promise((resolve) => setTimeout(resolve, 20));
    await fill(store, 7, 9);
    assert.equal((await late).stdout, 'yes 6\n');
    assert.equal(fs.readFileSync(file, 'utf8'), rendered(9));
    assert.equal((await store.get(key))?.revision, 9);
    assert.equal((await store.history(key)).length, 9);
    await store.close();
  });

  test('that marks an older revision after a newer one leaves the newer one published', async () => {
    const root = tempFolder();
    const file = await saved(root, 3);
    const log = path.join(root, places.log);
    const markers = readLines(fs.readFileSync(log)).flatMap((line) => (line.record?.k === 'pub' ? [line.record] : []));
    const { h: _h, ...late } = markers[1] ?? assert.fail('no marker');
    fs.appendFileSync(log, encodeRecord(late).bytes);
    const store = openStore(root);
    assert.equal((await store.get(key))?.revision, 3);
    assert.equal(fs.readFileSync(file, 'utf8'), rendered(3));
    await store.close();
  });
});

describe('clocks', () => {
  test('that jump back or ahead change neither the order nor what is newest', async () => {
    const root = tempFolder();
    const store = openStore(root);
    const times = ['2026-01-01T00:00:00.000Z', '2036-01-01T00:00:00.000Z', '2025-11-20T00:00:00.000Z', timeOf(1)];
    for (const [n, at] of times.entries())
      assert.ok((await store.put(key, putOf(n + 1, { at, state: { ...stateOf(n + 1), updated_at: at } }))).ok);
    await store.close();
    const again = openStore(root);
    assert.equal(tasksIn((await again.get(key))?.state).length, 4);
    assert.deepEqual(
      (await again.history(key)).map((one) => one.at),
      times.toReversed(),
    );
    await again.close();
  });
});

describe('a checkpoint', () => {
  test('that is published for the first time between the look at the file and at the log was not removed by hand', async () => {
    const root = tempFolder();
    const writer = openStore(root, { publish: 'soon' });
    assert.ok((await writer.put(key, putOf(1))).ok);
    const reader = openStore(root);
    const open = fs.openSync;
    const file = path.join(root, places.published);
    let looks = 0;
    fs.openSync = (...args: Parameters<typeof fs.openSync>) => {
      try {
        return open(...args);
      } finally {
        if (args[0] === file && looks++ === 0) writer.flush(); // the reader has just found nothing
      }
    };
    try {
      assert.deepEqual([reader.getSync(key)?.place, reader.getSync(key)?.revision], ['live', 1]);
    } finally {
      fs.openSync = open;
    }
    assert.ok(looks > 0);
    await writer.close();
    await reader.close();
  });
});
