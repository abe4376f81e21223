import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { isPawlError } from './errors.js';
import { checkSize, limits, parseJson, pointer, sameJson, stepsOf, toJson } from './json.js';

const problemsOf = (value: unknown): string[] => {
  try {
    return [JSON.stringify(toJson('it', value))];
  } catch (error) {
    assert.ok(isPawlError(error, 'bad-input'));
    return error.problems.map(({ path, message }) => `${path} ${message}`);
  }
};
const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);

test('toJson refuses what JSON cannot hold, and names every place at once', () => {
  const cycle = { list: [{}] };
  cycle.list.push(cycle);
  const half = 'half a character (a lone surrogate)';
  const fail = (): never => assert.fail('boom');
  const getter = Object.defineProperty({ nan: Number.NaN }, 'bad', { enumerable: true, get: fail });
  const rows: [unknown, ...string[]][] = [
    [cycle, '/list/1 contains itself'],
    [{ n: 1n, inf: [-Infinity] }, '/n must be JSON, found a bigint', '/inf/0 must be a number, found -Infinity'],
    [{ 'a/b': ['\ud800'], '\udc00': 1 }, `/a~1b/0 has ${half}`, ` has a name with ${half}`],
    [{ a: JSON.parse('{"__proto__": {"x": 1}}') }, '/a has the reserved name __proto__'],
    [{ a: getter }, '/a/nan must be a number, found NaN', '/a/bad cannot be read: boom'],
    [[new Proxy({}, { ownKeys: fail })], '/0 cannot be read: boom'],
    [JSON.parse(nested(33)), `${'/0'.repeat(32)} is nested more than 32 levels deep`],
    [Array(2 ** 32 - 1), ' has 4294967295 items'],
  ];
  for (const [value, ...problems] of rows) assert.deepEqual(problemsOf(value), problems);
});

test('toJson copies as JSON.stringify does, and every JSON value passes both doors unchanged', () => {
  const shared = { x: 1 };
  const given = { shared, again: shared, at: new Date(0), gone: undefined, f: () => 1, sparse: Array(2), zero: -0 };
  assert.deepEqual(toJson('it', given), JSON.parse(JSON.stringify(given)));
  const check = (value: unknown): void => {
    const text = JSON.stringify(value);
    fc.pre(!/"(?:__proto__|constructor|prototype)":/.test(text));
    assert.deepEqual(toJson('it', value), JSON.parse(text));
    assert.deepEqual(parseJson(text), { value: JSON.parse(text) });
  };
  fc.assert(fc.property(fc.jsonValue({ stringUnit: 'binary', maxDepth: 3 }), check), { numRuns: 200 });
});

test('parseJson gives the reason for what it does not take', () => {
  const rows: [string, RegExp][] = [
    ['{"a": 1,}', /JSON/],
    [nested(33), /nested more than 32/],
    [nested(200_000), /nested more than 32/],
    [`"${'é'.repeat(limits.bytes / 2)}"`, /more than 16777216 bytes/],
    ['[{"a": {"constructor": {"polluted": 1}}}]', /reserved name constructor/],
    ['{"\\u005f_proto__": {"polluted": 1}}', /reserved name __proto__/],
  ];
  for (const [text, reason] of rows) {
    const parsed = parseJson(text);
    assert.match('reason' in parsed ? parsed.reason : 'parsed', reason, text.slice(0, 60));
  }
  assert.deepEqual(parseJson(`\uFEFF${nested(32)}`), { value: JSON.parse(nested(32)) });
  assert.throws(() => checkSize('it', 'é'.repeat(limits.bytes / 2 + 1)), { code: 'too-large' });
});

test('sameJson compares content, whatever the order of members; a pointer gives its steps back', () => {
  assert.ok(sameJson({ a: 1, b: [{}] }, { b: [{}], a: 1 }));
  const others: unknown[] = [null, 1, '1', [], {}, [1, 2], [2, 1], { a: 1 }, { a: 1, b: 1 }, { u: undefined }];
  others.forEach((a, n) => others.forEach((b, m) => assert.equal(sameJson(a, b), n === m, JSON.stringify([a, b]))));
  assert.equal(pointer('phases', 'a/b', '~1', 0), '/phases/a~1b/~01/0');
  const step = fc.string({ unit: fc.constantFrom('~', '/', '0', '1', 'a') });
  fc.assert(fc.property(fc.array(step), (steps) => assert.deepEqual(stepsOf(pointer(...steps)), steps)));
});
