// Flipped bits and cut ends in the log: the newest state or a clean refusal, and never a save on a shortened history.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { describe, test, type TestContext } from 'node:test';
import { isPawlError } from '../../src/rules/errors.js';
import type { FileStoreOptions } from '../../src/store/file/open-space.js';
import type { Put, PutResult, Stored } from '../../src/store/store.js';
import {
  fill,
  key,
  openStore,
  places,
  putOf,
  restore,
  type Snapshot,
  snapshot,
  stateOf,
  tasksIn,
} from '../support/checkpoints.js';
import { type Ended, node, pawl, program, tempRepository } from '../e2e/program.js';
import { fastFolder, flipped } from '../support/fast-folder.js';
import { randomFrom, sized, tellSeed } from '../support/sizes.js';
import { tempFolder } from '../support/temp.js';

interface Prepared {
  readonly files: Snapshot;
  readonly updates: number;
}

async function prepared(updates: number, options: Partial<FileStoreOptions> = {}, pack = false): Promise<Prepared> {
  const root = fastFolder();
  const store = openStore(root, options);
  await fill(store, 1, updates);
  if (pack) store.pack(key);
  await store.close();
  return { files: snapshot(root), updates };
}

/** How many bits are flipped; in the full size each of them, unless said otherwise. */
interface Sample {
  readonly small: number;
  readonly full?: number;
}

/** Every update that was acknowledged, by name. */
function allOf(updates: number): string[] {
  return tasksIn(stateOf(updates));
}

interface Seen {
  readonly read: Stored | null | 'refused';
  readonly saved: PutResult | 'refused';
}

/** Reads and then saves one more update on whatever was read, as any program would. */
async function use(root: string, updates: number): Promise<Seen> {
  const store = openStore(root);
  const orRefused = <T>(run: () => T): T | 'refused' => {
    try {
      return run();
    } catch (error) {
      assert.ok(isPawlError(error), `not a PawlError: ${String(error)}`);
      return 'refused';
    }
  };
  const read = orRefused(() => store.getSync(key));
  const current = read === 'refused' ? null : read;
  const before = current?.state ?? stateOf(0);
  const { phases } = before as { phases: { work: { tasks?: object } } };
  const tasks = { ...phases.work.tasks, extra: { status: 'done' } };
  const state = { ...before, phases: { work: { ...phases.work, tasks } } } as Put['state'];
  const saved = orRefused(() => store.putSync(key, putOf(updates + 1, { state, expect: current?.revision ?? 0 })));
  await store.close();
  return { read, saved };
}

function isShort(tasks: readonly string[], updates: number): boolean {
  const have = new Set(tasks);
  return allOf(updates).some((task) => !have.has(task));
}

/** The promise: nothing acknowledged disappears behind a save that says yes, and no old state passes for the newest. */
function verify({ read, saved }: Seen, updates: number, hasPublished: boolean): void {
  if (saved !== 'refused' && saved.ok)
    assert.ok(!isShort(tasksIn(saved.stored.state), updates), 'acknowledged on a shortened history');
  if (read === 'refused') return;
  if (read === null) assert.ok(!hasPublished, 'absent although the published file is there');
  else if (isShort(tasksIn(read.state), updates)) {
    assert.ok(
      !hasPublished,
      `an older state (${tasksIn(read.state).length} of ${updates}) although the published file has the newest`,
    );
    assert.ok(
      read.notices.some((notice) => notice.code === 'damaged'),
      'an older state without a word',
    );
  }
}

async function sweep(t: TestContext, from: Prepared, file: string, sample: Sample, hasPublished = true): Promise<void> {
  tellSeed(t);
  const random = randomFrom();
  const root = fastFolder();
  const bytes = from.files.get(file) ?? Buffer.alloc(0);
  assert.ok(bytes.length > 0, file);
  const every = bytes.length * 8;
  const wanted = sized(sample.small, sample.full ?? every);
  const all = Array.from({ length: wanted }, (_, n) => (wanted === every ? n : random.int(every)));
  // Always tried: the newline between the last record and its marker, which keeps two proofs apart.
  const lastNewline = bytes.lastIndexOf('\n');
  const bits = wanted === every ? all : [...all, ...Array.from({ length: 8 }, (_, bit) => 8 * lastNewline + bit)];
  const files = hasPublished ? from.files : new Map([...from.files].filter(([name]) => name !== places.published));
  const count = { newest: 0, refused: 0, older: 0 };
  for (const bit of bits) {
    restore(root, new Map([...files, [file, flipped(bytes, bit)]]));
    const seen = await use(root, from.updates);
    try {
      verify(seen, from.updates, hasPublished);
    } catch (error) {
      assert.fail(`bit ${bit} of ${bytes.length * 8}: ${(error as Error).message}`);
    }
    if (seen.read === 'refused') count.refused++;
    else if (seen.read !== null && !isShort(tasksIn(seen.read.state), from.updates)) count.newest++;
    else count.older++;
  }
  t.diagnostic(`${bits.length} flips: ${JSON.stringify(count)}`);
}

/** What failing disks leave: the log from some place on is zeros, or noise. */
async function overwrite(t: TestContext, from: Prepared, hasPublished: boolean): Promise<void> {
  tellSeed(t);
  const random = randomFrom();
  const root = fastFolder();
  const bytes = from.files.get(places.log) ?? Buffer.alloc(0);
  const files = hasPublished ? from.files : new Map([...from.files].filter(([name]) => name !== places.published));
  // Three bytes of noise may be a character that was cut off.
  const starts = [0, 1, ...Array.from({ length: sized(60, 2_000) }, () => random.int(bytes.length - 3))];
  for (const start of starts) {
    for (const isNoise of [false, true]) {
      const damaged = Buffer.from(bytes);
      for (let at = start; at < damaged.length; at++) damaged[at] = isNoise ? 128 + random.int(128) : 0;
      restore(root, new Map([...files, [places.log, damaged]]));
      const seen = await use(root, from.updates);
      const what = `${isNoise ? 'noise' : 'zeros'} from ${start} of ${bytes.length}`;
      assert.equal(seen.saved, 'refused', what);
      if (seen.read !== 'refused' && seen.read !== null) {
        assert.ok(
          seen.read.notices.some(({ code }) => code === 'damaged'),
          what,
        );
      }
    }
  }
}

describe('a log whose end is overwritten', () => {
  test('takes no save, with its published file', async (t) => overwrite(t, await prepared(20), true));
  test('takes no save, without its published file', async (t) => overwrite(t, await prepared(20), false));
});

describe('a flipped bit in the log', () => {
  test('of 100 acknowledged records', async (t) =>
    sweep(t, await prepared(100), places.log, { small: 1_500, full: 150_000 }));
  test('of 6 acknowledged records', async (t) => sweep(t, await prepared(6), places.log, { small: 1_500 }));
  test('of one acknowledged record', async (t) => sweep(t, await prepared(1), places.log, { small: 700 }));
  test('of records that were published together', async (t) =>
    sweep(t, await prepared(100, { publish: 'soon' }), places.log, { small: 700, full: 40_000 }));
  test('of records whose published file is gone: no old state passes for the newest', async (t) =>
    sweep(t, await prepared(100), places.log, { small: 700, full: 40_000 }, false));
  test('in the pointer to the current segment', async (t) =>
    sweep(t, await prepared(20, {}, true), places.log, { small: 400 }));
  test('in the current segment after packing', async (t) => {
    const second = places.log.replace('.log', '+2.log');
    await sweep(t, await prepared(20, {}, true), second, { small: 700 });
  });

  test('in a packed segment hides no newer revision', async (t) => {
    await sweep(t, await prepared(20, {}, true), places.log.replace('.log', '+1.log.br'), { small: 300 });
  });

  test('in a record that the newest state stands on refuses the next save, and says so', async () => {
    const { files } = await prepared(100);
    const bytes = files.get(places.log) ?? Buffer.alloc(0);
    const root = fastFolder();
    // The first change after the last full state.
    const step = bytes.indexOf('"k":"step"', bytes.lastIndexOf('"k":"full"'));
    assert.ok(step > 0);
    restore(root, new Map([...files, [places.log, flipped(bytes, (step + 100) * 8)]]));
    const store = openStore(root);
    const read = await store.get(key);
    assert.ok(read?.notices.some((notice) => notice.code === 'damaged'));
    assert.deepEqual(tasksIn(read?.state), allOf(100));
    await assert.rejects(store.put(key, putOf(101)), (error) => isPawlError(error, 'damaged'));
    assert.deepEqual(fs.readFileSync(path.join(root, places.published)), files.get(places.published));
    await store.close();
  });
});

describe('a log that was cut', () => {
  for (const hasPublished of [true, false]) {
    const name = hasPublished
      ? 'loses nothing, as the published file has it all'
      : 'and its published file: no old state passes for the newest';
    test(`at every length ${name}`, async (t) => {
      const from = await prepared(30);
      const root = fastFolder();
      const log = from.files.get(places.log) ?? Buffer.alloc(0);
      const files = new Map([...from.files].filter(([file]) => hasPublished || file !== places.published));
      const step = sized(7, 1);
      for (let length = 0; length < log.length; length += step) {
        restore(root, new Map([...files, [places.log, log.subarray(0, length)]]));
        const { read, saved } = await use(root, from.updates);
        if (hasPublished) {
          assert.ok(read !== 'refused' && read !== null, `refused at ${length}`);
          assert.ok(!isShort(tasksIn(read.state), 30), `${tasksIn(read.state).length} of 30 updates at ${length}`);
          if (saved !== 'refused' && saved.ok) assert.ok(!isShort(tasksIn(saved.stored.state), 30));
        } else if (read !== null && read !== 'refused') {
          const updates = tasksIn(read.state).length;
          const isTold = read.notices.some(({ code }) => code === 'damaged');
          const isWhole = updates === 30; // only its marker is missing
          assert.ok(
            isWhole || (isTold && saved === 'refused'),
            `${updates} of 30 updates at ${length} of ${log.length}`,
          );
        }
      }
      t.diagnostic(`${Math.ceil(log.length / step)} lengths`);
    });
  }
});

/** For a process of its own: every read of a file that ends like this gives EIO, as a bad sector does. */
const badSector = (file: string): string => `
const fs = require('node:fs');
const bad = new Set();
const { openSync, readSync } = fs;
fs.openSync = (name, ...rest) => {
  const fd = openSync(name, ...rest);
  bad[String(name).endsWith(${JSON.stringify(file)}) ? 'add' : 'delete'](fd);
  return fd;
};
fs.readSync = (fd, ...rest) => {
  if (bad.has(fd)) throw Object.assign(new Error('EIO: i/o error, read'), { code: 'EIO' });
  return readSync(fd, ...rest);
};
`;

test('a log on a bad sector is named, and hides no other from doctor and list', () => {
  const root = tempRepository();
  for (const feature of ['a', 'b', 'c']) pawl(['phase', `implement/${feature}`, 'api', 'in_progress'], root);
  const preload = path.join(tempFolder(), 'bad-sector.cjs');
  fs.writeFileSync(preload, badSector('implement-b.log'));
  const run = (...args: string[]): Ended => node(['-r', preload, program, ...args], root);
  const { code, out, err } = run('doctor');
  assert.equal(code, 1, err);
  assert.match(out, /implement-b[^]*EIO/);
  assert.match(out, /3 files checked/);
  assert.match(run('list').out, /implement\/a[^]*implement\/c|implement\/c[^]*implement\/a/);
  const show = run('show', 'implement/b');
  assert.match(show.err, /cannot read \S+implement-b\.log: EIO\n +The disk reports an error/);
});
