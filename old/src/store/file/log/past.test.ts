import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { key, openStore, putOf, stateOf } from '../../../../test/support/checkpoints.js';
import { fastFolder, flipped } from '../../../../test/support/fast-folder.js';
import { randomFrom, sized, tellSeed } from '../../../../test/support/sizes.js';
import type { HistoryRange, Revision } from '../../store.js';
import { replayAll } from './replay.js';
import { encodeRecord, readLines } from './record.js';
import { Log } from './log.js';
import { unpackState } from './pack-codec.js';
import { readHistory } from './segments.js';

const folderOf = (root: string): string => path.join(root, '.claude/state/.pawl/command');

/** What a history must say: from a replay of everything, states included. */
function expected(root: string, { before = Number.POSITIVE_INFINITY, limit }: HistoryRange): readonly Revision[] {
  const log = new Log(folderOf(root), 'implement-auth');
  log.refresh();
  const all = replayAll(readHistory(log), unpackState);
  log.close();
  return all
    .filter(({ revision }) => revision < before)
    .toReversed()
    .slice(0, limit)
    .map(({ revision, place, at, actor, event: [name, args], state }) => {
      const event = args === undefined ? { name } : { name, args };
      const found: Revision = { revision, place, at, actor, event };
      return state === null ? Object.assign(found, { readable: false as const }) : found;
    });
}

test('a history from the end says what a replay of everything says: of long logs, segments and damage', async (t) => {
  tellSeed(t);
  const random = randomFrom();
  for (let round = 0; round < sized(2, 40); round++) {
    const root = fastFolder();
    const [store, other] = [0, 1].map(() => openStore(root, { publish: 'soon', segmentBytes: 60_000 }));
    assert.ok(store !== undefined && other !== undefined);
    const check = async (): Promise<void> => {
      const newest = (await store.history(key, { limit: 1 }))[0]?.revision ?? 0;
      for (let look = 0; look < 4; look++) {
        const before = random.int(3) === 0 ? { before: random.int(newest + 3) } : {};
        const limit = random.int(5) === 0 ? {} : { limit: random.int(40) };
        const range = { ...before, ...limit };
        const warm: readonly Revision[] = await store.history(key, range);
        const anew = openStore(root);
        assert.deepEqual(warm, expected(root, range), JSON.stringify(range));
        assert.deepEqual(await anew.history(key, range), warm, JSON.stringify(range));
        await anew.close();
      }
    };
    let n = 0;
    for (let step = 0; step < 12; step++) {
      const writer = random.pick([store, other]);
      for (let more = random.int(40); more > 0; more--) {
        const put = { ...putOf(++n), state: stateOf(n % 8) };
        assert.ok((await writer.put(key, put)).ok);
      }
      if (random.int(6) === 0 && n > 0) store.pack(key);
      await check();
    }
    await store.close();
    await other.close();
    const logs = fs.readdirSync(folderOf(root)).filter((name) => name.endsWith('.log'));
    const log = path.join(folderOf(root), logs.toSorted((a, b) => b.length - a.length)[0] ?? '');
    const bytes = fs.readFileSync(log);
    for (let flip = 0; flip < 12; flip++) {
      fs.writeFileSync(log, flipped(bytes, random.int(bytes.length * 8)));
      for (const range of [{}, { limit: 5 }, { limit: 30 }, { before: n - 3, limit: 10 }, { before: 4 }]) {
        const anew = openStore(root);
        const found = await anew.history(key, range);
        assert.deepEqual(found, expected(root, range), JSON.stringify(range));
        await anew.close();
      }
    }
  }
});

test('a history does not begin at a full state that was overtaken', async () => {
  const root = fastFolder();
  const store = openStore(root, { publish: 'soon' });
  const pad = 'x'.repeat(1_000);
  for (let n = 1; n <= 60; n++) {
    const state = { ...stateOf(1), pad: n === 1 ? 'y'.repeat(30_000) : 'z'.repeat(30_000), step: `${n}${pad}` };
    assert.ok((await store.put(key, { ...putOf(n), state })).ok);
  }
  await store.close();
  const file = path.join(folderOf(root), 'implement-auth.log');
  const records = readLines(fs.readFileSync(file)).flatMap(({ record }) => record ?? []);
  const [full, last] = [records.findLast((one) => one.k === 'full'), records.findLast((one) => one.k === 'step')];
  assert.ok(full !== undefined && last !== undefined);
  const { seg: _seg, h: _h, ...rest } = full;
  fs.appendFileSync(file, encodeRecord({ ...rest, r: last.r, p: last.p, by: 'late', id: 'late' }).bytes);
  const anew = openStore(root);
  for (const limit of [1, 3]) {
    const found = await anew.history(key, { limit });
    assert.deepEqual(found, expected(root, { limit }));
    assert.equal(found[0]?.actor, 'test');
  }
  await anew.close();
});

test('a history that was read before is not taken for that of the next segment', async () => {
  const root = fastFolder();
  const [store, other] = [openStore(root), openStore(root)];
  assert.ok((await other.put(key, putOf(1))).ok);
  assert.equal((await store.history(key, { limit: 1 })).length, 1);
  other.pack(key);
  for (let n = 2; n <= 30; n++) assert.ok((await other.put(key, putOf(n))).ok);
  for (const range of [{ limit: 2 }, { limit: 29 }, {}]) {
    assert.deepEqual(await store.history(key, range), expected(root, range), JSON.stringify(range));
  }
  await store.close();
  await other.close();
});
