// The conformance suite: one check per promise of the contract in store.ts, for stores that others write, too.

import { deepStrictEqual, ok, rejects, strictEqual } from 'node:assert';
import { isPawlError } from '../base/errors.js';
import type { JsonObject } from '../base/json.js';
import { type Key, commandKey, keyText, pipelineKey, workflowKey } from '../base/names.js';
import type { Put, Store, Stored } from './store.js';

/** A store under test; the same data each time it is opened. */
export interface ConformanceSubject {
  open(): Promise<Store>;
  destroy(): Promise<void>;
  /** Whether data outlives `close`. */
  readonly isDurable: boolean;
  /** Sets the clock that values expire by, where that is possible. */
  readonly setClock?: ((now: Date) => void) | undefined;
}

export interface ConformanceOptions {
  /** e.g. `test` of node:test. */
  readonly test: (name: string, run: () => Promise<void>) => unknown;
  readonly create: () => Promise<ConformanceSubject>;
}

const key = commandKey('implement', 'auth-system');
const at = '2026-01-01T00:00:00.000Z';

/** The state of the nth put: some of it changes, some stays, lists grow and shrink. */
function state(n: number): JsonObject {
  const phases = Object.fromEntries(
    Array.from({ length: (n % 7) + 1 }, (_, i) => [`p${i}`, { status: 'complete', n }]),
  );
  const lists = { current_phase: null, completed_phases: Object.keys(phases), pending_phases: [] };
  const names = { command: 'implement', feature: 'auth-system', version: 1, head_commit: null };
  return {
    ...names,
    started_at: at,
    updated_at: new Date(Date.UTC(2026, 0, 1) + n * 1000).toISOString(),
    state: lists,
    phases,
  };
}

function put(n: number, expect: number, more: Partial<Put> = {}): Put {
  return { expect, state: state(n), at, actor: 'conformance', event: { name: 'test', args: { n } }, ...more };
}

async function fill(store: Store, one: Key, count: number): Promise<void> {
  for (let n = 1; n <= count; n++) ok((await store.put(one, put(n, n - 1))).ok);
}

async function stored(store: Store, one: Key, given: Put): Promise<Stored> {
  const result = await store.put(one, given);
  ok(result.ok, 'the put was refused');
  return result.stored;
}

function revisionsOf(one: Key, changes: readonly Stored[]): number[] {
  return changes.filter((change) => keyText(change.key) === keyText(one)).map((change) => change.revision);
}

type Check = (store: Store, subject: ConformanceSubject) => Promise<void>;

const checks: Readonly<Record<string, Check>> = {
  'S1 a put can be read at once, and is answered with its own revision': async (store) => {
    strictEqual(await store.get(key), null);
    const own = await stored(store, key, put(1, 0, { op: 'mine' }));
    deepStrictEqual(
      [own.revision, own.op, own.actor, own.place, own.state],
      [1, 'mine', 'conformance', 'live', state(1)],
    );
    deepStrictEqual(own.event, { name: 'test', args: { n: 1 } });
    deepStrictEqual(await store.get(key), own);
    ok(/^1-./.test(own.rev), own.rev);
  },
  'S1 under contention every answer is about the record of its own op id': async (store) => {
    const update = async (op: string): Promise<Stored> => {
      for (;;) {
        const current = await store.get(key);
        const result = await store.put(key, put(1, current?.revision ?? 0, { op, actor: op }));
        if (result.ok) return result.stored;
      }
    };
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => update(`op-${n}`)));
    const history = new Map((await store.history(key)).map((one) => [one.op, one]));
    strictEqual(history.size, 20);
    for (const [n, answer] of answers.entries()) {
      const own = history.get(`op-${n}`);
      deepStrictEqual(
        [answer.op, answer.actor, answer.revision, answer.rev],
        [`op-${n}`, `op-${n}`, own?.revision, own?.rev],
      );
    }
  },
  'S2 what was acknowledged is there after closing and opening again': async (store, subject) => {
    await fill(store, key, 40);
    await store.close();
    if (!subject.isDurable) return;
    const again = await subject.open();
    deepStrictEqual((await again.get(key))?.state, state(40));
    strictEqual((await again.history(key)).length, 40);
    await again.close();
  },
  'S3 a put that expects another revision stores nothing and returns the current one': async (store) => {
    await fill(store, key, 2);
    for (const expect of [0, 1, 3, 99]) {
      const result = await store.put(key, put(7, expect));
      ok(!result.ok);
      deepStrictEqual([result.current?.revision, result.current?.state], [2, state(2)]);
    }
    strictEqual((await store.history(key)).length, 2);
    const absent = await store.put(pipelineKey('PRD-001'), put(1, 1));
    ok(!absent.ok && absent.current === null);
  },
  'S3 of many puts that expect the same revision exactly one is stored': async (store, subject) => {
    await fill(store, key, 1);
    const other = subject.isDurable ? await subject.open() : store;
    const results = await Promise.all(
      Array.from({ length: 20 }, (_, n) => (n % 2 === 0 ? store : other).put(key, put(n + 10, 1))),
    );
    await Promise.all(other === store ? [] : [other.close()]);
    strictEqual(results.filter((result) => result.ok).length, 1);
    strictEqual((await store.get(key))?.revision, 2);
  },
  'S4 a state that was given or read cannot be changed behind the store': async (store) => {
    const given = structuredClone(state(1));
    const own = await stored(store, key, { ...put(1, 0), state: given });
    for (const one of [given, own.state, (await store.get(key))?.state]) {
      try {
        Object.assign(one ?? {}, { command: 'changed' });
      } catch {
        // Frozen: fine.
      }
    }
    deepStrictEqual((await store.get(key))?.state, state(1));
  },
  'S5 revisions rise by one, also over removal and return': async (store) => {
    await fill(store, key, 2);
    await stored(store, key, put(3, 2, { place: 'removed' }));
    strictEqual((await store.get(key))?.place, 'removed');
    await stored(store, key, put(4, 3));
    const history = await store.history(key);
    deepStrictEqual(
      history.map((one) => [one.revision, one.place]),
      [
        [4, 'live'],
        [3, 'removed'],
        [2, 'live'],
        [1, 'live'],
      ],
    );
  },
  'S6 every older revision stays readable': async (store) => {
    await fill(store, key, 70);
    for (const n of [1, 2, 31, 32, 33, 64, 69, 70]) deepStrictEqual((await store.revision(key, n))?.state, state(n));
    for (const n of [0, 71, -1]) strictEqual(await store.revision(key, n), null);
    deepStrictEqual(
      (await store.history(key, { limit: 3 })).map((one) => one.revision),
      [70, 69, 68],
    );
    deepStrictEqual(
      (await store.history(key, { before: 5, limit: 2 })).map((one) => one.revision),
      [4, 3],
    );
  },
  'S7 keys that look alike do not collide': async (store) => {
    const keys = [
      ...[null, 'checkpoint', 'Checkpoint', 'x/y', 'x-y', 'X-Y', '../../etc/passwd', '日本語', 'con'].map((one) =>
        commandKey('a', one),
      ),
      ...[commandKey, pipelineKey, workflowKey].map((keyOf) => keyOf('ADR-001')),
      ...['PRD-009', 'prd-009', '../x'].map((id) => pipelineKey(id)),
      commandKey('a-b', 'c'),
      commandKey('a', 'b-c'),
      workflowKey('orchestrate_x_20260101_000000'),
    ];
    for (const [n, one] of keys.entries()) await stored(store, one, put(n, 0));
    for (const [n, one] of keys.entries()) deepStrictEqual((await store.get(one))?.state, state(n), keyText(one));
  },
  'S8 order comes from revisions, whatever the clock says': async (store) => {
    await stored(store, key, put(1, 0, { at: '2036-01-01T00:00:00.000Z' }));
    await stored(store, key, put(2, 1, { at: '2016-01-01T00:00:00.000Z' }));
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
    for (const call of [
      () => store.get(key),
      () => store.list(),
      () => store.getValue('x'),
      () => store.changes(null),
    ]) {
      await rejects(call(), (error) => isPawlError(error, 'closed'));
    }
  },
  'the same op id twice counts once, and the last 256 are known': async (store) => {
    const first = await stored(store, key, put(1, 0, { op: 'op-1' }));
    for (let n = 2; n <= 256; n++) await stored(store, key, put(n, n - 1, { op: `op-${n}` }));
    const again = await store.put(key, put(99, 256, { op: 'op-1' }));
    ok(again.ok && again.isDuplicate);
    deepStrictEqual([again.stored.revision, again.stored.rev, again.stored.state], [1, first.rev, state(1)]);
    strictEqual((await store.get(key))?.revision, 256);
  },
  'list gives every run in use, or all of them': async (store) => {
    await fill(store, key, 2);
    await stored(store, commandKey('design'), put(5, 0));
    await stored(store, commandKey('review'), put(6, 0, { place: 'archived' }));
    const names = async (filter?: Parameters<Store['list']>[0]): Promise<string[]> =>
      (await store.list(filter)).map((one) => keyText(one.key)).sort();
    deepStrictEqual(await names(), ['command:design', 'command:implement/auth-system']);
    deepStrictEqual(await names({ all: true }), ['command:design', 'command:implement/auth-system', 'command:review']);
    deepStrictEqual(await names({ family: 'pipeline', all: true }), []);
    const own = (await store.list()).find((one) => keyText(one.key) === keyText(key));
    deepStrictEqual([own?.state, own?.rev], [state(2), (await store.get(key))?.rev]);
  },
  'purge takes a run away for good, with its op ids, and only that one': async (store) => {
    await stored(store, key, put(1, 0, { op: 'op-1' }));
    await stored(store, commandKey('design'), put(5, 0));
    strictEqual(await store.purge(key), true);
    strictEqual(await store.purge(key), false);
    strictEqual(await store.get(key), null);
    deepStrictEqual(await store.history(key), []);
    strictEqual((await store.get(commandKey('design')))?.revision, 1);
    strictEqual((await stored(store, key, put(2, 0, { op: 'op-1' }))).revision, 1);
    deepStrictEqual((await store.get(key))?.state, state(2));
  },
  'values: put if the version is the one that was read': async (store) => {
    strictEqual(await store.getValue('lease x'), null);
    const first = await store.putValue('lease x', { expect: null, value: { by: 'a' } });
    ok(first !== null);
    deepStrictEqual(await store.getValue('lease x'), { value: { by: 'a' }, version: first });
    strictEqual(await store.putValue('lease x', { expect: null, value: { by: 'b' } }), null);
    const second = await store.putValue('lease x', { expect: first, value: { by: 'c' } });
    ok(second !== null && second !== first);
    strictEqual(await store.deleteValue('lease x', first), false);
    strictEqual(await store.deleteValue('lease x', second), true);
    strictEqual(await store.getValue('lease x'), null);
    // A version never comes back: whoever still has an old one cannot win.
    const third = await store.putValue('lease x', { expect: null, value: { by: 'a' } });
    ok(third !== first && third !== second);
    strictEqual(await store.putValue('lease x', { expect: first, value: {} }), null);
    strictEqual(await store.getValue('lease X'), null);
  },
  'values: of many that take a free one, one wins': async (store) => {
    const versions = await Promise.all(
      Array.from({ length: 10 }, (_, n) => store.putValue('x', { expect: null, value: { n } })),
    );
    strictEqual(versions.filter((version) => version !== null).length, 1);
  },
  'values expire, also when the clock was set back': async (store, { setClock }) => {
    if (setClock === undefined) return;
    const time = (minute: number): void => setClock(new Date(Date.UTC(2026, 0, 1, 12, minute)));
    time(10);
    ok((await store.putValue('x', { expect: null, value: {}, ttlMs: 60_000 })) !== null);
    ok((await store.getValue('x')) !== null);
    time(11);
    strictEqual(await store.getValue('x'), null);
    ok((await store.putValue('x', { expect: null, value: {}, ttlMs: 60_000 })) !== null);
    time(5);
    strictEqual(await store.getValue('x'), null);
  },
  'changes: everything acknowledged after the cursor, in order per run': async (store) => {
    const design = commandKey('design');
    await fill(store, key, 3);
    await fill(store, design, 1);
    const first = await store.changes(null);
    deepStrictEqual([revisionsOf(key, first.changes), revisionsOf(design, first.changes)], [[1, 2, 3], [1]]);
    deepStrictEqual(first.changes.find((change) => keyText(change.key) === keyText(key))?.state, state(1));
    deepStrictEqual((await store.changes(first.cursor)).changes, []);
    await stored(store, key, put(4, 3));
    const second = await store.changes(first.cursor);
    deepStrictEqual([revisionsOf(key, second.changes), second.changes.length], [[4], 1]);
    deepStrictEqual(revisionsOf(key, (await store.changes('not a cursor')).changes), [1, 2, 3, 4]);
    // A run that was purged is gone, and starts over when it is begun again.
    await store.purge(key);
    deepStrictEqual((await store.changes(second.cursor)).changes, []);
    await stored(store, key, put(1, 0));
    deepStrictEqual(revisionsOf(key, (await store.changes(second.cursor)).changes), [1]);
  },
};

/** Registers the checks for a store. */
export function testStore({ test, create }: ConformanceOptions): void {
  for (const [name, check] of Object.entries(checks)) {
    test(name, async () => {
      const subject = await create();
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
