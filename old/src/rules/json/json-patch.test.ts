import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { isJsonObject, type JsonObject } from './json.js';
import { type PatchOperation, toJsonPatch } from './json-patch.js';

/** RFC 6902's own rules for the three operations, written down without a look at the generator. */
function apply(doc: unknown, operations: readonly PatchOperation[]): unknown {
  const result: unknown = structuredClone(doc);
  for (const operation of operations) {
    const steps = operation.path
      .split('/')
      .slice(1)
      .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
    const last = steps.pop() ?? '';
    let target: unknown = result;
    for (const step of steps) {
      assert.ok(typeof target === 'object' && target !== null && Object.hasOwn(target, step), operation.path);
      target = Reflect.get(target, step);
    }
    if (Array.isArray(target)) {
      const index = Number(last);
      assert.ok(/^(?:0|[1-9]\d*)$/.test(last) && index <= target.length, operation.path);
      if (operation.op === 'add') target.splice(index, 0, structuredClone(operation.value));
      else {
        assert.ok(index < target.length, operation.path);
        if (operation.op === 'remove') target.splice(index, 1);
        else target[index] = structuredClone(operation.value);
      }
      continue;
    }
    assert.ok(isJsonObject(target), operation.path);
    assert.equal(Object.hasOwn(target, last), operation.op !== 'add', `${operation.op} ${operation.path}`);
    if (operation.op === 'remove') Reflect.deleteProperty(target, last);
    else
      Object.defineProperty(target, last, {
        value: structuredClone(operation.value),
        enumerable: true,
        writable: true,
        configurable: true,
      });
  }
  return result;
}

const keys = fc.constantFrom('a', 'b', 'a/b', '~', '~1', '', '0', '-', 'toString', 'ä');
const values = fc.letrec<{ tree: JsonObject[string] }>((tie) => ({
  tree: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom(null, true, 0, 1, '', 'x'),
    fc.array(tie('tree'), { maxLength: 5 }),
    fc.dictionary(keys, tie('tree'), { maxKeys: 4 }),
  ),
})).tree;
const documents = fc.dictionary(keys, values, { maxKeys: 5 });

test('the patch applied to the first document gives the second, whatever they are', () => {
  fc.assert(
    fc.property(documents, documents, (from, to) => {
      assert.deepEqual(apply(from, toJsonPatch(from, to)), structuredClone(to));
    }),
    { numRuns: 2_000 },
  );
});

test('equal documents have an empty patch', () => {
  fc.assert(fc.property(documents, (doc) => assert.deepEqual(toJsonPatch(doc, structuredClone(doc)), [])));
});

test('members are added, replaced and removed; stretches of arrays change entry by entry', () => {
  const from = { keep: 1, old: 2, gone: 3, list: ['a', 'b', 'c', 'd'], grows: ['a'] };
  const to = { keep: 1, old: 'new', added: { x: 1 }, list: ['a', 'X', 'd'], grows: ['a', 'b', 'c'] };
  assert.deepEqual(toJsonPatch(from, to), [
    { op: 'remove', path: '/gone' },
    { op: 'replace', path: '/old', value: 'new' },
    { op: 'add', path: '/added', value: { x: 1 } },
    { op: 'replace', path: '/list/1', value: 'X' },
    { op: 'remove', path: '/list/2' },
    { op: 'add', path: '/grows/1', value: 'b' },
    { op: 'add', path: '/grows/2', value: 'c' },
  ]);
});
