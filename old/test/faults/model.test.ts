// Random histories on the memory and the file store are equal to a small model.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { describe, test, type TestContext } from 'node:test';
import * as fc from 'fast-check';
import type { JsonObject } from '../../src/rules/json/json.js';
import { commandKey, type Key, keyText, pipelineKey, type Place, workflowKey } from '../../src/rules/names.js';
import type { FileStoreOptions } from '../../src/store/file/open-space.js';
import { FileStore } from '../../src/store/file/file-store.js';
import { MemoryStore } from '../../src/store/memory.js';
import type { Put, Store } from '../../src/store/store.js';
import { openStore, timeOf } from '../support/checkpoints.js';
import { fastFolder } from '../support/fast-folder.js';
import { goldens } from '../support/golden.js';
import { seed, sized, tellSeed } from '../support/sizes.js';

/** Two of them differ in case only. */
const keys: readonly Key[] = [
  commandKey('implement', 'auth'),
  commandKey('implement', 'Auth'),
  pipelineKey('PRD-009'),
  workflowKey('orchestrate_x_20260101_000000'),
];

interface One {
  readonly state: JsonObject;
  readonly place: Place;
  readonly n: number;
}

/** All that a store is: a list for each key, and the op ids. */
class Model {
  readonly all = new Map<string, One[]>();
  readonly ops = new Map<string, number>();

  of(key: Key): One[] {
    return this.all.get(keyText(key)) ?? [];
  }
}

type Op =
  | {
      readonly do: 'put';
      readonly key: number;
      readonly expect: 'right' | 'wrong' | 'old';
      readonly op: number | null;
      readonly place: Place;
      readonly change: JsonObject;
    }
  | {
      readonly do: 'get' | 'list' | 'history' | 'revision' | 'reopen' | 'pack' | 'purge' | 'flush';
      readonly key: number;
    };

const change = fc.oneof(
  fc.record({ note: fc.string({ maxLength: 5 }) }),
  fc.record({ list: fc.array(fc.nat(3), { maxLength: 4 }) }),
  fc.record({ map: fc.dictionary(fc.constantFrom('a', 'b', 'c/d', '~'), fc.nat(2), { noNullPrototype: true }) }),
  fc.record({ big: fc.constantFrom('x'.repeat(400), 'y'.repeat(40_000)) }),
);
const put = fc.record({
  do: fc.constant('put' as const),
  key: fc.nat(keys.length - 1),
  expect: fc.constantFrom('right', 'right', 'right', 'right', 'wrong', 'old') as fc.Arbitrary<
    'right' | 'wrong' | 'old'
  >,
  op: fc.option(fc.nat(4)),
  place: fc.constantFrom<Place>('live', 'live', 'live', 'archived', 'removed', 'failed'),
  change: change as fc.Arbitrary<JsonObject>,
});
const other = fc.record({
  do: fc.constantFrom(
    'get',
    'get',
    'list',
    'history',
    'revision',
    'reopen',
    'pack',
    'flush',
    'purge',
  ) as fc.Arbitrary<'get'>,
  key: fc.nat(keys.length - 1),
});
const history: fc.Arbitrary<Op[]> = fc.array(fc.oneof({ weight: 3, arbitrary: put }, { weight: 2, arbitrary: other }), {
  maxLength: 40,
});

function shape(one: {
  readonly revision: number;
  readonly place: Place;
  readonly event: { readonly args?: JsonObject };
}) {
  return { revision: one.revision, place: one.place, n: one.event.args?.['n'] };
}

function shapes(all: readonly One[]) {
  return all.map((one, index) => ({ revision: index + 1, place: one.place, n: one.n }));
}

async function putOne(store: Store, model: Model, op: Extract<Op, { do: 'put' }>, key: Key, n: number): Promise<void> {
  const all = model.of(key);
  const base = all.at(-1)?.state ?? goldens.find((golden) => golden.key.family === key.family)?.doc ?? {};
  const stamp = key.family === 'pipeline' ? { timestamp: timeOf(n) } : { updated_at: timeOf(n) };
  const state = { ...base, ...op.change, ...stamp };
  const place = key.family !== 'workflow' && op.place === 'failed' ? 'live' : op.place;
  const expect =
    op.expect === 'right' ? all.length : op.expect === 'wrong' ? all.length + 1 : Math.max(0, all.length - 1);
  const opId = op.op === null ? undefined : `op-${op.op}`;
  const given: Put = { state, place, expect, opId, actor: 'model', event: { name: 'put', args: { n } }, at: timeOf(n) };
  const result = await store.put(key, given);
  const earlier = opId === undefined ? undefined : model.ops.get(`${keyText(key)}\n${opId}`);
  if (earlier !== undefined) {
    assert.ok(result.ok && result.duplicate);
    assert.deepEqual(shape(result.stored), shapes(all)[earlier - 1]);
  } else if (expect !== all.length) {
    assert.ok(!result.ok);
    assert.deepEqual(result.current === null ? null : shape(result.current), shapes(all).at(-1) ?? null);
  } else {
    assert.ok(result.ok && !result.duplicate);
    model.all.set(keyText(key), [...all, { state, place, n }]);
    if (opId !== undefined) model.ops.set(`${keyText(key)}\n${opId}`, all.length + 1);
    assert.deepEqual(result.stored.state, state);
  }
}

async function step(store: Store, model: Model, op: Op, n: number): Promise<void> {
  const key = keys[op.key] ?? assert.fail('no such key');
  const all = model.of(key);
  switch (op.do) {
    case 'put':
      return putOne(store, model, op, key, n);
    case 'get': {
      const stored = await store.get(key);
      assert.deepEqual(stored === null ? null : shape(stored), shapes(all).at(-1) ?? null);
      assert.deepEqual(stored?.state, all.at(-1)?.state);
      return;
    }
    case 'revision':
      for (const r of [0, 1, all.length, all.length + 1])
        assert.deepEqual((await store.revision(key, r))?.state, all[r - 1]?.state);
      return;
    case 'history':
      assert.deepEqual((await store.history(key)).map(shape), shapes(all).toReversed());
      assert.deepEqual(
        (await store.history(key, { before: 3, limit: 1 })).map(shape),
        shapes(all).slice(0, 2).toReversed().slice(0, 1),
      );
      return;
    case 'list': {
      const places: Place[] = ['live', 'failed', 'archived', 'removed'];
      const expected = [...model.all]
        .filter(([, list]) => list.length > 0)
        .map(([text]) => text)
        .sort();
      assert.deepEqual(
        (await store.list({ places })).map((one) => keyText(one.key)),
        expected,
      );
      return;
    }
    case 'purge':
      assert.equal(await store.purge(key), all.length > 0);
      model.all.delete(keyText(key));
      for (const name of model.ops.keys()) if (name.startsWith(`${keyText(key)}\n`)) model.ops.delete(name);
      return;
    case 'pack':
      if (store instanceof FileStore) store.pack(key);
      return;
    case 'flush':
      if (store instanceof FileStore) store.flush();
      return;
    case 'reopen':
      return;
  }
}

async function compare(ops: readonly Op[], open: () => Store, durable: boolean): Promise<void> {
  const model = new Model();
  let store = open();
  for (const [n, op] of ops.entries()) {
    if (op.do === 'reopen' && durable) {
      await store.close();
      store = open();
    }
    await step(store, model, op, n + 1);
  }
  for (const key of keys.keys())
    for (const look of ['get', 'history', 'revision', 'list'] as const) await step(store, model, { do: look, key }, 0);
  await store.close();
}

async function run(t: TestContext, open: (root: string) => Store, durable: boolean, runs: number): Promise<void> {
  tellSeed(t);
  const base = fastFolder();
  let folder = 0;
  const property = fc.asyncProperty(history, async (ops) => {
    const root = `${base}/${folder++}`;
    fs.mkdirSync(root);
    await compare(ops, () => open(root), durable);
    fs.rmSync(root, { recursive: true });
  });
  await fc.assert(property, { seed, numRuns: runs, includeErrorInReport: true });
}

describe('random histories', () => {
  test('on the memory store are equal to the model', (t) => run(t, () => new MemoryStore(), false, sized(300, 20_000)));

  const variants: readonly [string, Partial<FileStoreOptions>][] = [
    ['published at once', { publish: 'now' }],
    ['published later', { publish: 'soon' }],
    ['published at once, in small segments', { publish: 'now', segmentBytes: 1_200 }],
    ['published later, in small segments', { publish: 'soon', segmentBytes: 1_200 }],
  ];
  for (const [name, options] of variants) {
    test(`on the file store, ${name}, are equal to the model`, (t) =>
      run(t, (root) => openStore(root, options), true, sized(80, 5_000)));
  }
});
