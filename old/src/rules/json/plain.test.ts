import assert from 'node:assert/strict';
import test from 'node:test';
import * as fc from 'fast-check';
import type { Problem } from '../errors.js';
import { limits } from '../limits.js';
import { type PlainOptions, toPlain } from './plain.js';

function problemsOf(value: unknown, options?: PlainOptions): readonly Problem[] {
  const result = toPlain(value, options);
  return result.ok ? [] : result.problems;
}

function placesOf(value: unknown, options?: PlainOptions): readonly string[] {
  return problemsOf(value, options).map((problem) => `${problem.path} ${problem.message}`);
}

function thrower(): never {
  throw new Error('boom');
}

function nested(levels: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < levels; level += 1) value = level % 2 === 0 ? [value] : { a: value };
  return value;
}

const jsonValue = fc.jsonValue({ noUnicodeString: false }).filter((value) => toPlain(value).ok);

test('a copy prints the same JSON as what it was made from, and its size is that of the printed JSON', () => {
  fc.assert(
    fc.property(jsonValue, (value) => {
      const result = toPlain(value);
      assert.ok(result.ok);
      assert.equal(JSON.stringify(result.value), JSON.stringify(value));
      assert.equal(result.bytes, Buffer.byteLength(JSON.stringify(value, null, 2)));
      assert.deepEqual(JSON.parse(JSON.stringify(result.value)), result.value);
    }),
  );
});

test('whatever a caller passes, nothing is thrown and a copy prints what JSON.stringify prints', () => {
  const anything = fc.anything({
    withBigInt: true,
    withBoxedValues: true,
    withDate: true,
    withMap: true,
    withNullPrototype: true,
    withSparseArray: true,
    withTypedArray: true,
    withUnicodeString: true,
  });
  fc.assert(
    fc.property(anything, (value) => {
      const result = toPlain(value);
      if (result.ok) assert.equal(JSON.stringify(result.value, null, 2), JSON.stringify(value, null, 2));
      else assert.ok(result.problems.length > 0);
    }),
  );
});

test('members that are undefined, functions or symbols are left out, and are null in arrays', () => {
  const result = toPlain({
    a: undefined,
    b: thrower,
    c: Symbol('c'),
    d: [undefined, thrower, Symbol('d'), 1],
    e: null,
  });
  assert.deepEqual(result, { ok: true, value: { d: [null, null, null, 1], e: null }, bytes: 65 });
});

test('toJSON is asked once, with the name of its member, and its result is not asked again', () => {
  const calls: unknown[] = [];
  const inner = {
    toJSON(): string {
      return thrower();
    },
  };
  class Money {
    toJSON(key: unknown): unknown {
      calls.push(key);
      return { amount: 5 };
    }
  }
  assert.deepEqual(toPlain({ when: new Date(0), list: [new Money()] }), {
    ok: true,
    value: { when: '1970-01-01T00:00:00.000Z', list: [{ amount: 5 }] },
    bytes: 87,
  });
  assert.deepEqual(calls, ['0']);
  assert.deepEqual(toPlain({ toJSON: () => inner }), { ok: true, value: {}, bytes: 2 });
  assert.deepEqual(toPlain([{ toJSON: () => undefined }]), { ok: true, value: [null], bytes: 10 });
});

test('a getter is invoked once', () => {
  let reads = 0;
  const source = {
    get member(): number {
      reads += 1;
      return reads;
    },
  };
  assert.deepEqual(toPlain(source), { ok: true, value: { member: 1 }, bytes: 17 });
  assert.equal(reads, 1);
});

test('boxed values count as what they hold, and -0 as 0', () => {
  const boxed = [Object('text'), Object(7), Object(true), Object(Symbol('s')), -0];
  const result = toPlain(boxed);
  assert.deepEqual(result.ok && result.value, ['text', 7, true, {}, 0]);
  assert.deepEqual(placesOf([Object(1n), Object(Number.NaN)]), [
    '/0 a BigInt has no JSON form',
    '/1 NaN has no JSON form',
  ]);
});

test('the copy is fresh, mutable and has ordinary prototypes', () => {
  const source = Object.freeze({ list: Object.freeze([Object.freeze({ deep: 1 })]) });
  const result = toPlain(source);
  assert.ok(result.ok);
  assert.deepEqual(result.value, source);
  assert.notEqual(result.value, source);
  assert.equal(Object.getPrototypeOf(result.value), Object.prototype);
  assert.equal(Object.isFrozen(result.value), false);
  const bare = toPlain(Object.assign(Object.create(null), { a: 1 }));
  assert.equal(bare.ok && Object.getPrototypeOf(bare.value), Object.prototype);
});

test('members named like those of every object are copied as ordinary members', () => {
  const text = '{"toString":1,"constructor":{"prototype":2},"hasOwnProperty":3,"valueOf":null}';
  const result = toPlain(JSON.parse(text));
  assert.equal(result.ok && JSON.stringify(result.value), text);
});

test('a cycle is reported where it closes, with the place that it refers back to', () => {
  const root: Record<string, unknown> = { list: [{}] };
  root['self'] = root;
  root['list'] = [{ up: root['list'] }, root];
  const list: unknown[] = [];
  list.push({ again: list });
  root['other'] = { list };
  assert.deepEqual(placesOf(root), [
    '/list/1 refers back to the document itself',
    '/self refers back to the document itself',
    '/other/list/0/again refers back to /other/list',
  ]);
});

test('an object that occurs twice without a cycle is copied twice', () => {
  const shared = { a: 1 };
  const result = toPlain([shared, shared]);
  assert.deepEqual(result.ok && result.value, [{ a: 1 }, { a: 1 }]);
});

test('what JSON cannot carry, or would change in silence, is reported with its place', () => {
  const source = {
    big: 10n,
    nan: Number.NaN,
    deep: [{ 'a/b~c': Number.POSITIVE_INFINITY }, -Infinity],
    half: 'x\u{d83d}',
    order: '\u{de00}\u{d83d}',
    ['bad\u{d800}']: 1,
    fine: '😀',
  };
  assert.deepEqual(placesOf(source), [
    '/big a BigInt has no JSON form',
    '/nan NaN has no JSON form',
    '/deep/0/a~1b~0c Infinity has no JSON form',
    '/deep/1 -Infinity has no JSON form',
    '/half the text is not well-formed: half of a surrogate pair stands alone',
    '/order the text is not well-formed: half of a surrogate pair stands alone',
    '/bad\u{d800} the name is not well-formed: half of a surrogate pair stands alone',
  ]);
});

test('a Map, a Set, bytes, a RegExp, a Promise or an Error is refused instead of becoming {}', () => {
  const values = [
    new Map([['a', 1]]),
    new Set([1]),
    new Uint8Array(3),
    new ArrayBuffer(3),
    /x/,
    Promise.resolve(1),
    new Error('x'),
  ];
  for (const value of values) {
    const result = toPlain({ tasks: { T001: value } });
    assert.ok(!result.ok, String(value));
    assert.equal(result.problems[0]?.path, '/tasks/T001');
    assert.match(result.problems[0]?.message ?? '', /^is an? [A-Zb].*, which JSON does not have$/);
  }
  assert.ok(toPlain({ at: new Date(0) }).ok, 'a Date says what it is');
  assert.ok(toPlain({ buffer: Buffer.from('x') }).ok, 'and so does a Buffer');
});

test('a value that is no JSON at all is reported for the whole document', () => {
  for (const value of [undefined, thrower, Symbol('x')]) {
    assert.deepEqual(placesOf(value), [` ${typeof value} is not a JSON value`]);
  }
});

test('getters, toJSON, proxies and errors that throw are reported, and the walk goes on', () => {
  const hostileError = new Error('never shown');
  Object.defineProperty(hostileError, 'message', { get: thrower });
  const revoked = Proxy.revocable({}, {});
  revoked.revoke();
  const source = {
    get a(): number {
      return thrower();
    },
    b: { toJSON: thrower },
    c: revoked.proxy,
    d: new Proxy({ x: 1 }, { ownKeys: thrower }),
    e: new Proxy([1], { get: (target, key) => (key === 'length' ? thrower() : Reflect.get(target, key)) }),
    f: {
      toJSON(): never {
        throw hostileError;
      },
    },
    g: new Proxy([1], { get: (target, key) => (key === 'length' ? 'many' : Reflect.get(target, key)) }),
    get h(): number {
      return Number.NaN;
    },
  };
  assert.deepEqual(placesOf(source), [
    '/a could not be read: boom',
    '/b could not be read: boom',
    "/c could not be read: Cannot perform 'get' on a proxy that has been revoked",
    '/d could not be read: boom',
    '/e could not be read: boom',
    '/f could not be read',
    '/g is an array without a length',
    '/h NaN has no JSON form',
  ]);
});

test('a member named __proto__ is reported anywhere and is never read', () => {
  const source: unknown = JSON.parse('{"ok":1,"list":[{"__proto__":{"polluted":true}}]}');
  assert.deepEqual(placesOf(source), ['/list/0/__proto__ is a member name that pawl does not store']);
  const guarded = Object.defineProperty({}, '__proto__', { enumerable: true, get: thrower });
  assert.deepEqual(placesOf(guarded), ['/__proto__ is a member name that pawl does not store']);
  assert.equal('polluted' in {}, false);
});

test('a document as deep as the limit is copied, and a deeper one is reported', () => {
  assert.ok(toPlain(nested(limits.maxDepth)).ok);
  assert.equal(problemsOf(nested(limits.maxDepth + 1)).length, 1);
  assert.match(placesOf(nested(100_000))[0] ?? '', /is nested deeper than 32 levels$/);
  const endless = { toJSON: (): unknown => ({ next: endless }) };
  assert.match(placesOf(endless)[0] ?? '', /is nested deeper than 32 levels$/);
});

test('a document larger than the limit is reported once, and the walk ends there', () => {
  let reads = 0;
  const item = {
    get text(): string {
      reads += 1;
      return 'x'.repeat(100);
    },
  };
  assert.deepEqual(
    placesOf(
      Array.from({ length: 1_000 }, () => item),
      { maxBytes: 1_000 },
    ),
    [' is larger than 1000 bytes'],
  );
  assert.ok(reads < 12, `${reads} reads`);
  assert.ok(toPlain('x'.repeat(998), { maxBytes: 1_000 }).ok);
  assert.deepEqual(placesOf('x'.repeat(999), { maxBytes: 1_000 }), [' is larger than 1000 bytes']);
  assert.deepEqual(placesOf({ ['k'.repeat(999)]: 1 }, { maxBytes: 1_000 }), [' is larger than 1000 bytes']);
  let bomb: unknown = 'boom';
  for (let level = 0; level < 30; level += 1) bomb = Array(10).fill(bomb);
  assert.deepEqual(placesOf(bomb, { maxBytes: 100_000 }), [' is larger than 100000 bytes']);
});

test('at most 50 problems are reported, and the walk ends there', () => {
  let reads = 0;
  const bad = {
    get nan(): number {
      reads += 1;
      return Number.NaN;
    },
  };
  assert.equal(problemsOf(Array.from({ length: 1_000 }, () => bad)).length, 50);
  assert.equal(reads, 50);
});
