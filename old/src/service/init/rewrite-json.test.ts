import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import { type Json, sameJson } from '../../rules/json/json.js';
import { rewriteJson } from './rewrite-json.js';

const rewrite = (text: string, change: (value: Record<string, Json>) => Json): string => {
  const old = JSON.parse(text);
  return rewriteJson(text, old, change(JSON.parse(text)));
};

describe('a JSON text that is changed', () => {
  test('keeps every digit, blank and repeated key of what stays', () => {
    const text =
      '{\n  "big": 12345678901234567890, "one": 1.0,\n\n  "list": [1, 2,3],\n  "twice": 1,\n  "twice": {"a":1e2},\n' +
      '  "hooks": {\n    "Stop": [ {"timeout": 5.0} ]\n  }\n}\n';
    const group = { hooks: [{ timeout: 9 }] };
    const changed = rewrite(text, (value) => ({ ...value, hooks: { Stop: [{ timeout: 5 }, group] }, line: 'x' }));
    assert.equal(
      changed,
      text
        .replace(
          '[ {"timeout": 5.0} ]',
          '[ {"timeout": 5.0}, {\n        "hooks": [\n          {\n            "timeout": 9\n          }\n        ]\n      } ]',
        )
        .replace('  }\n}\n', '  },\n  "line": "x"\n}\n'),
    );
  });

  test('gives back what was there before something was put in', () => {
    const text = '{\r\n\t"a": [1, 2.50],\r\n\t"b": { "c": "}],\\"" }\r\n}';
    const added = rewrite(text, (value) => ({ ...value, n: { m: [1] } }));
    assert.match(added, /\r\n\t"n": \{\r\n\t\t"m"/);
    assert.equal(
      rewrite(added, ({ n: _n, ...rest }) => rest),
      text,
    );
  });

  for (const text of [
    '{"a":1}',
    '{ "a": 1, "list": [1, 2] }\n',
    '{\n  "a": 1, "b": 2,\n  "hooks": {"Stop": [ {"c": 1} ], "End":[]}\n}',
    '{\n  "a" : 1 , "b": 2 ,\n\n  "c": 3}',
    '{"a": 1,\n "b": {"c": [1,\n 2]}}',
  ]) {
    test(`keeps the layout of ${JSON.stringify(text)}, also when what was put in goes again`, () => {
      const old = JSON.parse(text);
      const next = structuredClone(old);
      next.new = { deep: [{ x: 1 }] };
      next.hooks?.Stop.push({ hooks: [] });
      next.list?.push({ y: 2 });
      next.b?.c?.push({ z: 1 });
      const changed = rewriteJson(text, old, next);
      assert.deepEqual(JSON.parse(changed), next);
      assert.equal(rewriteJson(changed, next, old), text);
    });
  }

  test('has its first member where the one stood that went', () => {
    const { gone: _gone, ...rest } = { gone: 1, a: 2 };
    assert.equal(rewriteJson('{\n  "gone": 1, "a": 2\n}', { gone: 1, ...rest }, rest), '{\n  "a": 2\n}');
  });

  test('keeps the order of a list, wherever something comes in', () => {
    const changed = rewrite('{"a":[1.0,{"b":2.0}]}', () => ({ a: [0, 1, { b: 2, c: 3 }] }));
    assert.deepEqual(JSON.parse(changed), { a: [0, 1, { b: 2, c: 3 }] });
    assert.match(changed, /1\.0[^]*2\.0/);
  });

  test('is refused where what changes stands there twice', () => {
    assert.throws(() => rewrite('{"a":1,"a":2}', () => ({ a: 3 })), /"a" stands there more than once/);
    assert.equal(
      rewrite('{"a":1,"a":2}', (value) => ({ ...value, b: 3 })),
      '{"a":1,"a":2, "b": 3}',
    );
  });

  test('holds what it is to hold, whatever stood there', () => {
    const value = fc.jsonValue({ maxDepth: 2 });
    fc.assert(
      fc.property(value, value, fc.constantFrom(0, 2, '\t'), (before, after, indent) => {
        const [old, next]: [Json, Json] = [JSON.parse(JSON.stringify(before)), JSON.parse(JSON.stringify(after))];
        const text = rewriteJson(JSON.stringify(old, null, indent), old, next);
        assert.ok(sameJson(JSON.parse(text), next), text);
      }),
    );
  });
});
