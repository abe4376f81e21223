import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as v from 'valibot';
import { checkBySchema, isStandardSchema, type StandardSchema } from './standard-schema.js';

const plan = v.object({ steps: v.array(v.object({ name: v.string() })), due: v.optional(v.string()) });

describe('a Standard Schema', () => {
  test('is recognised by its member, also on a function', () => {
    assert.ok(isStandardSchema(plan));
    assert.ok(
      isStandardSchema(Object.assign(() => 1, { '~standard': { version: 1, vendor: 'x', validate: () => ({}) } })),
    );
    for (const other of [null, undefined, {}, 'text', { '~standard': null }, { '~standard': { version: 2 } }]) {
      assert.equal(isStandardSchema(other), false);
    }
  });

  test('gives what it makes of a value', async () => {
    const length = v.pipe(
      v.string(),
      v.transform((text) => text.length),
    );
    assert.deepEqual(await checkBySchema(length, 'four'), { ok: true, value: 4 });
  });

  test('tells every problem with its place', async () => {
    const checked = await checkBySchema(plan, { steps: [{ name: 'a' }, { name: 2 }], due: 5 });
    assert.ok(!checked.ok);
    assert.deepEqual(
      checked.problems.map(({ path }) => path),
      ['/steps/1/name', '/due'],
    );
  });

  test('may take its time, and may name a place by keys alone', async () => {
    const slow: StandardSchema<string> = {
      '~standard': {
        version: 1,
        vendor: 'test',
        validate: async () => ({ issues: [{ message: 'no', path: ['a', 0, { key: 'b/c' }] }, { message: 'nowhere' }] }),
      },
    };
    const checked = await checkBySchema(slow, 'x');
    assert.ok(!checked.ok);
    assert.deepEqual(
      checked.problems.map(({ path }) => path),
      ['/a/0/b~1c', ''],
    );
  });
});
