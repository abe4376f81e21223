// The contract S1–S9 as checks that any store can be put to. Knows no test runner: the caller gives it one.

import { deepStrictEqual, ok, rejects, strictEqual } from 'node:assert/strict';
import { isPawlError } from '../rules/errors.js';
import type { JsonObject } from '../rules/json/json.js';
import { type Key, commandKey, keyText, pipelineKey, workflowKey } from '../rules/names.js';
import type { Put, Store } from './store.js';

/** A store under test, made anew for each check. */
export interface StoreUnderTest {
  /** Opens the store; called again on the same space, it must find what was there. */
  open(): Promise<Store>;
  /** Takes everything away. */
  destroy(): Promise<void>;
  /** Whether what was stored outlives `close`. */
  readonly durable: boolean;
}

export interface ConformanceOptions {
  /** Registers a check under a name, e.g. `node:test`'s `test`. */
  readonly test: (name: string, run: () => Promise<void>) => void;
  readonly create: () => Promise<StoreUnderTest>;
}

type Check = (store: Store, subject: StoreUnderTest) => Promise<void>;

const key = commandKey('implement', 'auth-system');

/** A valid checkpoint of the command family that differs from any other number's. */
function state(n: number): JsonObject {
  const at = new Date(Date.UTC(2026, 0, 1) + n * 1000).toISOString();
  return {
    command: 'implement',
    feature: 'auth-system',
    version: 1,
    started_at: at,
    updated_at: at,
    state: { current_phase: `p${n}`, completed_phases: [], pending_phases: [] },
    phases: { [`p${n}`]: { status: 'in_progress', note: `ünïcode ${n} 🦀` } },
  };
}

function put(n: number, expect: number, more: Partial<Put> = {}): Put {
  const at = new Date(Date.UTC(2026, 0, 1) + n * 1000).toISOString();
  return { state: state(n), expect, actor: 'conformance', event: { name: 'test', args: { n } }, at, ...more };
}

async function fill(store: Store, target: Key, count: number): Promise<void> {
  for (let n = 1; n <= count; n++) {
    const result = await store.put(target, put(n, n - 1));
    ok(result.ok, `put ${n} was refused`);
  }
}

const checks: Readonly<Record<string, Check>> = {
  'S1 a put that was acknowledged is read back': async (store) => {
    strictEqual(await store.get(key), null);
    await fill(store, key, 3);
    const stored = await store.get(key);
    deepStrictEqual(stored?.state, state(3));
    strictEqual(stored?.revision, 3);
    strictEqual(stored?.actor, 'conformance');
    deepStrictEqual(stored?.event, { name: 'test', args: { n: 3 } });
    strictEqual(stored?.place, 'live');
  },
  'S2 what was acknowledged is there after closing and opening again': async (store, subject) => {
    await fill(store, key, 30);
    await store.close();
    if (!subject.durable) return;
    const again = await subject.open();
    deepStrictEqual((await again.get(key))?.state, state(30));
    strictEqual((await again.history(key)).length, 30);
    await again.close();
  },
  'S3 a put that expects another revision stores nothing and returns the current one': async (store) => {
    await fill(store, key, 2);
    for (const expect of [0, 1, 3, 99]) {
      const result = await store.put(key, put(7, expect));
      ok(!result.ok);
      strictEqual(result.current?.revision, 2);
      deepStrictEqual(result.current?.state, state(2));
    }
    strictEqual((await store.history(key)).length, 2);
    const absent = await store.put(pipelineKey('PRD-001'), put(1, 1));
    ok(!absent.ok);
    strictEqual(absent.current, null);
  },
  'S3 of many puts that expect the same revision exactly one is stored': async (store) => {
    await fill(store, key, 1);
    const results = await Promise.all(Array.from({ length: 20 }, (_, n) => store.put(key, put(n + 10, 1))));
    strictEqual(results.filter((result) => result.ok).length, 1);
    strictEqual((await store.get(key))?.revision, 2);
  },
  'updates that are called at once all count, one after the other': async (store) => {
    const results = await Promise.all(
      Array.from({ length: 20 }, (_, n) => store.update(key, (current) => put(n, current?.revision ?? 0))),
    );
    deepStrictEqual(
      results.map((result) => result.stored.revision).sort((a, b) => a - b),
      Array.from({ length: 20 }, (_, n) => n + 1),
    );
    strictEqual((await store.history(key)).length, 20);
  },
  'an update whose decision throws stores nothing': async (store) => {
    await fill(store, key, 1);
    await rejects(
      store.update(key, () => {
        throw new Error('no');
      }),
      /no/,
    );
    strictEqual((await store.history(key)).length, 1);
  },
  'S4 a state that was read cannot be changed behind the store': async (store) => {
    const given = structuredClone(state(1));
    await store.put(key, { ...put(1, 0), state: given });
    const read = await store.get(key);
    ok(read !== null);
    try {
      Object.assign(read.state, { command: 'changed' });
    } catch {
      // Frozen: fine.
    }
    deepStrictEqual((await store.get(key))?.state, state(1));
  },
  'S5 revisions rise by one, also over removal and return': async (store) => {
    await fill(store, key, 2);
    await store.put(key, put(3, 2, { place: 'removed' }));
    strictEqual((await store.get(key))?.place, 'removed');
    await store.put(key, put(4, 3, { place: 'live' }));
    deepStrictEqual(
      (await store.history(key)).map((one) => one.revision),
      [4, 3, 2, 1],
    );
    deepStrictEqual(
      (await store.history(key)).map((one) => one.place),
      ['live', 'removed', 'live', 'live'],
    );
  },
  'S6 every older revision stays readable': async (store) => {
    await fill(store, key, 40);
    for (const n of [1, 2, 17, 39, 40]) deepStrictEqual((await store.revision(key, n))?.state, state(n));
    strictEqual(await store.revision(key, 0), null);
    strictEqual(await store.revision(key, 41), null);
    const all = (await store.replay?.(key)) ?? [];
    for (const [index, one] of all.entries()) deepStrictEqual([one.revision, one.state], [index + 1, state(index + 1)]);
    strictEqual(all.length, store.replay === undefined ? 0 : 40);
    deepStrictEqual(
      (await store.history(key, { limit: 3 })).map((one) => one.revision),
      [40, 39, 38],
    );
    deepStrictEqual(
      (await store.history(key, { before: 5, limit: 2 })).map((one) => one.revision),
      [4, 3],
    );
  },
  'find gives the oldest revision that fits, or null': async (store) => {
    await fill(store, key, 20);
    const late = new Set(Array.from({ length: 16 }, (_, n) => state(n + 5)['updated_at']));
    const found = await store.find(key, (one) => late.has(one['updated_at']));
    deepStrictEqual([found?.revision, found?.state], [5, state(5)]);
    strictEqual((await store.find(key, () => true))?.revision, 1);
    strictEqual(await store.find(key, () => false), null);
    strictEqual(await store.find(pipelineKey('PRD-001'), () => true), null);
  },
  'S7 keys that look alike do not collide': async (store) => {
    const keys = [
      commandKey('design'),
      commandKey('design', 'checkpoint'),
      commandKey('design', 'Checkpoint'),
      commandKey('a-b', 'c'),
      commandKey('a', 'b-c'),
      commandKey('a', 'x/y'),
      commandKey('a', 'x-y'),
      commandKey('a', '../../etc/passwd'),
      commandKey('a', 'X-Y'),
      commandKey('a', '日本語'),
      pipelineKey('PRD-009'),
      pipelineKey('prd-009'),
      workflowKey('orchestrate_x_20260101_000000'),
      ...[commandKey, pipelineKey, workflowKey].map((keyOf) => keyOf('ADR-001')),
    ];
    for (const [n, one] of keys.entries()) ok((await store.put(one, put(n, 0))).ok, keyText(one));
    for (const [n, one] of keys.entries()) deepStrictEqual((await store.get(one))?.state, state(n), keyText(one));
  },
  'S8 order comes from revisions, whatever the clock says': async (store) => {
    await store.put(key, put(1, 0, { at: '2036-01-01T00:00:00.000Z' }));
    await store.put(key, put(2, 1, { at: '2016-01-01T00:00:00.000Z' }));
    deepStrictEqual((await store.get(key))?.state, state(2));
    deepStrictEqual(
      (await store.history(key)).map((one) => one.at.slice(0, 4)),
      ['2016', '2036'],
    );
  },
  'S9 closing twice is safe, and a closed store refuses work': async (store) => {
    await fill(store, key, 1);
    await store.close();
    await store.close();
    await rejects(store.get(key), (error) => isPawlError(error, 'closed'));
    await rejects(store.list(), (error) => isPawlError(error, 'closed'));
  },
  'the same op id twice counts once': async (store) => {
    const first = await store.put(key, put(1, 0, { opId: 'op-1' }));
    await store.put(key, put(2, 1, { opId: 'op-2' }));
    for (let n = 3; n < 60; n++) await store.put(key, put(n, n - 1));
    const again = await store.put(key, put(99, 59, { opId: 'op-1' }));
    ok(first.ok && again.ok);
    strictEqual(again.duplicate, true);
    strictEqual(again.stored.revision, 1);
    strictEqual((await store.history(key)).length, 59);
    strictEqual((await store.findOp(key, 'op-2'))?.revision, 2);
    strictEqual(await store.findOp(key, 'op-3'), null);
  },
  'the last 1,000 op ids of a key are known': async (store) => {
    await store.put(key, put(1, 0, { opId: 'op-1' }));
    const [count, atOnce] = [1_000, 111];
    for (let known = 1; known < count; known += atOnce) {
      const ids = Array.from({ length: atOnce }, (_, n) => `op-${known + n + 1}`);
      await Promise.all(ids.map((opId) => store.update(key, (now) => put(2, now?.revision ?? 0, { opId }))));
    }
    const again = await store.put(key, put(1, count, { opId: 'op-1' }));
    ok(again.ok && again.duplicate, 'the oldest of them was stored a second time');
    deepStrictEqual([(await store.findOp(key, 'op-1'))?.revision, (await store.get(key))?.revision], [1, count]);
  },
  'an update that others keep overtaking ends with busy after its deadline, and stores nothing': async (store) => {
    const [deadlineMs, endMs] = [20, 20_000];
    const rivals: Promise<unknown>[] = [];
    const begun = Date.now();
    let isOver = false;
    const overtaken = store.update(
      key,
      (current) => {
        const revision = current?.revision ?? 0;
        isOver = Date.now() - begun > endMs;
        if (!isOver) rivals.push(store.put(key, put(revision + 1, revision)));
        return put(0, revision, { event: { name: 'late' } });
      },
      { deadlineMs },
    );
    // A store that lets nobody in between is never overtaken.
    const error: unknown = await overtaken.then(
      () => null,
      (reason: unknown) => reason,
    );
    await Promise.all(rivals);
    ok(!isOver, 'it went on long after its deadline');
    ok(error === null || isPawlError(error, 'busy'), String(error));
    const late = (await store.history(key)).filter(({ event }) => event.name === 'late');
    strictEqual(late.length, error === null ? 1 : 0);
  },
  'list gives the newest revision of every key in the wanted places': async (store) => {
    await fill(store, key, 2);
    await store.put(commandKey('design'), put(5, 0));
    await store.put(commandKey('review'), put(6, 0, { place: 'archived' }));
    await store.put(commandKey('ship'), put(8, 0));
    const live = await store.list();
    deepStrictEqual(
      live.map((one) => keyText(one.key)),
      ['command:design', 'command:implement/auth-system', 'command:ship'],
    );
    deepStrictEqual(live[1]?.state, state(2));
    strictEqual((await store.list({ places: ['archived'] })).length, 1);
    strictEqual((await store.list({ family: 'pipeline' })).length, 0);
  },
  'purge takes a checkpoint away for good, and only that one': async (store) => {
    await fill(store, key, 3);
    await store.put(commandKey('design'), put(5, 0));
    strictEqual(await store.purge(key), true);
    strictEqual(await store.purge(key), false);
    strictEqual(await store.get(key), null);
    strictEqual((await store.history(key)).length, 0);
    strictEqual((await store.get(commandKey('design')))?.revision, 1);
  },
  'purge also forgets op ids': async (store) => {
    await store.put(key, put(1, 0, { opId: 'op-1' }));
    await store.purge(key);
    strictEqual(await store.findOp(key, 'op-1'), null);
    const again = await store.put(key, put(2, 0, { opId: 'op-1' }));
    deepStrictEqual([again.ok && again.duplicate, (await store.get(key))?.state], [false, state(2)]);
  },
};

/**
 * Registers the contract's checks for a store.
 * @param options the test function, and how to make a store
 */
export function testStore(options: ConformanceOptions): void {
  for (const [name, check] of Object.entries(checks)) {
    options.test(name, async () => {
      const subject = await options.create();
      const store = await subject.open();
      try {
        await check(store, subject);
      } finally {
        await store.close();
        await subject.destroy();
      }
    });
  }
}
